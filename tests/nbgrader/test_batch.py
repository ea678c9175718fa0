"""``grade batch --nbgrader``: a class graded side by side, and nbgrader's own commands over what came of it."""

from __future__ import annotations

import copy
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from tests.nbgrader.conftest import School, mark, needs_nbgrader, solved
from tests.nbgrader.conftest import tests as graded_cells
from tests.nbgrader.formgrader import formgrader

pytestmark = [needs_nbgrader, pytest.mark.timeout(400)]

RIGHT = "def double(x):\n    return 2 * x\n"
WRONG = "def double(x):\n    return 3 * x\n"
PS = "ps1"
NAME = "exercise1.ipynb"
MORE = 6
ALL = {"double--correctness": 4.0, "double--purity": 2.0, "double--recompiles": 2.0}
NOTHING = dict.fromkeys(ALL, 0.0)
STAMP = "2026-11-30 12:00:00.000000 UTC"
LATE = "2026-12-02 12:00:00.000000 UTC"
THIEF = f"""
import glob
for name in glob.glob("/**/gradebook.db", recursive=True):
    open(name, "wb").close()
{RIGHT}"""
LATENESS = """
from nbgrader.plugins import LateSubmissionPlugin
class Half(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return score / 2
c.AssignLatePenalties.plugin_class = Half
"""


def copied(notebook):
    made = copy.deepcopy(notebook)
    made["cells"] += copy.deepcopy(made["cells"])
    return made


def without_purity(notebook):
    made = copy.deepcopy(notebook)
    made["cells"] = [cell for cell in made["cells"] if mark(cell).get("grade_id") != "double--purity"]
    return made


def self_marked(notebook):
    made = copy.deepcopy(notebook)
    for cell in graded_cells(made):
        mark(cell).update(points=1000, grade=False)
        cell["outputs"] = [{"output_type": "execute_result", "data": {"text/plain": "99"}, "metadata": {}}]
    return made


def annotated(notebook):
    made = copy.deepcopy(notebook)
    texts = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "![gone](attachment:gone.png)", "*mine*"]
    made["cells"] += [{"cell_type": "markdown", "metadata": {}, "source": text} for text in texts]
    made["cells"].append({"cell_type": "raw", "metadata": {}, "source": "<i>raw</i>"})
    return made


SUBMISSIONS = {
    "right": lambda given: solved(given, RIGHT),
    "wrong": lambda given: solved(given, WRONG),
    "late": lambda given: solved(given, RIGHT),
    "copied": lambda given: copied(solved(given, RIGHT)),
    "deleted": lambda given: without_purity(solved(given, RIGHT)),
    "self-marked": lambda given: self_marked(solved(given, WRONG)),
    "thief": lambda given: solved(given, THIEF),
    "endless": lambda given: solved(given, f"while True:\n    pass\n{RIGHT}\n"),
    "markup": lambda given: solved(given, "def double(x):\n    raise ValueError('</pre><script>alert(1)</script>')\n"),
    "annotated": lambda given: annotated(solved(given, RIGHT)),
    "torn": lambda _: b'{"cells": [',
}


