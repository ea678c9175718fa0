"""What becomes of a run that ended early: what was graded counts, the rest is pending and says why."""

from __future__ import annotations

import pytest

from grader.lms.forms import FORMS, renderer
from grader.lms.result import Graded, Occasion
from grader.lms.run_in.concluding import concluded, lean
from grader.lms.run_in.nouns import Due, Planned
from grader.lms.run_in.watching import Watched
from grader.model.exercise import Source


@pytest.fixture
def half(a_report, a_check):
    """A run in which one check of three was graded, and then it ended."""

    def make(end="time", **fields):
        waiting = [a_check(name=name, status="pending", score=None) for name in ("loads", "a", "b", "c")]
        plan = Due(graded=Graded(report=a_report(checks=waiting, status="pending")), left=("a", "b", "c"))
        passed = [a_check(name="loads", max_score=0.0, score=0.0), a_check(name="a")]
        reached = a_report(checks=[*passed, *waiting[2:]], status="pending")
        due = [Due(graded=Graded(report=reached, source=Source(name="x.py", data=b"1")), left=("b", "c"))]
        return Watched(**{"planned": Planned(exercises=(plan,), isolation="uid"), "due": due, "end": end, **fields})

    return make


@pytest.mark.parametrize(
    ("end", "rest"),
    [
        ("time", "the rest ran out of time"),
        ("memory", "the rest ran out of memory"),
        ("stopped", "the platform ended the run before the rest"),
    ],
)
def test_a_run_that_ended_early_says_how_much_was_graded(half, end, rest):
    result = concluded(half(end), 1.0)
    assert result.note == f"1 of 3 checks were graded; {rest}."
    checks = result.exercises[0].report.checks
    assert [(check.status, check.score) for check in checks[1:]] == [
        ("passed", 4.0),
        ("pending", None),
        ("pending", None),
    ]
    assert all(check.message.startswith("Not graded:") for check in checks[2:])


def test_a_run_that_ended_before_it_began_graded_nothing(half):
    plan = half().planned
    result = concluded(half(due=list(plan.exercises)), 1.0)
    assert result.note == "0 of 3 checks were graded; the rest ran out of time."
    assert all(check.message.startswith("Not graded:") for check in result.exercises[0].report.checks)


def test_a_run_that_came_to_its_end_has_no_note(half):
    result = concluded(half("finished"), 1.0)
    assert (result.note, result.broken, result.usage) == ("", "", "")
    assert len(result.exercises) == 1


def test_a_fault_of_ours_is_no_grade(half):
    result = concluded(half("fault", fault="it broke."), 1.0)
    assert result.broken == "it broke."
    assert result.exercises == ()


@pytest.fixture
def two(half, a_report, a_check):
    """A run in which the first exercise was graded to its end, and at the second we failed after one check."""
    found = half("fault", fault="the grader fell over")
    done = Due(graded=Graded(report=a_report(checks=[a_check(name="a")])))
    plan = Planned(exercises=(found.due[0], *found.planned.exercises), isolation="uid", note="x.py was not used.")
    found.planned, found.due = plan, [done, found.due[0]]
    return found


def test_a_fault_at_one_exercise_takes_nothing_from_another(two):
    result = concluded(two, 1.0)
    whole, ours = (one.report for one in result.exercises)
    assert (result.broken, result.note) == ("", "x.py was not used.")
    assert (whole.status, whole.score) == ("passed", 4.0)
    assert ours.status == "broken"
    assert [(check.status, check.message) for check in ours.checks[2:]] == [("broken", "the grader fell over.")] * 2


def test_what_was_not_used_is_told_beside_what_was_not_reached(two):
    two.end = "time"
    assert concluded(two, 1.0).note.startswith("x.py was not used. ")
    assert concluded(two, 1.0).note.endswith("the rest ran out of time.")


def test_a_run_without_a_plan_is_no_grade(half):
    assert "the memory that the platform gives was used up" in concluded(half("memory", planned=None), 1.0).broken


def test_nothing_handed_in_is_an_attempt_that_does_not_count(half):
    result = concluded(half("finished", planned=None, due=[], refused="Hand in something."), 1.0)
    assert result.usage == "Hand in something."


def test_a_lean_result_keeps_scores_and_the_beginning_of_each_message(half):
    whole = concluded(half("time"), 1.0)
    slim = lean(whole)
    assert slim.note == whole.note
    assert [check.score for check in slim.exercises[0].report.checks] == [
        check.score for check in whole.exercises[0].report.checks
    ]
    assert slim.exercises[0].source is None


@pytest.mark.parametrize("form", FORMS)
def test_every_platform_can_be_told_a_lean_result(half, form):
    whole = concluded(half(), 1.0)
    slim = renderer(form)(lean(whole), Occasion())
    assert 0 < len(slim) <= len(renderer(form)(whole, Occasion()))
