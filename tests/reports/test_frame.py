"""The frame around a student's line."""

from __future__ import annotations

import pytest

from grader.model.exercise import Source
from grader.reports.frame import frame, place


def source(text: str | bytes, **given) -> Source:
    data = text.encode() if isinstance(text, str) else text
    return Source(name="exercise3.py", data=data, **given)


def numbers(lines) -> list[int]:
    return [line.number for line in lines]


def test_two_lines_stand_on_either_side():
    shown = frame(source("a\nb\nc\nd\ne\nf\ng\n"), 4)
    assert numbers(shown) == [2, 3, 4, 5, 6]
    assert [line.text for line in shown if line.marked] == ["d"]


def test_the_frame_ends_with_the_file():
    assert numbers(frame(source("a\nb"), 2)) == [1, 2]


def test_blank_lines_at_its_ends_are_left_out():
    assert numbers(frame(source("a\n\n\nd\n\n\n"), 4)) == [4]


@pytest.mark.parametrize("line", [0, -1, 3, None])
def test_a_line_that_does_not_exist_has_no_frame(line):
    assert frame(source("a\nb"), line) == ()


def test_only_python_line_ends_count():
    """A form feed and a Unicode line separator end no line for Python, so the numbering ignores them."""
    shown = frame(source("a\x0c\u2028b\r\nc\rd\n"), 2, around=0)
    assert shown[0].text == "c"


def test_a_byte_order_mark_and_a_coding_line_are_honoured():
    assert frame(source(b"\xef\xbb\xbfx = 1\n"), 1)[0].text == "x = 1"
    assert frame(source("# coding: latin-1\né = 1\n".encode("latin-1")), 2, around=0)[0].text == "é = 1"


def test_bytes_that_are_no_text_do_not_fail():
    assert frame(source(b"x = '\xff'\n"), 1)[0].text == "x = '\ufffd'"


def test_a_place_can_be_clicked_and_a_notebooks_place_has_its_label():
    assert place(source("a"), "dir/exercise3.py", 1) == "dir/exercise3.py:1"
    assert place(source("a", lines={1: "cell 3, line 2"}), "work.ipynb", 1) == "work.ipynb, cell 3, line 2"