def hand_in(school, student, made, stamp=STAMP, name=NAME):
    path = school.hand_in(student, PS, name, made)
    (path.parent / "timestamp.txt").write_text(stamp)
    return path


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A class that was graded and told."""
    school = School(tmp_path_factory.mktemp("school"))
    limits = school.course / "course.yaml"
    limits.write_text(limits.read_text().replace("wall: 60s, cpu: 60s", "wall: 10s, cpu: 10s"))
    school.begin("1", assignment=PS)
    config = school.folder / "nbgrader_config.py"
    config.write_text(config.read_text() + LATENESS)
    school.change("update assignment set duedate = '2026-12-01 12:00:00.000000'")
    school.given = school.released(PS, NAME)
    for student, made in SUBMISSIONS.items():
        hand_in(school, student, made(school.given), LATE if student == "late" else STAMP)
    hand_in(school, "renamed", solved(school.given, RIGHT), name="exercise1-final.ipynb")
    (school.folder / "source" / PS / "data.csv").write_text("the instructor's")
    (school.folder / "submitted" / "right" / PS / "data.csv").write_text("the student's")
    school.said = school.grade("batch", "--nbgrader", "--jobs", 2, code=1)  # for a notebook of another name
    return school


@pytest.fixture(scope="module")
def marks(school):
    found = school.marks()
    return {student: {cell: auto for cell, (auto, _, _) in graded.items()} for student, graded in found.items()}


@pytest.mark.parametrize("student", ["right", "late", "copied", "annotated", "deleted"])
def test_right_code_earns_everything(marks, student):
    assert marks[student] == ALL


@pytest.mark.parametrize("student", ["wrong", "self-marked", "markup"])
def test_wrong_code_earns_no_points_for_being_right_whatever_its_notebook_says(marks, student):
    assert marks[student]["double--correctness"] == 0.0


@pytest.mark.parametrize("student", ["endless", "torn", "renamed"])
def test_what_cannot_be_graded_earns_nothing_and_stops_nobody(marks, student):
    assert marks[student] == NOTHING


def test_a_check_whose_cell_was_deleted_is_marked_and_the_comment_says_that_it_was_missing(school):
    assert "double--purity was missing" in school.comments()["deleted", "double"]


def test_only_who_may_have_another_notebook_waits_for_a_person(school):
    waiting = {student for student, graded in school.marks().items() if any(wanted for _, _, wanted in graded.values())}
    assert waiting == {"renamed"}


def test_a_renamed_notebook_is_named_with_what_it_may_be(school):
    summary = (school.folder / "grades" / "summary.txt").read_text()
    assert "has no notebook 'exercise1-final'; rename it if it is 'exercise1'." in " ".join(summary.split())


def test_the_gradebook_is_out_of_reach(marks):
    assert set(marks) == {*SUBMISSIONS, "renamed"}


def test_late_ones_lose_what_nbgraders_own_plugin_says(school):
    exported = school.exported()
    assert exported["right"] == 8.0
    assert exported["late"] == 4.0


def test_files_lie_where_formgrader_looks_and_data_files_are_the_instructors(school):
    folder = school.folder / "autograded" / "right" / PS
    assert sorted(path.name for path in folder.iterdir()) == ["data.csv", NAME, "timestamp.txt"]
    assert (folder / "data.csv").read_text() == "the instructor's"


def test_formgrader_takes_all_for_autograded(school):
    script = f"""
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
print(*sorted(NbGraderAPI(CourseDirectory(root={str(school.folder)!r})).get_autograded_students({PS!r})))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=school.folder)
    assert done.stdout.split() == sorted((*SUBMISSIONS, "renamed"))


def test_feedback_shows_points_and_reasons_and_no_students_html(school):
    school.nbgrader("generate_feedback", PS)
    pages = {path.parts[-3]: path.read_text() for path in (school.folder / "feedback").rglob("*.html")}
    assert set(pages) == set(SUBMISSIONS)
    assert "4 of 4 points" in pages["right"]
    assert "is not a notebook that can be read" in pages["torn"]
    assert "<script>alert(1)" not in pages["markup"]
    assert "alert(1)" in pages["markup"]
    assert_annotations_do_nothing(pages["annotated"])


def test_formgrader_s_pages_show_all_and_run_nothing_of_a_student_s(school):
    ids = dict(
        school.rows(
            "select student.id, submitted_notebook.id from submitted_notebook "
            "join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id "
            "join student on student.id = submitted_assignment.student_id"
        )
    )
    with formgrader(school.folder, school.home) as page:
        for name in ("manage_assignments", "gradebook", f"gradebook/{PS}/exercise1", "manage_students"):
            assert "formgrader" in page(name)
        pages = {student: page(f"submissions/{ids[student]}/") for student in SUBMISSIONS}
    assert "4 of 4 points" in pages["right"]
    assert "is not a notebook that can be read" in pages["torn"]
    assert "<script>alert(1)" not in pages["markup"]
    assert_annotations_do_nothing(pages["annotated"])


def assert_annotations_do_nothing(page):
    assert "<script>alert(1)" not in page
    assert "<img src=" not in page
    assert "attachment:gone.png" in page
    assert "<em>mine</em>" in page
    assert "&lt;i&gt;raw&lt;/i&gt;" in page


