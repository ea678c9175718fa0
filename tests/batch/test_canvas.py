"""Marks for Canvas: what is written, what is not, and that nothing is guessed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from grader.batch.canvas import fill, write_canvas
from grader.batch.gradebook import read_gradebook
from grader.batch.late import late_policy
from grader.batch.roll import Roll

EXPORT = """\
Student,ID,SIS User ID,SIS Login ID,Section,Notes,Exercise 3: abs_static (11),Essay (12),Current Score
    Points Possible,,,,,(read only),4.00,10.00,(read only)
"Arendt, Anna",1,S1,anna,A,hers,3.00,7,35
"Bauer, Ben",2,S2,ben,A,,,EX,
"Curie, Chloé",3,S3,chloe,B,,2.00,,
"""
COLUMN = "Exercise 3: abs_static (11)"


@pytest.fixture
def filled(tmp_path):
    """Fills some results into an export."""

    def make(*results, export=EXPORT, columns=None, policy=None):
        (tmp_path / "export.csv").write_text(export)
        roll = Roll(policy)
        for one in results:
            roll.add(one)
        return fill(read_gradebook(tmp_path / "export.csv"), roll, columns)

    return make


def marks(found):
    """The marks of a filled gradebook, by the student's name."""
    return {line[0]: line[-1] for line in found.lines[2:]}


def test_the_file_has_who_it_is_and_the_columns_that_were_graded(filled, a_result, tmp_path):
    found = filled(a_result("anna", score=2.5, status="failed"), a_result("ben"), a_result("S3", score=0.0))
    write_canvas(tmp_path / "canvas.csv", found)
    assert (tmp_path / "canvas.csv").read_bytes().decode() == (
        "Student,ID,SIS User ID,SIS Login ID,Section,Exercise 3: abs_static (11)\n"
        "    Points Possible,,,,,4.00\n"
        '"Arendt, Anna",1,S1,anna,A,2.5\n'
        '"Bauer, Ben",2,S2,ben,A,4\n'
        '"Curie, Chloé",3,S3,chloe,B,0\n'
    )
    assert found.written == 3
    assert found.words == ("Columns for which nothing was graded, left out: Essay (12)",)


@pytest.mark.parametrize(
    "student", ["anna", "ANNA", " anna ", "S1", "1", "Arendt, Anna", "Anna Arendt", "anna  arendt"]
)
def test_a_student_is_found_by_each_id_and_by_name(filled, a_result, student):
    assert marks(filled(a_result(student))) == {"Arendt, Anna": 4}


def test_accents_may_be_encoded_either_way(filled, a_result):
    assert marks(filled(a_result("Chloe\u0301 Curie"))) == {"Curie, Chloé": 4}


@pytest.mark.parametrize("student", ["an", "annas", "anna@uni.edu", "Arendt", "", "S"])
def test_a_student_is_never_guessed(filled, a_result, student):
    found = filled(a_result(student))
    assert found.written == 0
    assert f"{student}: no SIS Login ID, SIS User ID, ID or name of the gradebook; not written" in found.words


def test_an_id_that_lost_its_zeros_is_offered_and_not_guessed(filled, a_result):
    for student in ("01", "00001"):
        found = filled(a_result(student))
        assert found.written == 0
        assert any(words.startswith(f"{student}: no SIS Login ID") for words in found.words)
        assert any("Arendt, Anna is '1' there: did a spreadsheet take the zeros?" in words for words in found.words)


def test_who_may_be_two_rows_is_told_and_not_written(filled, a_result):
    found = filled(a_result("anna"), export=EXPORT.replace("S2", "anna"))
    assert found.written == 0
    assert "anna: may be Arendt, Anna or Bauer, Ben of the gradebook; not written" in found.words
    assert not any(words.startswith(("Arendt, Anna:", "Bauer, Ben:")) for words in found.words)


def test_two_students_who_would_be_one_row_are_told_and_not_written(filled, a_result):
    found = filled(a_result("anna"), a_result("Anna Arendt", score=1.0))
    assert found.written == 0
    assert "anna and Anna Arendt: the same row of the gradebook; not written" in found.words


def test_who_handed_in_nothing_stays_out_and_is_told(filled, a_result):
    found = filled(a_result("anna"))
    assert set(marks(found)) == {"Arendt, Anna"}
    assert "Curie, Chloé: in the gradebook, but nothing of theirs was graded" in found.words


@pytest.mark.parametrize("status", ["pending", "broken"])
def test_what_is_not_graded_is_never_written(filled, a_result, status):
    found = filled(a_result("anna", status=status, pending_score=1.0), a_result("ben"))
    assert marks(found) == {"Bauer, Ben": 4}
    assert f"anna, {COLUMN}: {status}; the cell stays as it is" in found.words


def test_beside_a_mark_that_is_written_others_keep_what_the_export_has(filled, a_result):
    export = EXPORT.replace("Essay (12)", "Bench (12)").replace("10.00", "4")
    pending = a_result("anna", "10_bench", status="pending", pending_score=1.0, title="Bench")
    found = filled(a_result("anna"), pending, export=export)
    assert found.lines[2][-2:] == (4, "7")


