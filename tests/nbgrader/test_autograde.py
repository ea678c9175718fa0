"""nbgrader's own commands from the first notebook to the table of marks, with our workers in its autograder."""

from __future__ import annotations

import copy
import json

import pytest

from tests.nbgrader.conftest import School, mark, needs_nbgrader, solved, tests

pytestmark = [needs_nbgrader, pytest.mark.timeout(500)]

RIGHT = "def double(x):\n    return 2 * x\n"
PS = "ps1"
NAME = "exercise1.ipynb"
ALL = {"double--correctness": 4.0, "double--purity": 2.0, "double--recompiles": 2.0}
NOTHING = dict.fromkeys(ALL, 0.0)


def duplicated(notebook):
    made = copy.deepcopy(notebook)
    made["cells"][-2:-2] = copy.deepcopy(made["cells"])
    return made


def without_tests(notebook):
    made = copy.deepcopy(notebook)
    made["cells"] = [cell for cell in made["cells"] if not mark(cell).get("grade")]
    return made


def relabelled(notebook):
    made = copy.deepcopy(notebook)
    for cell in tests(made):
        mark(cell).update(points=100, schema_version=99)
    tests(made)[1]["source"] = "8.0"
    return made


def with_scratch_cells(notebook):
    made = copy.deepcopy(notebook)
    for at, text in enumerate(("1 / 0", "this is no Python", "import nowhere", "double()")):
        made["cells"].insert(0 if at % 2 else len(made["cells"]), {**cell(text, ""), "metadata": {}})
    return made


def renamed(notebook):
    made = copy.deepcopy(notebook)
    mark(tests(made)[1])["grade_id"] = "mine"
    return made


def cell(text, grade_id, **told):
    usual = {"schema_version": 3, "locked": False, "task": False, "grade": False, "solution": False}
    told = {"nbgrader": {**usual, **told, "grade_id": grade_id}}
    return {"cell_type": "code", "source": text, "metadata": told, "outputs": [], "execution_count": None}


OWN = {
    "cells": [
        cell("x = 2", "own", solution=True),
        cell("assert x == 2", "t1", grade=True, locked=True, points=1),
        cell("assert x == 3", "t2", grade=True, locked=True, points=1),
    ],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    "nbformat": 4,
    "nbformat_minor": 4,
}
SUBMISSIONS = {
    "right": lambda given: solved(given, RIGHT),
    "starter": lambda given: given,
    "wrong": lambda given: solved(given, "def double(x):\n    return 3 * x\n"),
    "leaver": lambda given: solved(given, f"import os\n{RIGHT}\nos._exit(0)\n"),
    "reader": lambda given: solved(
        given, f"import glob\nfound = glob.glob('/**/gradebook.db', recursive=True)\nassert not found, found\n{RIGHT}"
    ),
    "endless": lambda given: solved(given, f"while True:\n    pass\n{RIGHT}\n"),
    "noisy": lambda given: solved(given, f"import sys, warnings\nwarnings.warn('!')\nsys.stderr.write('!')\n{RIGHT}"),
    "markup": lambda given: solved(
        given, "def double(x):\n    raise ValueError('</pre><script>alert(1)</script> $x$ **bold**')\n"
    ),
    "twice": lambda given: duplicated(solved(given, RIGHT)),
    "fewer": lambda given: without_tests(solved(given, RIGHT)),
    "renamed": lambda given: renamed(solved(given, RIGHT)),
    "relabelled": lambda given: relabelled(solved(given, RIGHT)),
    "asking": lambda given: solved(given, f"import grader\n{RIGHT}\ngrader.check('exercise1')\n"),
    "scratch": lambda given: with_scratch_cells(solved(given, RIGHT)),
    "no-cells": lambda given: {**given, "cells": []},
    "no-bytes": lambda _: b"",
    "no-notebook": lambda _: b'{"cells": [{"cell_type": "code", "source": 3}]}',
}


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A class that was taught, graded and told: an assignment of several notebooks, and a notebook for several."""
    school = School(tmp_path_factory.mktemp("school"))
    course = school.course / "course.yaml"
    course.write_text(f"{course.read_text().replace('60s', '10s')}accelerator: gpu\n")
    school.grade("nbgrader", "init", school.folder, "--course", school.course, cwd=school.course.parent)
    school.grade("nbgrader", "build", "1", "3", "--assignment", PS)
    school.grade("nbgrader", "build", "1", "4", "--together", "--assignment", "both")
    source = school.folder / "source" / PS
    (source / NAME).write_text((source / NAME).read_text().replace('"name": "python3"', '"name": "there-is-none"'))
    (source / "own.ipynb").write_text(json.dumps(OWN))
    for assignment in (PS, "both"):
        school.nbgrader("generate_assignment", assignment)
    given = school.released(PS, NAME)
    for student, made in SUBMISSIONS.items():
        school.hand_in(student, PS, NAME, made(given))
    link = school.hand_in("linked", PS, NAME, b"")
    link.unlink()
    link.symlink_to(school.folder / "source" / PS / NAME)
    race = (school.course / "solutions" / "03_race" / "solution.py").read_text()
    school.hand_in("right", PS, "exercise3.ipynb", solved(school.released(PS, "exercise3.ipynb"), race, "race"))
    school.hand_in("right", PS, "own.ipynb", solved(school.released(PS, "own.ipynb"), "x = 2", "own"))
    both = solved(school.released("both", "both.ipynb"), "raise SystemExit\n", "parts")
    school.hand_in("right", "both", "both.ipynb", solved(both, RIGHT))
    school.log = school.nbgrader("autograde", PS)
    school.nbgrader("autograde", "both")
    school.nbgrader("generate_feedback", PS)
    return school


@pytest.fixture(scope="module")
def marks(school):
    """The autograder's marks for the first notebook, by student."""
    found = school.marks(PS)
    return {
        student: {cell: auto for cell, (auto, *_) in cells.items() if cell in ALL} for student, cells in found.items()
    }


