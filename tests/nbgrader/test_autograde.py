"""nbgrader's own commands from the first notebook to the table of marks, with our workers in its autograder."""

from __future__ import annotations

import copy
import json

import pytest

from tests.nbgrader.conftest import School, mark, needs_nbgrader, solved, worth_points

pytestmark = [needs_nbgrader, pytest.mark.timeout(400)]

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
    for cell in worth_points(made):
        mark(cell).update(points=100, schema_version=99)
    worth_points(made)[1]["source"] = "8.0"
    return made


def renamed(notebook):
    made = copy.deepcopy(notebook)
    mark(worth_points(made)[1])["grade_id"] = "mine"
    return made


SUBMISSIONS = {
    "right": lambda given: solved(given, RIGHT),
    "starter": lambda given: given,
    "wrong": lambda given: solved(given, "def double(x):\n    return 3 * x\n"),
    "leaver": lambda given: solved(given, f"import os\n{RIGHT}\nos._exit(0)\n"),
    "reader": lambda given: solved(
        given, f"import glob\nfound = glob.glob('/**/gradebook.db', recursive=True)\nassert not found, found\n{RIGHT}"
    ),
    "endless": lambda given: solved(given, f"{RIGHT}\nwhile True:\n    pass\n"),
    "noisy": lambda given: solved(given, f"import sys, warnings\nwarnings.warn('!')\nsys.stderr.write('!')\n{RIGHT}"),
    "markup": lambda given: solved(
        given, "def double(x):\n    raise ValueError('</pre><script>alert(1)</script> $x$ **bold**')\n"
    ),
    "twice": lambda given: duplicated(solved(given, RIGHT)),
    "fewer": lambda given: without_tests(solved(given, RIGHT)),
    "renamed": lambda given: renamed(solved(given, RIGHT)),
    "relabelled": lambda given: relabelled(solved(given, RIGHT)),
    "asking": lambda given: solved(given, f"import grader\n{RIGHT}\ngrader.check('exercise1')\n"),
    "no-cells": lambda given: {**given, "cells": []},
    "no-bytes": lambda _: b"",
    "no-notebook": lambda _: b'{"cells": [{"cell_type": "code", "source": 3}]}',
}


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A class that has been taught, graded and told; the autograder has no kernel that it could start."""
    school = School(tmp_path_factory.mktemp("school"))
    limits = school.course / "course.yaml"
    limits.write_text(limits.read_text().replace("wall: 60s, cpu: 60s", "wall: 20s, cpu: 20s"))
    school.begin("1", assignment=PS)
    config = school.folder / "nbgrader_config.py"
    config.write_text(config.read_text() + "c.Execute.kernel_name = 'there is none'\n")
    given = school.released(PS, NAME)
    for student, made in SUBMISSIONS.items():
        school.hand_in(student, PS, NAME, made(given))
    link = school.hand_in("linked", PS, NAME, b"")
    link.unlink()
    link.symlink_to(school.folder / "source" / PS / NAME)
    school.log = school.nbgrader("autograde", PS)
    school.nbgrader("generate_feedback", PS)
    return school


@pytest.fixture(scope="module")
def marks(school):
    found = school.marks()
    return {student: {cell: auto for cell, (auto, _, _) in cells.items()} for student, cells in found.items()}


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


@pytest.mark.parametrize("student", ["right", "noisy", "twice", "relabelled", "asking", "reader"])
def test_right_code_earns_everything_whatever_was_done_to_the_cells(marks, student):
    assert marks[student] == ALL


def test_a_check_whose_cell_was_taken_out_or_renamed_earns_nothing(school, marks):
    assert marks["fewer"] == NOTHING
    assert marks["renamed"] == {**ALL, "double--purity": 0.0}
    assert "was taken out" in feedback(school, "fewer")


@pytest.mark.parametrize(
    "student", ["wrong", "leaver", "endless", "markup", "no-cells", "no-bytes", "no-notebook", "linked"]
)
def test_what_does_not_work_earns_nothing_and_stops_nobody(marks, student):
    assert marks[student]["double--correctness"] == 0.0
    assert all(score is not None for score in marks[student].values())


def test_points_are_shared_out_check_by_check(marks):
    assert marks["starter"] == {**ALL, "double--purity": 0.0}


def test_nobody_is_left_to_be_marked_by_hand(school):
    assert not any(wanted for cells in school.marks().values() for _, _, wanted in cells.values())


def test_the_table_that_nbgrader_exports_has_the_same_sums(school, marks):
    assert school.exported() == {student: sum(cells.values()) for student, cells in marks.items()}


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
    assert "&lt;script&gt;" in comment
    assert "$" not in comment


def test_no_link_out_of_a_student_s_folder_is_followed(school):
    assert "leads out of its folder" in feedback(school, "linked")


def test_marks_given_by_hand_stay_when_all_is_graded_again(school):
    school.change("update grade set manual_score = 7, extra_credit = 1 where auto_score = 4.0")
    before = school.marks()["right"]
    assert before["double--correctness"][:2] == (4.0, 7.0)
    school.nbgrader("autograde", PS, "--force", "--student", "right")
    assert school.marks()["right"]["double--correctness"] == (4.0, 7.0, True)
    assert school.exported()["right"] == 12.0
    school.change("update grade set manual_score = null, extra_credit = null")


def test_a_late_penalty_is_taken_from_our_marks(school):
    assert school.exported()["right"] == 8.0
    config = school.folder / "nbgrader_config.py"
    kept = config.read_text()
    (school.folder / "late.py").write_text(
        "from nbgrader.plugins import LateSubmissionPlugin\n"
        "class Half(LateSubmissionPlugin):\n"
        "    def late_submission_penalty(self, student_id, score, seconds):\n"
        "        return score / 2\n"
    )
    config.write_text(f"{kept}import sys\nsys.path.insert(0, '.')\nc.AssignLatePenalties.plugin_class = 'late.Half'\n")
    (school.folder / "submitted" / "right" / PS / "timestamp.txt").write_text("2027-02-02 00:00:00 UTC")
    school.change("update assignment set duedate = '2027-02-01 00:00:00.000000'")
    try:
        school.nbgrader("autograde", PS, "--force", "--student", "right")
        assert school.exported()["right"] == 4.0
    finally:
        config.write_text(kept)


@pytest.fixture
def own(tmp_path):
    """A class of one's own, not yet begun."""
    return School(tmp_path)


