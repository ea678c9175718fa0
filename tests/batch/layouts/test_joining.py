"""One submission a student and exercise: of two that differ neither, of two that are the same the first."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest

PATTERN = "*{student}_{exercise}.*"
OF_FOLDERS = "{student}/{exercise}.*"
SOURCE = "def f(x):\n    return x\n"


def test_two_files_that_differ_are_both_listed_and_neither_is_graded(handed):
    handed.write("alice/exercise3.py", "one")
    handed.write("alice/abs_static.py", "two")
    found = handed.find(pattern=OF_FOLDERS)
    assert found.submissions == ()
    first, last = f"It is alice's for 03_abs_static; {handed.root}/alice/", " is, too, and they differ. "
    assert handed.reasons(found) == {
        "alice/abs_static.py": f"{first}exercise3.py{last}Leave the one that counts.",
        "alice/exercise3.py": f"{first}abs_static.py{last}Leave the one that counts.",
    }


@pytest.mark.parametrize(
    ("pattern", "names", "how"),
    [
        (
            "{student}_2*_{exercise}.py",
            ("a_2027-01-30-11-00-00_exercise3.py", "a_2027-01-30-17-00-00_exercise3.py"),
            "time",
        ),
        ("{student}_{exercise}_*.py", ("a_exercise3_20270129.py", "a_exercise3_20270130.py"), "time"),
        ("*/{student}_{exercise}.py", ("2026-12-31/a_exercise3.py", "2027-01-01/a_exercise3.py"), "time"),
        ("*_{student}_*_{exercise}.py", ("x_3_99_exercise3-2.py", "x_3_101_exercise3.py"), "Canvas's number"),
        (
            "{student}_{exercise}.py",
            ("a_exercise3.py", "a_exercise3 (1).py", "a_exercise3 (2).py"),
            "number of the copy",
        ),
        ("{student}_{exercise}.py", ("a_exercise3.py", "a_exercise3-1.py"), "number of the copy"),
        ("{student}_attempt*_{exercise}.py", ("a_attempt9_exercise3.py", "a_attempt10_exercise3.py"), "the attempt"),
    ],
)
def test_of_several_attempts_the_latest_counts_and_the_earlier_ones_are_listed(handed, pattern, names, how):
    for name in names:
        handed.write(name)
    found = handed.find(pattern=pattern)
    assert [one.path for one in found.submissions] == [str(handed.root / names[-1])]
    assert found.lost == 0
    assert {one.path for one in found.aside} == {str(handed.root / name) for name in names[:-1]}
    assert all("earlier attempt" in one.reason and how in one.reason for one in found.aside)


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("{student}_*_{exercise}.py", ("a_2027-01-30_exercise3.py", "a_final_exercise3.py")),
        ("{student}_*_{exercise}.py", ("a_1_exercise3.py", "a_2_exercise3.py")),
        ("{student}_{exercise}.*", ("a_exercise3.py", "a_exercise3.ipynb")),
        ("{student}_{exercise}.*", ("a_exercise3 (1).py", "a_exercise3-1.py")),
    ],
)
def test_attempts_of_which_no_name_tells_the_latest_are_listed_and_none_is_graded(handed, pattern, names):
    for name in names:
        handed.write(name)
    found = handed.find(pattern=pattern)
    assert found.submissions == ()
    assert {(one.student, one.exercise) for one in found.misfits} == {("a", "03_abs_static")}
    assert found.lost == len(names)


def test_a_copy_beside_the_file_of_which_it_is_one_waits_for_a_person_and_that_file_is_graded(handed):
    handed.write("alice_exercise3.py")
    handed.write("alice_exercise3 - Kopie.py")
    found = handed.find(pattern="{student}_{exercise}.py")
    assert handed.keyed(found) == {("alice", "03_abs_static"): "alice_exercise3.py"}
    assert "It is a copy by its name" in handed.reasons(found)["alice_exercise3 - Kopie.py"]


def test_of_three_files_one_of_which_differs_none_is_graded(handed):
    for name in ("exercise3.py", "exercise_3.py", "abs_static.py"):
        handed.write(f"alice/{name}", "same" if "exercise" in name else "other")
    found = handed.find(pattern=OF_FOLDERS)
    assert found.submissions == ()
    assert [one.reason.count("2 others are, too") for one in found.misfits] == [1, 1, 1]


def test_of_two_files_with_the_same_bytes_the_first_is_graded_and_the_other_named(handed):
    handed.write("alice/exercise3.py", SOURCE)
    handed.write("alice/abs_static.py", SOURCE)
    found = handed.find(pattern=OF_FOLDERS)
    assert handed.keyed(found) == {("alice", "03_abs_static"): "alice/abs_static.py"}
    assert found.misfits == ()
    assert [one.reason for one in found.aside] == [
        "It has the same bytes as abs_static.py, which is graded; nothing is lost."
    ]


def test_of_the_same_bytes_handed_in_twice_the_earlier_counts(handed):
    for assignment, day in (("a", 3), ("b", 2)):
        handed.write(f"submitted/alice/{assignment}/exercise3.py", SOURCE)
        handed.write(f"submitted/alice/{assignment}/timestamp.txt", f"2015-02-0{day} 12:00:00 UTC")
    (one,) = handed.find().submissions
    assert one.handed_in == datetime(2015, 2, 2, 12, tzinfo=UTC)


def test_two_files_that_cannot_be_read_are_not_taken_for_the_same(handed):
    handed.write("alice/exercise3.py", b"x" * (1 << 20) + b"x")
    handed.write("alice/abs_static.py", b"y" * (1 << 20) + b"y")
    assert handed.find(pattern=OF_FOLDERS).submissions == ()


def test_the_same_bytes_of_others_are_graded_and_noted(handed):
    for student in ("alice", "bob"):
        handed.write(f"{student}/exercise3.py", SOURCE)
    handed.write("carol/exercise4.py", SOURCE)
    notes = {one.student: one.note for one in handed.find(pattern=OF_FOLDERS).submissions}
    assert notes == {"alice": "the same bytes as bob", "bob": "the same bytes as alice", "carol": ""}


def test_the_same_bytes_of_many_are_counted(handed):
    for student in range(10, 50):
        handed.write(f"{student}/exercise3.py", SOURCE)
    notes = {one.student: one.note for one in handed.find(pattern=OF_FOLDERS).submissions}
    assert notes["10"] == "the same bytes as 11, 12 and 37 more"
    assert notes["49"] == "the same bytes as 10, 11 and 37 more"


def test_the_starter_and_an_empty_file_are_nobodys_copy(handed, course):
    starter = (course.exercises[0] / "starter.py").read_bytes()
    for student in ("alice", "bob"):
        handed.write(f"{student}/exercise3.py", starter)
        handed.write(f"{student}/exercise4.py").write_bytes(b"")
    notes = {one.key: one.note for one in handed.find(pattern=OF_FOLDERS).submissions}
    assert notes == {
        ("alice", "03_abs_static"): "",
        ("alice", "04_abs_where"): "empty",
        ("bob", "03_abs_static"): "",
        ("bob", "04_abs_where"): "empty",
    }


def test_a_group_and_another_with_the_same_bytes_are_told_apart(handed):
    people = "".join(f"  - :sid: '{sid}'\n" for sid in (1, 2))
    text = f"submission_1:\n  :submitters:\n{people}submission_2:\n  :submitters:\n  - :sid: '3'\n"
    handed.write("submission_metadata.yml", text)
    handed.write("submission_1/exercise3.py", SOURCE)
    handed.write("submission_2/exercise3.py", SOURCE)
    assert {one.student: one.note for one in handed.find().submissions} == {
        "1": "handed in together with 2; the same bytes as 3",
        "2": "handed in together with 1; the same bytes as 3",
        "3": "the same bytes as 1 and 2",
    }


def test_the_hash_is_of_the_bytes_and_the_path_leads_to_them(handed):
    path = handed.write("alice/exercise3.zip", b"PK no archive")
    (one,) = handed.find(pattern=OF_FOLDERS).submissions
    assert one.sha256 == hashlib.sha256(b"PK no archive").hexdigest()
    assert one.path == str(path)


def test_submissions_stand_by_student_and_exercise(handed):
    for name in ("bob/exercise4.py", "bob/exercise3.py", "alice/workload.py"):
        handed.write(name)
    keys = [one.key for one in handed.find(pattern=OF_FOLDERS).submissions]
    assert keys == [("alice", "11_workload"), ("bob", "03_abs_static"), ("bob", "04_abs_where")]
