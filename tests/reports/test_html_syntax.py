"""Python in colours, which change none of its characters."""

from __future__ import annotations

import pytest

from grader.reports.plain import clean, spelled
from tests.reports.full import HOSTILE


@pytest.mark.parametrize("text", ["plain", "naïve été 数", "a\tb", HOSTILE])
def test_what_is_spelled_out_can_be_shown(text):
    assert clean(spelled(text)) == spelled(text)
    assert not set(spelled(text)) & {"\x00", "\x1b", "\u202e"}
