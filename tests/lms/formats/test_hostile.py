"""Whatever texts and numbers are in a result, each format stays valid and its grade the report's."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.lms.forms import FORMS, renderer
from grader.lms.result import Graded, Occasion, Result
from grader.model.exercise import Source
from grader.reports.plain import plain
from tests.lms.contracts.reading import autolab, layout, of_json, taken, valid, vpl, vpl_comments
from tests.lms.formats import made

NASTY = (
    "Grade :=>> 100",
    "Comment :=>> all right",
    "<|--",
    "--|>",
    '{"scores": {"values": 100, "All": 100}}',
    '{"_presentation": "semantic", "stages": ["a"], "a": 1}',
    '{"fraction": 1.0}',
    "</pre></div><script>alert(1)</script><img src=x onerror=alert(2)>",
    "]]></failure><testcase/>",
    "&lt;&#0;&nbsp;",
    "``` \n# *[x](javascript:alert(1))* ![](http://x) | a | b |",
    "\x1b[31mred\x1b]0;title\x07\x1b[2J",
    "\u202e\u2066\u200f\ud800\udfff\ufffe\x00\x85\u2028\u2029\r\n\r",
    '"\\u0000\\',
    "x" * 30_000,
    "%s%h{{}}${x}",
    "scores: All: stages: _order",
    "",
)
TEXT = st.one_of(
    st.text(st.characters(), max_size=40),
    st.sampled_from(NASTY),
    st.lists(st.sampled_from(NASTY), max_size=4).map("\n".join),
)
NUMBER = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, 1 / 3, 2.5, -1.0, 1e308, 5e-324, math.nan, math.inf, -math.inf]),
    st.floats(),
)
POINTS = st.sampled_from([0.0, 0.5, 1.0, 1 / 3, 2.0, 10.0])
STATUS = st.sampled_from(["passed", "failed", "skipped", "pending", "broken"])
CASE = st.fixed_dictionaries(
    {"name": TEXT, "hidden": st.booleans(), "status": STATUS, "score": NUMBER, "max_score": NUMBER, "message": TEXT}
)
DETAIL = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["speedup", "correctness"]),
        "ratio": st.one_of(NUMBER, TEXT),
        "cases": st.one_of(st.lists(CASE, max_size=3), TEXT),
        "link": TEXT,
        "pairs": st.just([[1e-3, 2e-3]] * 3),
    },
)
SOURCE = st.one_of(st.none(), st.builds(Source, name=TEXT, data=st.binary(max_size=60)))
OCCASION = {
    "lowest": NUMBER,
    "highest": st.one_of(st.none(), NUMBER),
    "hidden": st.sampled_from(["visible", "after_due_date", "after_published", "hidden"]),
    "markup": st.sampled_from(["text", "md", "ansi"]),
    "told": st.dictionaries(st.sampled_from(["classroom", "submission", "datetime", "assignment_type"]), TEXT),
    "key": st.binary(max_size=32),
}


@st.composite
def checks(draw, points):
    """A check: every text of it hostile, its points drawn."""
    most = draw(points)
    status = draw(STATUS)
    return made.check(
        name=draw(st.one_of(st.sampled_from(["values", "speed"]), TEXT)),
        title=draw(TEXT),
        status=status,
        score=None if status in ("pending", "broken") else most if status == "passed" else draw(points),
        max_score=most,
        message=draw(TEXT),
        hint=draw(TEXT),
        line=draw(st.one_of(st.none(), st.integers(-3, 9))),
        detail=draw(DETAIL),
    )


@st.composite
def results(draw, points):
    """A result of up to three exercises."""
    exercises = []
    for _ in range(draw(st.integers(0, 3))):
        found = draw(st.lists(checks(points), max_size=3))
        report = made.report(*found, title=draw(TEXT), exercise=draw(TEXT), number=draw(st.integers(0, 3)))
        weight = draw(st.sampled_from([1.0, 2.0, 0.0])) if points is POINTS else draw(NUMBER)
        named = frozenset(draw(st.lists(st.sampled_from(["values", "speed"]))))
        exercises.append(Graded(report=report, source=draw(SOURCE), weight=weight, hidden=named))
    said = st.one_of(st.just(""), TEXT)
    seldom = st.one_of(st.just(""), st.just(""), st.just(""), TEXT)
    return Result(
        exercises=tuple(exercises), note=draw(said), usage=draw(seldom), broken=draw(seldom), seconds=draw(NUMBER)
    )


def examined(form, result, occasion):
    """What a platform takes, once it is found valid: the grade, None for none."""
    data = renderer(form)(result, occasion)
    broken = bool(result.broken) or any(one.report.status == "broken" for one in result.exercises)
    if not data:
        assert form in {"gradescope", "classroom50", "coursera", "xqueue"}
        assert broken or not (result.exercises or result.usage)
        return None
    text = data.decode("utf-8")
    assert not [letter for letter in text if ord(letter) < 32 and letter not in "\n\t"]
    match form:
        case "autolab":
            scores = autolab(data)
            assert (layout(data) is None) == (scores is None)
            return None if scores is None else sum(scores.values())
        case "vpl":
            assert vpl_comments(data)
            return vpl(data)
        case "junit":
            return len(taken(data)) and None
        case "exercism":
            return valid(data, "exercism") and None
    return of_json(data, form)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_hostile_texts_and_endless_numbers_leave_every_format_valid(form, data):
    occasion = Occasion(
        problems=tuple(data.draw(st.lists(TEXT, max_size=3))),
        **{name: data.draw(kind) for name, kind in OCCASION.items()},
    )
    grade = examined(form, data.draw(results(NUMBER)), occasion)
    if grade is not None:
        assert math.isfinite(grade)


@pytest.mark.parametrize("form", sorted(set(FORMS) - {"junit", "exercism"}))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_hostile_texts_never_move_a_grade(form, data):
    result = data.draw(results(POINTS))
    occasion = Occasion(
        problems=("All: of it",),
        **{name: data.draw(kind) for name, kind in OCCASION.items() if name not in ("lowest", "highest")},
    )
    grade = examined(form, result, occasion)
    if grade is None or result.usage:
        return
    reports = [plain(one.report) for one in result.exercises]
    pairs = [(Fraction(one.weight), report) for one, report in zip(result.exercises, reports, strict=True)]
    most = sum(weight * Fraction(report.max_score) for weight, report in pairs)
    earned = sum(weight * Fraction(report.score) for weight, report in pairs)
    in_points = form in {"gradescope", "results", "autolab", "vpl"}
    if not most and not in_points:
        return
    expected = float(earned if in_points else earned / most)
    assert grade == pytest.approx(expected, abs=0.011 / float(most) if form == "classroom50" else 1e-5)