def feedback(school, student):
    return (school.folder / "feedback" / student / PS / "exercise1.html").read_text(encoding="utf-8")


def test_students_get_the_starter_and_no_word_of_the_solution(school):
    released = school.released(PS, NAME)
    cell = next(one for one in released["cells"] if mark(one).get("grade_id") == "double")
    text = "".join(cell["source"])
    assert text == (school.course / "exercises" / "01_double" / "starter.py").read_text().strip()
    assert "jitgrade" not in json.dumps(released)
    solution = (school.course / "solutions" / "01_double" / "solution.py").read_text()
    lines = [line.strip() for line in solution.splitlines() if line.strip() and line.strip() not in text]
    assert lines
    assert not [line for line in lines if json.dumps(line)[1:-1] in json.dumps(released)]


@pytest.mark.parametrize(
    "student", ["right", "noisy", "twice", "fewer", "renamed", "relabelled", "asking", "reader", "scratch"]
)
def test_right_code_earns_everything_whatever_was_done_to_the_cells(marks, student):
    assert marks[student] == ALL


def test_a_check_cell_that_is_missing_or_renamed_is_put_back_and_that_is_told(school):
    assert "double--purity was missing" in feedback(school, "renamed")


@pytest.mark.parametrize(
    "student", ["wrong", "leaver", "endless", "markup", "no-cells", "no-bytes", "no-notebook", "linked"]
)
def test_what_does_not_work_earns_nothing_and_stops_nobody(marks, student):
    assert marks[student]["double--correctness"] == 0.0
    assert all(score is not None for score in marks[student].values())


def test_points_are_shared_out_check_by_check(marks):
    assert marks["starter"] == {**ALL, "double--purity": 0.0}


def test_nobody_is_left_to_be_marked_by_hand_where_all_is_settled(school):
    waiting = {
        (student, cell)
        for student, cells in school.marks(PS).items()
        for cell, (_, _, wanted) in cells.items()
        if wanted
    }
    assert waiting == {("right", "race--speedup")}


def test_what_has_to_wait_is_no_mark_and_said_aloud(school):
    assert school.marks(PS)["right"]["race--speedup"] == (None, None, True)
    assert "race--speedup of right has no mark (pending)" in school.log


def test_a_notebook_without_exercises_is_executed_as_ever(school):
    found = school.marks(PS)["right"]
    assert (found["t1"][0], found["t2"][0]) == (1.0, 0.0)


def test_of_several_exercises_in_a_notebook_none_spoils_another(school):
    found = {cell: auto for cell, (auto, *_) in school.marks("both")["right"].items()}
    assert {cell: auto for cell, auto in found.items() if cell in ALL} == ALL
    assert {auto for cell, auto in found.items() if cell not in ALL} == {0.0}


def test_the_table_that_nbgrader_exports_has_the_same_sums(school):
    sums = {student: sum(auto or 0.0 for auto, *_ in cells.values()) for student, cells in school.marks(PS).items()}
    assert school.exported(PS) == sums


def test_feedback_gives_reasons_beside_the_points(school):
    text = feedback(school, "starter")
    assert "of 2 points" in text
    assert "print" in text
    assert "is not a notebook that can be read" in feedback(school, "no-bytes")


def test_what_students_write_is_text_in_feedback(school):
    text = feedback(school, "markup")
    assert "alert(1)" in text
    assert "<script>alert(1)" not in text
    assert "</pre><script" not in text
    comment = school.comments()["markup", "double"]
    assert [line for line in comment.splitlines()[1:] if line and not line.startswith("    ")] == []


def test_no_link_out_of_a_student_s_folder_is_followed(school):
    assert "leads out of its folder" in feedback(school, "linked")


def test_what_people_gave_and_lateness_count_as_ever_when_all_is_graded_again(school):
    school.change("update grade set manual_score = 7, extra_credit = 1 where auto_score = 4.0")
    school.change("update grade set auto_score = 1.5 where auto_score is null")
    school.change("update assignment set duedate = '2027-02-01 00:00:00.000000'")
    school.hand_in("right", PS, "timestamp.txt", b"2027-02-02 00:00:00 UTC")
    (school.folder / "late.py").write_text(
        "from nbgrader.plugins import LateSubmissionPlugin\n"
        "class Half(LateSubmissionPlugin):\n"
        "    def late_submission_penalty(self, student_id, score, seconds):\n"
        "        return score / 2\n"
    )
    with (school.folder / "nbgrader_config.py").open("a") as config:
        config.write("import sys\nsys.path.insert(0, '.')\nc.AssignLatePenalties.plugin_class = 'late.Half'\n")
    school.nbgrader("autograde", PS, "--force", "--student", "right", "--notebook", "exercise*")
    found = school.marks(PS)["right"]
    assert found["double--correctness"] == (4.0, 7.0, True)
    assert found["race--speedup"] == (1.5, None, True), "an earlier mark stays, to be looked at"
    ours = 7 + 1 + 2 + 2 + 1 + 1.5  # 7 by hand and 1 of extra credit; what else was earned in both notebooks
    assert school.exported(PS)["right"] == ours / 2 + 1  # the other notebook was not graded again


def test_a_course_that_is_not_there_is_told_in_one_sentence(school):
    school.course.rename(school.course.with_name("moved"))
    said = school.nbgrader("autograde", PS, "--force", code=1)
    assert "there is no course.yaml" in said
    assert "Traceback" not in said
