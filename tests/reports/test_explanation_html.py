"""What ``grade explain --format html`` shows."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from grader.model.answers import Traced
from grader.model.exercise import Source
from grader.reports.explanation_html import render
from grader.reports.setting import Setting

SETTING = Setting(source=Source(name="exercise3.py", data=b"x = '<b>'\n"), path="exercise3.py")
PROGRAM = Traced(whole=True, equations=2, jaxpr="{ lambda ; a:f32[]. let\n    b:f32[] = neg a\n  in (b,) }")
NASTY = '<script>alert(1)</script> & "quoted" \x1b[31m'


class Reader(HTMLParser):
    """Checks that elements nest, and remembers their names."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag, attrs):
        del attrs
        self.seen.append(tag)
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        del attrs
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture
def page(a_report, a_check):
    """The page on these details of checks."""

    def make(*details, programs=(), **given):
        checks = tuple(a_check(name=f"check-{at}", title="Speed", detail=detail) for at, detail in enumerate(details))
        return render(a_report(checks=checks, **given), programs, SETTING)

    return make


def test_all_that_was_observed_is_on_the_page(page, timed):
    text = page(
        {"compilations": [{"program": "jit(f)", "line": 1, "cause": "arg x: f32[3] → f32[4]"}]},
        {"findings": [{"kind": "global", "fault": True, "line": 1, "detail": "`count` changed"}]},
        timed(),
        programs=[("case 1", PROGRAM, "")],
    )
    for words in (
        "case 1 (2 equations)",
        "    b:f32[] = neg a\n",
        '<a href="#line-1">exercise3.py:1</a> jit(f): arg x: f32[3] → f32[4]<pre>x = &#x27;&lt;b&gt;&#x27;</pre>',
        "global: <code>count</code> changed",
        "Speed: 120 times as fast (between 110 and 125), asked: 50",
        "<td>&lt;small&gt;</td><td>10</td><td>40 µs</td><td>12 µs</td>",
    ):
        assert words in text


def test_the_plots_are_drawn_in_the_page(page, timed):
    assert len(re.findall("<figure[^>]*>\n<svg ", page(timed()))) == 3


def test_plots_of_two_checks_have_names_of_their_own(page, timed):
    names = re.findall(r' id="(plot[^"]+)"', page(timed(), timed()))
    assert len(names) == len(set(names)) == 12


def test_what_was_not_looked_at_is_said_to_be_so(page):
    text = page()
    assert "There is none" in text
    assert "None was counted." not in text
    assert text.count("This exercise does not look at it") == 3


def test_where_there_is_no_program_what_was_said_of_the_file_is_told(a_report, a_check):
    lost = a_check(name="values", title="Values", status="failed", message="The file defines no function `f`.")
    text = render(a_report(checks=(lost,)), (), SETTING)
    assert "There is none. The file defines no function <code>f</code>." in text


def test_a_long_blueprint_is_cut_and_says_how_to_see_the_rest(page):
    long = Traced(whole=True, equations=500, jaxpr="\n".join(f"line {number}" for number in range(500)))
    assert "420 lines are left out; --full shows all." in page(programs=[("case 1", long, "")])


def test_the_page_nests_and_runs_nothing(page, timed):
    reader = Reader()
    rows = [{"program": NASTY, "line": 1, "cause": NASTY}]
    findings = [{"kind": NASTY, "fault": True, "detail": NASTY, "line": None}]
    evil = Traced(whole=True, equations=1, jaxpr=NASTY)
    sizes = [{**row, "case": NASTY} for row in timed()["sizes"]]
    text = page(
        {"compilations": rows, "findings": findings},
        timed(platform=NASTY, sizes=sizes),
        programs=[(NASTY, evil, ""), ("other", None, NASTY)],
        title=NASTY,
    )
    reader.feed(text)
    assert reader.open == []
    assert "script" not in reader.seen
    assert "\x1b" not in text


def test_the_page_needs_nothing_else(page, timed):
    assert set(re.findall(r"https?://[^\"]*|url\(|@import|<img|src=", page(timed()))) == {"http://www.w3.org/2000/svg"}
