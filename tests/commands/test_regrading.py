"""When all but speed is shown before that is timed."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from grader.checks.correctness import Correctness
from grader.checks.speedup import Speedup
from grader.commands.regrading import only_timing
from grader.settling import unreached

_VALUES = Correctness(name="correctness")
_SPEED = Speedup(name="speedup", over="starter", case="a", at_least=2.0)


@pytest.fixture
def timing(a_check, a_report):
    """Whether only timing is left, after values of which so many of four points were earned; None: not reached."""

    def tell(status, score):
        found = a_check(status=status, score=score, detail={"kind": "correctness"})
        checks = (unreached(_VALUES) if status == "pending" else found, unreached(_SPEED))
        left = {check.name for check in checks if check.status == "pending"}
        return only_timing(a_report(checks=checks), SimpleNamespace(checks=(_VALUES, _SPEED)), left)

    return tell


def test_speed_is_left_where_all_before_it_is_right(timing):
    assert timing("passed", 4.0)


@pytest.mark.parametrize(("status", "score"), [("skipped", 0.0), ("failed", 3.0)])
def test_speed_that_an_earlier_check_stands_before_is_not_waited_for(timing, status, score):
    assert not timing(status, score)


def test_what_is_not_timed_is_judged_first(timing):
    assert not timing("pending", None)


def test_nothing_is_left_at_the_end(a_check, a_report):
    assert not only_timing(a_report(checks=(a_check(),)), SimpleNamespace(checks=(_VALUES,)), ())
