"""Gradescope's export: whose a folder is, the metadata say, and nothing else does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch.layouts import LayoutError
from grader.batch.layouts.metadata import read_metadata

METADATA = """\
---
submission_101:
  :submitters:
  - :name: Álice Example
    :sid: '00123'
    :email: alice@example.edu
  :created_at: 2023-12-02 02:52:07.938335000 Z
  :score: 0.0
  :status: processed
  :results:
    score: 0.0
    tests: &1 []
    output: |2-
      :submitters:
      - :name: Mallory
    leaderboard: *1
    extra_data: !ruby/object:Extra
      a: "a long text
        :created_at: no"
  :history:
  - :submitters: []
    :created_at: 2023-11-30 22:45:14.344165000 Z
    :id: 99
submission_102:
  :submitters:
  - :name: Bob Example
    :sid:
    :email: bob@example.edu
  - :name: Carol
    :sid: 007
  :created_at: 2023-12-03 02:52:07 -0800
"""
A, B, C = (("00123", "03_abs_static"), ("bob@example.edu", "03_abs_static"), ("007", "03_abs_static"))


@pytest.fixture
def export(handed):
    handed.write("submission_metadata.yml", METADATA)
    handed.write("submission_101/exercise3.py")
    handed.write("submission_102/exercise3.py")
    return handed


def test_a_student_is_known_by_sid_else_email_and_a_group_by_all_of_it(export):
    found = export.find()
    assert found.layout == "Gradescope's export"
    one, two = "submission_101/exercise3.py", "submission_102/exercise3.py"
    assert export.keyed(found) == {A: one, B: two, C: two}
    assert found.misfits == ()


def test_a_groups_file_is_graded_for_each_and_says_who_it_was_handed_in_with(export):
    notes = {one.student: one.note for one in export.find().submissions}
    assert notes == {
        "00123": "",
        "007": "handed in together with bob@example.edu",
        "bob@example.edu": "handed in together with 007",
    }


def test_it_was_handed_in_when_the_submission_that_counts_was_made(export):
    times = {one.student: one.handed_in for one in export.find().submissions}
    assert times["00123"] == datetime(2023, 12, 2, 2, 52, 7, 938335, UTC)
    assert times["007"] == datetime(2023, 12, 3, 10, 52, 7, 0, UTC)


def test_the_metadata_come_before_a_pattern(export):
    assert A in export.keyed(export.find(pattern="{student}/{exercise}.py"))


def test_a_name_stands_for_whoever_has_neither_sid_nor_email(handed):
    handed.write("submission_metadata.yml", "submission_1:\n  :submitters:\n  - :name: Ann Example\n")
    handed.write("submission_1/exercise3.py")
    assert handed.whose() == {("Ann Example", "03_abs_static"): "submission_1/exercise3.py"}


@pytest.mark.parametrize("sid", ["../../etc", "a\\b", '"a\\nb"', "..", "~"])
def test_no_sid_leads_out_of_a_folder_or_spans_lines(handed, sid):
    handed.write("submission_metadata.yml", f"submission_1:\n  :submitters:\n  - :name: Ann\n    :sid: {sid}\n")
    handed.write("submission_1/exercise3.py")
    assert list(handed.whose()) == [("Ann", "03_abs_static")]


def test_a_file_that_another_program_wrote_again_is_read_alike(handed):
    text = "'submission_1':\n    ':submitters':\n    -   ':name': Ann\n        ':sid': '01'\n    ':score': 1\n"
    handed.write("submission_metadata.yml", text.encode("utf-8-sig"))
    handed.write("submission_1/exercise3.py")
    assert list(handed.whose()) == [("01", "03_abs_static")]


@pytest.mark.parametrize("value", ["", " []", " *1", "\n  - :name: ''\n", " 3"])
def test_an_entry_that_says_nobody_is_told_with_its_line(handed, value):
    handed.write("submission_metadata.yml", f"---\nsubmission_1:\n  :submitters:{value}\n")
    handed.write("submission_1/exercise3.py")
    found = handed.find()
    assert found.submissions == ()
    assert "line 2" in handed.reasons(found)["submission_1"]


def test_a_folder_without_metadata_and_metadata_without_a_folder_are_told(export):
    export.write("submission_103/exercise3.py")
    (export.root / "submission_101" / "exercise3.py").unlink()
    (export.root / "submission_101").rmdir()
    reasons = export.reasons(export.find())
    assert reasons["submission_103/exercise3.py"] == "submission_metadata.yml does not say whose it is."
    assert "(line 2) names this folder, but it is not there" in reasons["submission_101"]


def test_a_folder_that_holds_nothing_to_grade_is_told(export):
    (export.root / "submission_101" / "exercise3.py").rename(export.root / "submission_101" / "exercise3.pdf")
    assert export.reasons(export.find()) == {
        "submission_101/exercise3.pdf": "It is no .py file, notebook or .zip; ask for exercise3.py or exercise3.ipynb."
    }


def test_an_exercise_in_another_kind_of_file_is_told(export):
    export.write("submission_101/exercise4.pdf")
    assert list(export.reasons(export.find())) == ["submission_101/exercise4.pdf"]


def test_a_renamed_file_is_graded_where_the_exercise_is_asked_for_and_it_is_alone(export):
    (export.root / "submission_101" / "exercise3.py").rename(export.root / "submission_101" / "solution.py")
    assert A not in export.keyed(export.find())
    assert export.keyed(export.find(exercise="3"))[A] == "submission_101/solution.py"
    export.write("submission_101/scratch.py")
    assert A not in export.keyed(export.find(exercise="3"))


def test_whoever_handed_in_another_exercise_than_is_asked_for_is_told(export):
    (export.root / "submission_101" / "exercise3.py").rename(export.root / "submission_101" / "exercise4.py")
    export.write("submission_102/exercise4.py")
    found = export.find(exercise="3")
    assert export.reasons(found) == {
        "submission_101/exercise4.py": "It is for 04_abs_where, and not for 03_abs_static, which was asked for."
    }


def test_a_line_of_megabytes_and_thousands_of_tests_are_passed_over(handed):
    tests = "".join(f"    - name: test {number}\n      output: ''\n" for number in range(20000))
    text = METADATA.replace("    tests: &1 []\n", f"    output: {'x' * 3_000_000}\n    tests:\n{tests}").replace(
        "*1", ""
    )
    handed.write("submission_metadata.yml", text)
    handed.write("submission_102/exercise3.py")
    assert set(handed.keyed(handed.find())) == {B, C}


def test_what_is_no_entry_is_an_error_with_its_line(handed):
    handed.write("submission_metadata.yml", "submission_1:\n  :score: 1\n- nonsense\n")
    with pytest.raises(LayoutError, match=r"submission_metadata.yml:3: this line is no entry"):
        handed.find()


PIECES = [
    "submission_1:\n",
    "  ",
    "- ",
    ":submitters:",
    ":sid:",
    ":name:",
    " '1'",
    ' "a\\n"',
    "\n",
    "\t",
    "\0",
    "\xff",
    "|",
    "&a",
    "*a",
]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_whatever_the_metadata_hold_they_are_read_or_refused(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "submission_metadata.yml"
    path.write_bytes(text.encode("latin-1"))
    try:
        entries = list(read_metadata(path))
    except LayoutError:
        return
    assert all(bool(entry.students) != bool(entry.wrong) for entry in entries)
    assert all(text.isprintable() for entry in entries for text in (*entry.students, entry.wrong))