def test_who_is_excused_or_not_assigned_stays_so(filled, a_result):
    export = EXPORT.replace("3.00", "EX").replace("2.00", "N/A")
    found = filled(a_result("anna"), a_result("chloe"), export=export)
    assert found.written == 0
    assert f"anna, {COLUMN}: excused in Canvas; the cell stays as it is" in found.words
    assert f"chloe, {COLUMN}: not assigned to them in Canvas; the cell stays as it is" in found.words


def test_the_score_after_the_late_policy_is_written(filled, a_result):
    due = datetime(2026, 11, 20, tzinfo=UTC)
    late = a_result("anna", handed_in=due + timedelta(hours=1))
    assert marks(filled(late, policy=late_policy({"0h": 0.5}, due))) == {"Arendt, Anna": 2}


@pytest.mark.parametrize(
    "title",
    [
        "Absolute value, by a static argument",
        "Exercise 3 - Absolute Value, by a Static Argument",
        "abs_static",
        "Abs Static",
        "03_abs_static",
        "Exercise 03",
        "exercise3",
        "3",
    ],
)
def test_an_exercise_is_found_by_title_name_and_number(filled, a_result, title):
    export = EXPORT.replace("Exercise 3: abs_static (11)", f'"{title} (11)"')
    assert filled(a_result("anna"), export=export).written == 1


@pytest.mark.parametrize("title", ["Exercise 33", "Absolute value", "static abs", "Exercise 3 again", "²", "?"])
def test_an_exercise_is_never_guessed(filled, a_result, title):
    found = filled(a_result("anna"), export=EXPORT.replace("Exercise 3: abs_static", title))
    assert found.written == 0
    assert "03_abs_static: no column of the gradebook is called by its title" in "\n".join(found.words)


def test_two_columns_that_may_be_meant_are_told(filled, a_result):
    found = filled(a_result("anna"), export=EXPORT.replace("Essay", "Exercise 3"))
    assert found.words[0] == (
        "03_abs_static: Exercise 3: abs_static (11) and Exercise 3 (12) may both be meant; its marks were not written"
    )


def test_a_column_that_may_be_meant_for_two_exercises_is_told(filled, a_result):
    results = a_result("anna", "07_one"), a_result("anna", "07_two")
    found = filled(*results, export=EXPORT.replace("Exercise 3: abs_static", "Exercise 7"))
    assert found.written == 0
    assert "07_one: Exercise 7 (11) may be meant for 07_one and 07_two; its marks were not written" in found.words


@pytest.mark.parametrize("key", ["03_abs_static", "abs_static", "exercise3", "3"])
@pytest.mark.parametrize("column", ["Essay (12)", "Essay", "12"])
def test_a_column_can_be_named(filled, a_result, key, column):
    found = filled(a_result("anna"), export=EXPORT.replace("10.00", "4"), columns={key: column})
    assert found.lines[0][-1] == "Essay (12)"
    assert marks(found) == {"Arendt, Anna": 4}


def test_a_column_that_can_only_be_read_is_not_written_even_if_named(filled, a_result):
    found = filled(a_result("anna"), export=EXPORT.replace("10.00", "(read only)"), columns={"3": "12"})
    assert "03_abs_static: Essay (12) can only be read; its marks were not written" in found.words


def test_other_points_than_the_exercise_has_are_no_scale(filled, a_result):
    found = filled(a_result("anna"), columns={"3": "12"})
    assert found.written == 0
    assert "03_abs_static: Essay (12) is worth 10 points, the exercise 4; its marks were not written" in found.words


def test_a_mark_by_an_earlier_version_with_other_points_is_not_written(filled, a_result):
    found = filled(a_result("anna", max_score=3.0, score=3.0), a_result("ben"))
    assert marks(found) == {"Bauer, Ben": 4}
    assert f"anna, {COLUMN}: graded for 3 points, not 4; the cell stays as it is" in found.words


@pytest.mark.parametrize("possible", ["0", "", "0.00"])
def test_a_column_without_points_of_its_own_takes_any(filled, a_result, possible):
    assert filled(a_result("anna"), export=EXPORT.replace("4.00", possible)).written == 1


def test_semicolons_stay(filled, a_result, tmp_path):
    export = "Student;ID;SIS Login ID;Section;abs_static (1)\n    Points Possible;;;;4,00\nAnna;1;anna;A;3,5\n"
    write_canvas(tmp_path / "canvas.csv", filled(a_result("anna", score=2.5), export=export))
    assert (tmp_path / "canvas.csv").read_text().splitlines()[2] == "Anna;1;anna;A;2.5"


def test_what_is_told_is_plain_text(filled, a_result):
    found = filled(a_result("x\x1b[31m\ny"))
    text = found.text(symbols=False, most=2)
    assert text.splitlines()[0] == "canvas.csv: 0 marks to import"
    assert "\x1b" not in text
    assert text.isascii()
    assert "and 3 more, in summary.txt" in text
