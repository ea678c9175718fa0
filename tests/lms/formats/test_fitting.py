"""Texts, names and files that fit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.lms.fitting import LONGEST, cut, encoded, fitted, one_line, unique


def test_a_text_is_cut_and_says_by_how_much():
    assert cut("x" * 10, 4) == "xxxx … (6 more characters are not shown)"
    assert cut("\x1b[31mred\x00", 4) == "red"


def test_a_name_has_one_line():
    assert one_line("one\n\n two\tthree ") == "one two three"
    assert len(one_line("x" * 5000)) == 200


@given(st.lists(st.sampled_from(["a", "a (2)", "a (3)", "b"])))
def test_every_name_is_there_once_and_in_its_place(names):
    found = unique(names)
    assert len(set(found)) == len(names)
    assert all(new.startswith(old) for old, new in zip(names, found, strict=True))


def test_the_whole_is_made_with_texts_as_long_as_fit():
    assert len(fitted(lambda longest: b"x" * longest, 300)) == 200
    assert len(fitted(lambda longest: b"x" * longest)) == LONGEST[0]


def test_what_does_not_fit_at_all_is_made_with_the_shortest():
    assert len(fitted(lambda longest: b"x" * longest, 1)) == LONGEST[-1]


def test_json_has_one_line_of_ascii_and_no_nan():
    assert encoded({"a": "é\n"}) == b'{"a": "\\u00e9\\n"}\n'
    with pytest.raises(ValueError, match="Out of range"):
        encoded({"a": float("nan")})