def test_what_has_to_wait_is_no_mark_and_waits_for_a_person(own):
    own.begin("3", assignment=PS)
    notebook = own.released(PS, "exercise3.ipynb")
    name = mark(worth_points(notebook)[-1])["grade_id"]
    code = (own.course / "solutions" / "03_race" / "solution.py").read_text()
    own.hand_in("ada", PS, "exercise3.ipynb", solved(notebook, code, "race"))
    log = own.nbgrader("autograde", PS)
    assert own.marks()["ada"][name] == (None, None, True)
    assert f"{name} of ada has no mark (pending)" in log
    own.change("update grade set auto_score = 1.5, needs_manual_grade = 0 where auto_score is null")
    own.nbgrader("autograde", PS, "--force")
    assert own.marks()["ada"][name] == (1.5, None, True), "an earlier mark stays, to be looked at"


def test_of_several_exercises_in_a_notebook_none_spoils_another(own):
    own.begin("1", "4", "--together", assignment=PS)
    notebook = own.released(PS, "ps1.ipynb")
    broken = solved(notebook, "raise SystemExit\n", "parts")
    own.hand_in("ada", PS, "ps1.ipynb", solved(broken, RIGHT))
    own.nbgrader("autograde", PS)
    marks = own.marks()["ada"]
    assert {name: auto for name, (auto, _, _) in marks.items() if name in ALL} == ALL
    assert {auto for name, (auto, _, _) in marks.items() if name not in ALL} == {0.0}


def test_a_course_that_is_not_there_is_told_in_one_sentence(own):
    own.begin("1", assignment=PS)
    own.hand_in("ada", PS, NAME, own.released(PS, NAME))
    own.course.rename(own.course.with_name("moved"))
    said = own.nbgrader("autograde", PS, code=1)
    assert "there is no course.yaml" in said
    assert "Traceback" not in said


def test_a_notebook_without_exercises_is_executed_as_ever(own):
    own.begin("1", assignment=PS)
    made = {"schema_version": 3, "locked": False, "task": False}
    cells = [
        ("x = 2", {**made, "grade": False, "solution": True, "grade_id": "own"}),
        ("assert x == 2", {**made, "grade": True, "solution": False, "locked": True, "points": 1, "grade_id": "t1"}),
        ("assert x == 3", {**made, "grade": True, "solution": False, "locked": True, "points": 1, "grade_id": "t2"}),
    ]
    notebook = {
        "cells": [
            {
                "cell_type": "code",
                "source": text,
                "metadata": {"nbgrader": told},
                "outputs": [],
                "execution_count": None,
            }
            for text, told in cells
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    (own.folder / "source" / "ps2").mkdir()
    (own.folder / "source" / "ps2" / "own.ipynb").write_text(json.dumps(notebook))
    own.nbgrader("generate_assignment", "ps2")
    own.hand_in("ada", "ps2", "own.ipynb", solved(own.released("ps2", "own.ipynb"), "x = 2", "own"))
    own.nbgrader("autograde", "ps2")
    assert {name: auto for name, (auto, _, _) in own.marks()["ada"].items()} == {"t1": 1.0, "t2": 0.0}
