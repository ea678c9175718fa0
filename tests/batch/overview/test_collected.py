"""What of a class is gathered for its page."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from grader.batch.late import LatePolicy
from tests.batch.conftest import NOON

BOTH = {"status": "failed", "score": 0.0, "message": "Line 7 decides.", "cause": "python-if"}


def groups(found):
    """Whose submissions need attention, by kind."""
    return {kind: [one.student for one in group.first] for kind, group in found.groups.items() if group.count}


@pytest.fixture
def unread(graded, check):
    """A result of a file that could not be read."""
    found = graded(
        "uma", checks=[check("loads", "failed", 0.0, 0.0, "It is no notebook."), check(status="skipped", score=0.0)]
    )
    environment = msgspec.structs.replace(found.report.environment, python="", isolation="")
    return msgspec.structs.replace(found, report=msgspec.structs.replace(found.report, environment=environment))


def test_who_needs_attention_is_told_by_the_first_reason_that_fits(collected, graded, check, unread):
    found = collected(
        graded("ada"),
        graded("bob", checks=[check(status="failed", score=2.0)]),
        graded("cy", checks=[check(status="failed", score=0.0)]),
        graded("dee", checks=[check(status="pending"), check("purity", "failed", 0.0)]),
        graded("eva", checks=[check(status="broken"), check("purity", "pending")]),
        unread,
    )
    assert groups(found) == {"broken": ["eva"], "unread": ["uma"], "pending": ["dee"], "zero": ["cy"]}
    assert found.concerned == 4


def test_a_student_with_two_concerns_is_one_who_needs_attention(collected, graded, check):
    none = [check(status="failed", score=0.0)]
    found = collected(graded("cy", checks=none), graded("cy", "05_static_loop", checks=none))
    assert (found.concerned, found.groups["zero"].count) == (1, 2)


def test_what_lateness_took_whole_is_told_so(collected, graded):
    late = graded("ada", handed_in=NOON + timedelta(days=9), due=NOON)
    found = collected(late, policy=LatePolicy(steps=((0.0, 0.0),)))
    assert [one.words for one in found.groups["zero"].first] == ["late, so that none of its 10 points are left"]


def test_only_so_many_names_are_kept_of_a_kind(collected, graded, check):
    found = collected(*(graded(f"s{at}", checks=[check(status="failed", score=0.0)]) for at in range(300)))
    assert (found.groups["zero"].count, len(found.groups["zero"].first)) == (300, 200)


def test_a_submission_counts_once_for_a_cause_that_several_of_its_checks_have(collected, graded, check):
    found = collected(
        graded("ada", checks=[check("traces", **BOTH), check("purity", **BOTH)]),
        graded("bob", checks=[check("purity", **BOTH)]),
    )
    [one] = found.exercises
    (cause,), others = one.causes(5)
    assert (cause.count, cause.students, cause.checks, others) == (2, ["ada", "bob"], ["Traces", "Purity"], 0)


def test_causes_come_commonest_first_and_the_others_are_counted(collected, graded, check):
    failing = [
        check(status="failed", score=0.0, cause=f"cause-{at % 4 and 1}" if at < 8 else f"rare-{at}") for at in range(10)
    ]
    [one] = collected(*(graded(f"s{at}", checks=[each]) for at, each in enumerate(failing))).exercises
    common, others = one.causes(2)
    assert ([(each.name, each.count) for each in common], others) == ([("cause-1", 6), ("cause-0", 2)], 2)


def test_a_class_whose_every_message_is_another_one_does_not_fill_the_memory(collected, graded, check):
    some = (graded(f"s{at}", checks=[check(status="failed", score=0.0, cause=f"c{at}")]) for at in range(700))
    [one] = collected(*some).exercises
    common, others = one.causes(1)
    assert ((common[0].name, common[0].count), others) == (("other causes", 200), 500)


def test_only_a_settled_check_has_a_speed_up(collected, graded, check):
    found = collected(
        graded("ada", checks=[check("speedup", ratio=12.0, threshold=10.0)]),
        graded("bob", checks=[check("speedup", "failed", 0.0, ratio=4.0, threshold=10.0)]),
        graded("cy", checks=[check("speedup", "pending", ratio=11.0, threshold=10.0)]),
        graded("dee", checks=[check("speedup", "failed", 0.0, ratio=float("nan"))]),
        graded("eve", checks=[check("speedup", "failed", 0.0, ratio=1e308)]),
        graded("fay", checks=[check("speedup", "failed", 0.0, ratio=10**400)]),
    )
    [speeds] = found.exercises[0].speeds.values()
    assert (list(speeds.ratios), speeds.asked, speeds.reached) == ([12.0, 4.0], 10.0, 1)


def test_hints_are_those_that_reports_give(collected, graded, check):
    hint = msgspec.structs.replace(check(status="failed", score=0.0), hint="Try it.")
    [one] = collected(graded("ada", checks=[hint, hint]), graded("bob"), graded("cy", checks=[hint])).exercises
    assert (one.hinted, one.hints) == (2, 3)
