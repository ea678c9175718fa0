"""Python in colours, which change none of its characters."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model.exercise import Source
from grader.reports.frame import lines
from grader.reports.html import render
from grader.reports.html_syntax import coloured
from grader.reports.plain import clean, spelled
from tests.reports.full import HOSTILE, report, setting


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("if x:  # why", '<span class="k">if</span> x:  <span class="c"># why</span>'),
        ('x = """a\nb""" + y', '<span class="s">b&quot;&quot;&quot;</span> + y'),
        ("\tx = 1 if", "\tx = 1 <span"),
        ("x = (\n) ) '", "<code>x = (</code>"),
        ("é = 'ü' 😀", "é = <span"),
        ("\x00 1", "[U+0000] 1"),
    ],
)
def test_python_is_coloured_as_far_as_it_is_python(code, shown):
    assert shown in render(report(checks=()), setting(code))


@given(st.text(alphabet=st.sampled_from("ab \t\n\\'\"#{}()f\x0c\u202e😀<&"), max_size=60))
def test_colours_change_no_character(code):
    source = Source(name="a.py", data=code.encode())
    bare = [unescape(re.sub("</?span[^>]*>", "", line)) for line in coloured(lines(source))]
    assert bare == [spelled(line) for line in lines(source)]


@pytest.mark.parametrize("text", ["plain", "naïve été 数", "a\tb", HOSTILE])
def test_what_is_spelled_out_can_be_shown(text):
    assert clean(spelled(text)) == spelled(text)
    assert not set(spelled(text)) & {"\x00", "\x1b", "\u202e"}
