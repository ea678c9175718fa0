"""What structure makes of the programs that workers trace; whole files are judged by ``grade lint``."""

from __future__ import annotations

import pytest

from grader.checks.structure import Structure
from grader.model.answers import Traced


@pytest.mark.parametrize(("again", "status"), [("{ a = sin x }", "passed"), ("{ a = mul x 0.3 }", "failed")])
def test_cases_that_must_give_the_same_program_are_traced_in_a_worker_each(doubles, again, status):
    """One worker would hand out its first trace again, where shapes and dtypes are the same."""
    exercise = doubles.exercise(doubles.case("a", 1.0), doubles.case("b", 2.0))
    first, fresh = (
        doubles.worker(lambda _, text=text: Traced(whole=True, equations=1, jaxpr=text))
        for text in ("{ a = sin x }", again)
    )
    inquiry = doubles.inquiry(exercise, first, fresh=[fresh])
    assert Structure(equal=("a", "b")).judge(inquiry).status == status


def test_a_forbidden_primitive_is_named_with_its_line(doubles):
    traced = Traced(whole=True, equations=1, primitives={"pallas_call": 1}, lines={3: {"pallas_call": 1}})
    inquiry = doubles.inquiry(doubles.exercise(doubles.case("a", 1.0)), doubles.worker(lambda _: traced))
    verdict = Structure(forbidden=("pallas_call",)).judge(inquiry)
    assert (verdict.status, verdict.line) == ("failed", 3)
    assert "has `pallas_call` in it (line 3)" in verdict.message