def test_a_notebook_that_was_changed_while_others_were_graded_is_not_given_marks_of_another(school, capsys):
    from grader.batch import results
    from grader.commands.nbgrading import Desk

    found = list(results.latest(school.folder / "grades" / "results.jsonl"))
    desk = Desk([school.folder], None, PS)
    kept = school.folder / "autograded" / "right" / PS / NAME
    before = kept.read_bytes()
    hand_in(school, "right", solved(school.given, WRONG))
    try:
        assert not desk.write(found, no_color=True)
    finally:
        hand_in(school, "right", solved(school.given, RIGHT))
    assert "exercise1.ipynb was changed meanwhile; run this command again" in capsys.readouterr().err
    assert kept.read_bytes() == before


def test_a_folder_is_made_while_no_other_run_can(school, monkeypatch):
    from grader.batch import results
    from grader.commands.nbgrading import Desk
    from grader.nbgrader import folders

    said = []

    def build(*given, really=folders.build):
        with sqlite3.connect(school.folder / "gradebook.db", timeout=0) as other:
            try:
                other.execute("begin immediate")
            except sqlite3.OperationalError as error:
                said.append(str(error))
        other.close()
        return really(*given)

    monkeypatch.setattr(folders, "build", build)
    assert Desk([school.folder], None, PS).write(
        results.latest(school.folder / "grades" / "results.jsonl"), no_color=True
    )
    assert said
    assert {*said} == {"database is locked"}


def test_who_is_graded_again_keeps_what_people_gave(school):
    school.change("update grade set manual_score = 1.5, extra_credit = 0.5, needs_manual_grade = 0")
    school.change("update comment set manual_comment = 'well done'")
    school.grade("batch", "--nbgrader", "--jobs", 2, "--changed", code=1)
    assert school.exported()["right"] == 6.0
    assert not school.rows("select * from grade where manual_score <> 1.5 or extra_credit <> 0.5")
    assert not school.rows("select * from comment where manual_comment <> 'well done'")
    assert not any(wanted for _, _, wanted in school.marks()["right"].values())
    hand_in(school, "right", solved(school.given, WRONG))
    school.grade("batch", "--nbgrader", "--jobs", 2, "--changed", code=1)
    assert all(wanted for _, _, wanted in school.marks()["right"].values())
    school.change("update grade set manual_score = null, extra_credit = null")


def test_the_same_class_graded_inside_nbgrader_gets_the_same_marks(school, marks):
    for student in ("copied", "wrong"):
        school.nbgrader("autograde", PS, "--force", "--student", student)
    again = school.marks()
    for student in ("copied", "wrong"):
        assert {cell: auto for cell, (auto, _, _) in again[student].items()} == marks[student]


def test_a_run_that_is_killed_while_it_writes_leaves_a_whole_gradebook_and_the_next_completes_it(school):
    for number in range(MORE):
        hand_in(school, f"more{number:02}", solved(school.given, RIGHT))
    words = [sys.executable, "-m", "grader", "batch", "--nbgrader", "--jobs", "2", "--changed"]
    with subprocess.Popen(words, cwd=school.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        written = school.folder / "autograded" / "more01"
        while not written.exists() and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
    some = school.marks()  # which asks sqlite whether the gradebook is whole
    for graded in some.values():
        assert {auto for auto, _, _ in graded.values()} != {None, 4.0, 2.0}
    school.grade("batch", "--nbgrader", "--jobs", 2, "--changed", code=1)
    after = school.marks()
    assert {f"more{number:02}" for number in range(MORE)} <= set(after)
    assert {cell: auto for cell, (auto, _, _) in after["more05"].items()} == ALL
    assert not list((school.folder / "autograded").rglob(".*"))


def test_a_place_that_cannot_be_written_is_told_and_stops_nobody(school):
    place = school.folder / "autograded" / "copied"
    shutil.rmtree(place)
    place.write_text("in the way")
    shutil.rmtree(school.folder / "autograded" / "wrong")
    said = school.grade("batch", "--nbgrader", "--jobs", 2, "--changed", code=3)
    assert "copied/ps1: Graded, and not written: " in said
    assert (school.folder / "autograded" / "wrong" / PS / NAME).exists()
    place.unlink()
    said = school.grade("batch", "--nbgrader", "--jobs", 2, "--changed", code=1)
    assert "graded already" in said
    assert (place / PS / NAME).exists()


def test_a_folder_without_a_gradebook_says_what_to_do(school, tmp_path):
    said = school.grade("batch", "--nbgrader", "--course", school.course, code=2, cwd=tmp_path)
    assert "there is no gradebook" in said
    assert "nbgrader generate_assignment" in said
