"""Reading what Canvas exports."""

from __future__ import annotations

import pytest

from grader.batch.gradebook import GradebookError, read_gradebook

EXPORT = """\
Student,ID,SIS User ID,SIS Login ID,Section,Notes,Abs (static) (11),Bench (12),Current Score,Final Score (2026)
,,,,,,Manual Posting,,,
    Points Possible,,,,,,4.00,10.00,(read only),(read only)
"Arendt, Anna",1,S1,anna,A,,3.50,,35,35
"Bauer, Ben",2,S2,ben,A and B,,,EX,,
"""


@pytest.fixture
def read(tmp_path):
    """Reads a gradebook of this text."""

    def make(text, encoding="utf-8"):
        (tmp_path / "export.csv").write_bytes(text.encode(encoding))
        return read_gradebook(tmp_path / "export.csv")

    return make


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_students_assignments_and_points_are_told_apart(read, encoding):
    book = read(EXPORT, encoding)
    assert [book.heads[index] for index in book.identity] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert [(one.title, one.id, one.possible, one.read_only) for one in book.assignments] == [
        ("Abs (static)", "11", 4.0, False),
        ("Bench", "12", 10.0, False),
    ]
    assert [book.cell(row, "SIS Login ID") for row in book.rows] == ["anna", "ben"]


def test_a_name_goes_both_ways_round(read):
    book = read(EXPORT)
    assert book.names(book.rows[0]) == ("Arendt, Anna", "Anna Arendt")


def test_last_and_first_name_may_have_columns_of_their_own(read):
    book = read("LastName,FirstName,ID,SIS Login ID,Section,X (1)\nArendt,Anna,1,anna,A,3\n")
    assert book.names(book.rows[0]) == ("Arendt, Anna", "Anna Arendt")
    assert len(book.identity) == 5


def test_semicolons_go_with_decimal_commas(read):
    book = read('Student;ID;SIS Login ID;Section;X (1)\n    Points Possible;;;;4,50\n"Arendt, Anna";1;anna;A;3,5\n')
    assert (book.delimiter, book.assignments[0].possible) == (";", 4.5)


def test_a_column_that_canvas_computes_can_only_be_read(read):
    assert read("Student,ID,Section,X (1)\n    Points Possible,,,(read only)\n").assignments[0].read_only


def test_short_lines_and_blank_ones_are_borne(read):
    book = read("Student,ID,Section,X (1)\n\n,,,\nAnna,1\n")
    assert book.rows == (("Anna", "1", "", ""),)


@pytest.mark.parametrize(
    ("text", "encoding", "message"),
    [
        ("", "utf-8", "does not begin with the columns Student"),
        ("name,score\n", "utf-8", "does not begin with the columns Student"),
        ("Student,Name\n", "utf-8", "does not begin with the columns Student"),
        (EXPORT.replace("Anna", "Zoë"), "latin-1", "is not UTF-8 text"),
        ("Student,ID,Section\n" + "x" * 200_000, "utf-8", "is no CSV file"),
    ],
)
def test_what_is_no_gradebook_is_told(read, text, encoding, message):
    with pytest.raises(GradebookError, match=message) as caught:
        read(text, encoding)
    assert "export the gradebook from Canvas once more" in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(GradebookError, match="cannot be read"):
        read_gradebook(tmp_path / "absent.csv")
