"""nbgrader's submitted folder: recognised in each way it is named, and read by its metadata alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from grader.batch.layouts import LayoutError

A = ("alice", "03_abs_static")


@pytest.mark.parametrize("named", ["", "submitted"])
def test_the_folder_of_the_course_and_its_submitted_are_recognised(handed, named):
    handed.write("submitted/alice/ps1/exercise3.ipynb")
    found = handed.find(handed.root / named)
    assert found.layout == "nbgrader's submitted folder"
    assert handed.keyed(found) == {A: "submitted/alice/ps1/exercise3.ipynb"}
    assert found.misfits == ()


def test_folders_of_students_alone_are_recognised_by_the_timestamps_in_all_of_them(handed):
    handed.write("alice/ps1/exercise3.ipynb")
    handed.write("alice/ps1/timestamp.txt", "2015-02-02 15:58:23 UTC")
    assert handed.whose(pattern="{student}.py", exercise="3") == {A: "alice/ps1/exercise3.ipynb"}
    handed.write("bob/ps1/exercise3.ipynb")
    assert handed.find().layout == "no layout that is known"


def test_one_students_timestamp_turns_no_folder_of_files_into_nbgraders(handed):
    handed.write("alice_exercise3.py")
    handed.write("mallory/x/timestamp.txt", "2015-02-02 15:58:23 UTC")
    found = handed.find(pattern="{student}_{exercise}.py")
    assert A in handed.keyed(found)


def test_a_pattern_reads_a_folder_that_only_has_the_name_submitted(handed):
    handed.write("submitted/section/alice/exercise3.py")
    assert handed.whose(pattern="submitted/section/{student}/{exercise}.py") == {
        A: "submitted/section/alice/exercise3.py"
    }


def test_the_assignments_name_says_what_the_notebooks_does_not(handed):
    handed.write("submitted/alice/abs_static/problem.ipynb")
    handed.write("submitted/alice/abs_static/helpers.py")
    found = handed.find()
    assert handed.keyed(found) == {A: "submitted/alice/abs_static/problem.ipynb"}
    assert list(handed.reasons(found)) == ["submitted/alice/abs_static/helpers.py"]


def test_the_assignments_name_stands_for_none_of_two_notebooks(handed):
    handed.write("submitted/alice/abs_static/one.ipynb")
    handed.write("submitted/alice/abs_static/two.ipynb")
    found = handed.find()
    assert found.submissions == ()
    assert "no name says which of them is for 03_abs_static" in found.misfits[0].reason


def test_a_notebook_of_the_right_name_is_not_in_doubt_for_what_lies_beside_it(handed):
    handed.write("submitted/alice/abs_static/abs_static.ipynb")
    handed.write("submitted/alice/abs_static/Untitled.ipynb")
    assert handed.keyed(handed.find()) == {A: "submitted/alice/abs_static/abs_static.ipynb"}


def test_a_renamed_notebook_is_listed_with_the_nearest_exercise_and_not_graded(handed):
    handed.write("submitted/alice/ps1/exersise3.ipynb")
    found = handed.find()
    assert found.submissions == ()
    assert found.misfits[0].reason == (
        "'exersise3' means no exercise of this course; rename the file if it is for 'exercise3'."
    )


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2015-02-02 15:58:23.948203 America/Los_Angeles\n", datetime(2015, 2, 2, 23, 58, 23, 948203, UTC)),
        ("2015-02-02 15:58:23.948203 UTC", datetime(2015, 2, 2, 15, 58, 23, 948203, UTC)),
        ("2015-02-02 15:58:23", datetime(2015, 2, 2, 15, 58, 23, 0, UTC)),
        ("2015-02-02 15:58:23 +0100", datetime(2015, 2, 2, 14, 58, 23, 0, UTC)),
        ("2015-02-02 15:58:23 CST", None),
        ("2015-02-02 15:58:23 ../../etc/passwd", None),
        ("2015-02-02 15:58:23 America", None),
        ("0001-01-01 00:00:00 Asia/Tokyo", None),
        ("yesterday", None),
    ],
)
def test_the_timestamp_is_when_it_was_handed_in_and_none_where_its_zone_is_in_doubt(handed, text, when):
    handed.write("submitted/alice/ps1/exercise3.ipynb")
    handed.write("submitted/alice/ps1/timestamp.txt", text)
    (one,) = handed.find().submissions
    assert one.handed_in == when


def test_files_of_several_kinds_count_and_nbgraders_own_do_not(handed):
    for name in ("exercise3.py", "exercise4.ipynb", "workload.zip", "submission_secret.txt", ".hidden.py"):
        handed.write(f"submitted/alice/ps1/{name}")
    handed.write("submitted/alice/ps1/.ipynb_checkpoints/exercise3-checkpoint.ipynb")
    handed.write("submitted/alice/ps1/__pycache__/exercise3.py")
    assert {exercise for _, exercise in handed.whose()} == {"03_abs_static", "04_abs_where", "11_workload"}


def test_whoever_handed_in_no_source_is_named(handed):
    handed.write("submitted/alice/ps1/exercise3.py")
    handed.write("submitted/bob/ps1/timestamp.txt", "2015-02-02 15:58:23 UTC")
    handed.write("submitted/carol/ps1/essay.pdf")
    assert list(handed.reasons(handed.find())) == ["submitted/bob/ps1", "submitted/carol/ps1/essay.pdf"]


def test_an_exercise_in_another_kind_of_file_is_told(handed):
    for name in ("exercise3.py", "exercise3.pdf", "exercise4.pdf", "4.csv"):
        handed.write(f"submitted/alice/ps1/{name}")
    assert list(handed.reasons(handed.find())) == ["submitted/alice/ps1/exercise4.pdf"]
    assert handed.find(exercise="3").misfits == ()


def test_what_lies_outside_of_an_assignment_is_named(handed):
    handed.write("submitted/alice/ps1/exercise3.py")
    handed.write("submitted/alice/exercise4.py")
    found = handed.find()
    assert "STUDENT/ASSIGNMENT" in handed.reasons(found)["submitted/alice/exercise4.py"]


def test_one_exercise_can_be_asked_for_and_others_are_left_out(handed):
    handed.write("submitted/alice/ps1/exercise3.py")
    handed.write("submitted/alice/ps2/exercise4.py")
    assert handed.whose(exercise="3") == {A: "submitted/alice/ps1/exercise3.py"}


def test_the_exercise_that_is_asked_for_is_that_of_the_one_assignment_without_one(handed):
    handed.write("submitted/alice/ps1/problem.ipynb")
    handed.write("submitted/bob/ps1/problem.ipynb")
    assert set(handed.whose(exercise="3")) == {A, ("bob", "03_abs_static")}


def test_the_exercise_that_is_asked_for_is_that_of_none_of_two_assignments(handed):
    handed.write("submitted/alice/ps1/problem.ipynb")
    handed.write("submitted/alice/ps2/problem.ipynb")
    assert handed.find(exercise="3").submissions == ()


def test_a_folder_that_does_not_exist_names_the_nearest(handed):
    handed.write("submitted/alice/ps1/exercise3.py")
    with pytest.raises(LayoutError, match=r"there is no folder or file '.*/submited'; did you mean 'submitted'\?"):
        handed.find(handed.root / "submited")
