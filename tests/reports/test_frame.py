"""The frame around a student's line."""

from __future__ import annotations

import pytest

from grader.model.exercise import Source
from grader.reports.frame import fitted, frame, place


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


LONG = "    total = " + " + ".join(f"part_{number}" for number in range(20)) + " + float(x)  # and so on"


def test_a_line_that_fits_is_left_alone():
    assert fitted("x = 1", 5, "`x`") == "x = 1"


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("It is too long.", "    total = part_0 + part_1 + part_2 + …"),
        ("`part_1` is not `float(x)`.", "    total = part_0 + part_1 + part_2 + …"),
        ("The value in `float(x)` is not known.", "…float(x)  # and so on"),
        ("`y` is not there.", "    total = part_0 + part_1 + part_2 + …"),
    ],
)
def test_a_long_line_is_cut_where_a_message_does_not_quote_it(message, shown):
    cut = fitted(LONG, 40, message)
    assert shown.strip("…") in cut
    assert cut.startswith("…") == shown.startswith("…")
    assert len(cut) == 40


@pytest.mark.parametrize("room", [10, 20, 40, 80])
@pytest.mark.parametrize("more", ["…", "..."])
def test_a_cut_line_is_as_long_as_its_room(room, more):
    for message in ("", "`float(x)`", "`part_7 + part_8`"):
        assert len(fitted(LONG, room, message, more)) == room
