"""Gradient: that of the result, and that of twice the result."""

import msgspec
import pytest

from grader.checks.gradient import Gradient
from grader.model.incidents import Derivative


@pytest.fixture
def judged(doubles):
    """Judges gradients of a function whose own is 3; the submission's answers are a function of the cotangent."""

    def judged(answer, derivatives=(), **fields):
        def answers(gradient):
            return lambda question: doubles.returned(gradient(question.cotangent))

        inquiry = doubles.inquiry(
            doubles.exercise(doubles.case("a", 1.0)),
            doubles.worker(answers(answer)),
            reference=doubles.worker(answers(lambda cotangent: 3.0 * cotangent)),
        )
        inquiry.loaded = msgspec.structs.replace(inquiry.loaded, derivatives=derivatives)
        return Gradient(name="gradient", **fields).judge(inquiry)

    return judged


def test_a_gradient_that_goes_with_the_result_passes(judged):
    assert judged(lambda cotangent: 3.0 * cotangent).status == "passed"


def test_a_rule_that_leaves_out_the_cotangent_fails_on_its_line(judged):
    rule = Derivative(of="f", kind="bwd", name="backward", line=7, unused="g")
    verdict = judged(lambda _: 3.0, derivatives=(rule,))
    assert (verdict.status, verdict.line) == ("failed", 7)
    assert "twice the result" in verdict.message
    assert "`backward`, the rule of `f`, leaves out `g`" in verdict.message
    assert "return (g * derivative,)" in verdict.hint


def test_no_rule_is_accused_where_each_uses_what_comes_in(judged):
    rule = Derivative(of="f", kind="bwd", name="backward", line=7)
    verdict = judged(lambda _: 3.0, derivatives=(rule,))
    assert (verdict.status, verdict.line) == ("failed", None)
    assert "backward" not in verdict.message


def test_at_a_kink_twice_the_result_is_not_asked(judged):
    assert judged(lambda _: 3.0, finite=True).status == "passed"
