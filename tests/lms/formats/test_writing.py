"""What is told of one check: as plain text, Markdown, ANSI and HTML."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.lms.result import Occasion
from grader.lms.statement import statement
from grader.lms.writing import ansi, headed, html, markdown, marked, points, text
from tests.lms.formats import made


def item(*checks):
    return statement(made.result(*checks), Occasion(), longest=1000).items[0]


WRONG = item(made.FAILED)


def test_text_has_the_message_the_line_what_to_try_and_where_to_read():
    assert text(WRONG).split("\n\n") == [
        "Case `one` gives 2, *not* <1>.",
        "exercise3.py:5\n  4 | def f(x):\n> 5 |     return x + 1  # <b>",
        "Try: Look at `abs`.",
        "Read: https://docs.jax.dev/en/latest/",
    ]


def test_a_check_is_headed_by_how_it_ended_and_its_points():
    assert headed(WRONG) == "✗ Right results: 1.5 of 4 points"
    assert headed(item(made.LOADS)) == "✓ The file loads: passed"


def test_what_is_pending_tells_the_points_to_come():
    assert points(item(made.LATER)) == "2 points to come"


def test_ansi_is_the_text_with_labels_in_bold():
    assert "\x1b[1mTry:\x1b[0m Look at `abs`." in ansi(WRONG)


def test_markdown_shows_what_would_mean_something_and_keeps_code():
    assert marked("Case `a*b*` gives *not* <b> [x](y)") == r"Case `a*b*` gives \*not\* &lt;b&gt; \[x\](y)"
    assert "**Try:** Look at `abs`." in markdown(WRONG)


def test_a_fence_is_longer_than_any_run_of_backticks_in_the_code():
    source = made.Source(name="exercise3.py", data=b"x = 1 # `````\n")
    check = made.check(status="failed", line=1)
    found = statement(
        made.Result(exercises=(made.Graded(report=made.report(check), source=source),)), Occasion(), longest=99
    )
    assert "``````\n> 1 | x = 1 # `````\n``````" in markdown(found.items[0])


def test_html_is_escaped_and_is_xml():
    root = ET.fromstring(f"<div>{html(WRONG)}</div>")
    assert "".join(root.itertext()).startswith("Case one gives 2, *not* <1>.")
    assert {element.tag for element in root.iter()} == {"div", "p", "pre", "code", "strong", "a"}


@pytest.mark.parametrize("said", ["# a", "- a", "+ a", "=== a", "1. a", "12) a"])
def test_no_line_of_markdown_begins_a_heading_or_a_list(said):
    mark = said.split()[0].lstrip("0123456789")[0]
    assert f"\\{mark}" in marked(f"a\n{said}").split("\n")[1]


@given(st.text(alphabet=st.sampled_from("ab *_<>&[]()!\n-#=1.\\"), max_size=30))
def test_markdown_has_no_tag_and_no_link_outside_of_code(said):
    assert re.search(r"<|(?<!\\)\]|(?<!\\)\*|^[#+=-]|^ |^\d+[.)]", marked(said), re.MULTILINE) is None


@pytest.mark.parametrize("write", [text, markdown, ansi, html])
def test_a_check_that_has_nothing_to_tell_is_told_in_nothing(write):
    assert write(item(made.check())) == ""
