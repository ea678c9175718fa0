"""The tables for spreadsheets."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta

import pytest

from grader.batch.cells import number, text
from grader.batch.late import late_policy
from grader.batch.roll import Roll
from grader.batch.tables import checks_table, write_students

DUE = datetime(2026, 11, 20, tzinfo=UTC)


def rows(path):
    return list(csv.DictReader(path.read_text("utf-8-sig").splitlines()))


@pytest.fixture
def students(tmp_path):
    """Writes students.csv of some results; returns its rows."""

    def write(*results, policy=None, roster=()):
        roll = Roll(policy, roster)
        for one in results:
            roll.add(one)
        write_students(tmp_path / "students.csv", roll)
        return rows(tmp_path / "students.csv")

    return write


def test_each_student_has_a_row_with_the_exercises_by_number(a_result, students):
    table = students(a_result("ben", "10_late"), a_result("anna", "03_abs_static", score=2.5, status="failed"))
    three = ["exercise3", "exercise3 raw", "exercise3 max", "exercise3 status"]
    assert list(table[0])[:6] == ["student", *three, "exercise10"]
    assert [(row["student"], row["exercise3"], row["exercise10"], row["total"], row["max"]) for row in table] == [
        ("anna", "2.5", "", "2.5", "8"),
        ("ben", "", "4", "4", "8"),
    ]
    assert table[1]["exercise3 status"] == "nothing handed in"


def test_the_score_after_the_late_policy_stands_beside_the_raw_one(a_result, students):
    (row,) = students(a_result(handed_in=DUE + timedelta(hours=26)), policy=late_policy({"1d": 0.5}, DUE))
    assert (row["exercise3"], row["exercise3 raw"], row["total"]) == ("2", "4", "2")
    assert row["exercise3 status"] == "late by 1 d 2 h, 50% left"


def test_an_unknown_hand_in_time_is_said_where_there_is_a_policy(a_result, students):
    (row,) = students(a_result(), policy=late_policy({"1d": 0.5}, DUE))
    assert (row["exercise3"], row["exercise3 status"]) == ("4", "hand-in time unknown, nothing taken off")
    (row,) = students(a_result())
    assert row["exercise3 status"] == ""


@pytest.mark.parametrize("status", ["pending", "broken"])
def test_what_is_not_graded_is_an_empty_cell_and_never_nought(a_result, students, status):
    (row,) = students(a_result(status=status, score=0.0, pending_score=4.0), a_result("anna", "04_abs_where"))
    assert (row["exercise3"], row["exercise3 raw"], row["exercise3 status"]) == ("", "", status)
    assert (row["exercise4"], row["total"]) == ("4", "")


def test_a_mark_of_nought_is_a_nought(a_result, students):
    (row,) = students(a_result(status="failed", score=0.0))
    assert (row["exercise3"], row["total"]) == ("0", "0")


def test_who_is_on_the_roster_has_a_row_even_without_a_submission(a_result, students):
    assert [(row["student"], row["exercise3"]) for row in students(a_result(), roster=["cem"])] == [
        ("anna", "4"),
        ("cem", ""),
    ]


def test_exercises_of_one_number_go_by_their_names(a_result, students):
    (row,) = students(a_result("anna", "07_one"), a_result("anna", "07_two"))
    assert {"07_one", "07_two"} <= set(row)


def test_each_check_has_a_row(a_result, a_check, tmp_path):
    checks = (
        a_check(name="loads", max_score=0.0, score=0.0),
        a_check(status="failed", score=1.0, message="No.\nNot so.", line=5, detail={"cause": "python-if"}),
        a_check(name="speed", status="pending", score=None, max_score=2.5, message="Not here."),
    )
    with checks_table(tmp_path / "checks.csv") as add:
        add(a_result(checks=checks))
    assert [list(row.values()) for row in rows(tmp_path / "checks.csv")] == [
        ["anna", "03_abs_static", "loads", "passed", "0", "0", "", "", ""],
        ["anna", "03_abs_static", "correctness", "failed", "1", "4", "5", "No. Not so.", "python-if"],
        ["anna", "03_abs_static", "speed", "pending", "", "2.5", "", "Not here.", ""],
    ]


def test_a_table_begins_with_the_mark_that_excel_needs(a_result, tmp_path, students):
    students(a_result("Zoë"))
    assert (tmp_path / "students.csv").read_bytes().startswith('\ufeff"student"'.encode())
    assert '"Zoë"' in (tmp_path / "students.csv").read_text("utf-8")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "＝", " =", "\t=", "\r=", "\n@", "\x00=", "\u200d=", "\x1b[0m="])  # noqa: RUF001 - that is the case at hand
def test_no_name_is_a_formula(start):
    assert text(f"{start}HYPERLINK(1)")[0] == "'"


@pytest.mark.parametrize(
    ("given", "cell"),
    [("a\r\nb\tc\x07\u202e", "a b c"), ("a=1", "a=1"), ("", ""), ("x;=1", "x;=1"), ("\udcff", ""), ("'=1", "'=1")],
)
def test_a_cell_is_one_clean_line(given, cell):
    assert text(given) == cell


def test_a_text_with_a_semicolon_stays_between_quotes(a_result, tmp_path, students):
    students(a_result("x;=1+1"))
    assert '"x;=1+1"' in (tmp_path / "students.csv").read_text("utf-8")


def test_an_endless_message_is_cut():
    assert len(text("a" * 100_000)) == 2000


@pytest.mark.parametrize(
    ("value", "cell"), [(4.0, 4), (0.0, 0), (1 / 3, 0.333333), (None, ""), (float("nan"), ""), (float("inf"), "")]
)
def test_numbers_as_cells(value, cell):
    assert number(value) == cell
    assert type(number(value)) is type(cell)
