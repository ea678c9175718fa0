"""Plain text for a screen of so many columns."""

from __future__ import annotations

import pytest

from grader.batch.sheet import Sheet, columns


@pytest.mark.parametrize("text", ["word " * 60, "x" * 300, "学生" * 90, "é" * 200, "a " + "学生" * 90, "x" * 77 + "学"])
def test_no_line_is_wider_than_the_screen(text):
    sheet = Sheet(80)
    sheet.line(text, indent=4)
    sheet.paragraph(text, indent=2)
    sheet.table(("check", "points"), [([text, "4"], [text])], indent=2)
    assert max(map(columns, sheet.text.splitlines())) <= 80


@pytest.mark.parametrize("text", ["one two three " * 20, "x" * 300, "a" + "学生" * 90])
def test_a_paragraph_loses_nothing(text):
    sheet = Sheet(60)
    sheet.paragraph(text, indent=2)
    assert "".join(sheet.text.split()) == "".join(text.split())


def test_a_line_is_cut_where_it_is_too_long():
    sheet = Sheet(40)
    sheet.line("x" * 50)
    assert sheet.text == "x" * 39 + "…\n"


def test_where_there_is_only_ascii_all_is_ascii():
    sheet = Sheet(40, symbols=False)
    sheet.line("Zoë → 3 × " + "x" * 50)
    sheet.paragraph("Zoë …")
    assert sheet.text.isascii()
    assert sheet.text.startswith("Zo? -> 3 x xx")
    assert sheet.text.splitlines()[0].endswith("...")


def test_nothing_that_steers_a_terminal_comes_through():
    sheet = Sheet(80)
    sheet.line("\x1b[31mred\x1b[0m\nnext\x07\u202e")
    sheet.paragraph("a\r\nb\x00")
    assert sheet.text == "red next\na b\n"


def test_a_table_has_its_numbers_to_the_right_and_lines_below_its_rows():
    sheet = Sheet(80)
    sheet.table(("check", "points"), [(["loads", "0"], []), (["correctness", "10"], ["why"])], indent=2)
    assert sheet.text.splitlines() == [
        "  check        points",
        "  loads             0",
        "  correctness      10",
        "      why",
    ]


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("学生", 4), ("e\u0301", 1), ("a\u200d", 1), ("", 0)])
def test_columns_of_a_text(text, width):
    assert columns(text) == width
