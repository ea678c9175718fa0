"""Correctness earns points by case, tells one failure whole, and no value of a hidden case."""

import numpy as np
import pytest

from grader.checks.correctness import Correctness
from grader.model import testimony
from grader.model.answers import Diagnosed, Ended, Raised
from grader.model.check import Broken
from grader.model.incidents import Failure, NumberFault


def _doubling(doubles):
    def answer(question):
        number = np.float32(question.arguments.positional[0].text)
        return doubles.returned(np.float32(2 * number))

    return answer


def test_all_right_earns_everything(doubles):
    exercise = doubles.exercise(doubles.case("a", 1.0), doubles.case("b", 2.0))
    script = _doubling(doubles)
    verdict = Correctness(points=4).judge(doubles.inquiry(exercise, doubles.worker(script), doubles.worker(script)))
    assert (verdict.status, verdict.earned, verdict.message) == ("passed", 1.0, "All 2 cases are right.")
    assert [row["score"] for row in verdict.detail["cases"]] == [2.0, 2.0]


def test_points_are_shared_out_by_weight(doubles):
    exercise = doubles.exercise(doubles.case("a", 1.0, weight=3.0), doubles.case("b", 0.0))
    submission = doubles.worker(lambda _: doubles.returned(np.float32(0)))
    verdict = Correctness(points=4).judge(doubles.inquiry(exercise, submission, doubles.worker(_doubling(doubles))))
    assert (verdict.status, verdict.earned) == ("failed", 0.25)
    assert verdict.message == "Case `a`: for x = 1.0: expected 2, got 0."


def test_all_or_nothing_gives_nothing_for_a_part(doubles):
    exercise = doubles.exercise(doubles.case("a", 1.0), doubles.case("b", 0.0))
    submission = doubles.worker(lambda _: doubles.returned(np.float32(0)))
    inquiry = doubles.inquiry(exercise, submission, doubles.worker(_doubling(doubles)))
    assert Correctness(all_or_nothing=True).judge(inquiry).earned == 0.0


def test_a_hidden_case_tells_neither_input_nor_values(doubles):
    exercise = doubles.exercise(doubles.case("secret", 1234.0, hidden=True))
    submission = doubles.worker(lambda _: doubles.returned(np.float32(77)))
    inquiry = doubles.inquiry(exercise, submission, doubles.worker(_doubling(doubles)))
    verdict = Correctness().judge(inquiry)
    everything = verdict.message + str(verdict.detail)
    assert "secret" in everything
    assert not [number for number in ("1234", "2468", "77") if number in everything]


def test_a_visible_failure_is_told_before_a_hidden_one(doubles):
    exercise = doubles.exercise(doubles.case("h", 1.0, hidden=True), doubles.case("v", 2.0))
    submission = doubles.worker(lambda _: doubles.returned(np.float32(0)))
    inquiry = doubles.inquiry(exercise, submission, doubles.worker(_doubling(doubles)))
    assert Correctness().judge(inquiry).message.startswith("Case `v`: for x = 2.0")


def test_an_exception_is_told_with_its_line_and_hint(doubles):
    raised = Raised(failure=Failure(type="KeyError", mro=("KeyError",), message=""))
    exercise = doubles.exercise(doubles.case("a", 1.0))
    inquiry = doubles.inquiry(exercise, doubles.worker(lambda _: raised), doubles.worker(_doubling(doubles)))
    verdict = Correctness().judge(inquiry)
    assert (verdict.line, verdict.hint) == (7, "Try again.")
    assert "KeyError" in verdict.message


def test_a_worker_that_is_gone_fails_the_rest(doubles):
    exercise = doubles.exercise(doubles.case("a", 1.0), doubles.case("b", 2.0))
    inquiry = doubles.inquiry(exercise, doubles.worker(lambda _: Ended(reason="time", line=3)), None)
    verdict = Correctness().judge(inquiry)
    assert (verdict.earned, verdict.line) == (0.0, 3)
    assert verdict.message == "Case `a`: It ended: time. The other 1 could not be run."


def test_a_failing_reference_is_ours(doubles):
    raised = Raised(failure=Failure(type="KeyError", mro=("KeyError",), message=""))
    exercise = doubles.exercise(doubles.case("a", 1.0))
    inquiry = doubles.inquiry(exercise, doubles.worker(_doubling(doubles)), doubles.worker(lambda _: raised))
    with pytest.raises(Broken):
        Correctness().judge(inquiry)


def test_eager_calls_are_judged_too(doubles):
    def only_jitted(question):
        return doubles.returned(np.float32(2.0 if question.how == "as given" else 5.0))

    exercise = doubles.exercise(doubles.case("a", 1.0))
    inquiry = doubles.inquiry(exercise, doubles.worker(only_jitted), doubles.worker(_doubling(doubles)))
    verdict = Correctness(eager=True).judge(inquiry)
    assert verdict.earned == 0.5
    assert "`a, unjitted`" in verdict.message


def test_vmap_stacks_the_visible_cases_that_fit(doubles):
    exercise = doubles.exercise(doubles.case("a", 1.0), doubles.case("b", 2), doubles.case("h", 9.0, hidden=True))
    worker = doubles.worker(lambda _: doubles.returned(np.float32(0)))
    Correctness(vmap=("x",)).judge(doubles.inquiry(exercise, worker, worker))
    mapped = [question for question in worker.asked if question.vmap]
    assert mapped[0].vmap == (0,)
    assert np.frombuffer(mapped[0].arguments.positional[0].data, np.float32).tolist() == [1.0, 2.0]


def test_integer_exact_allows_no_rounding(doubles):
    exercise = doubles.exercise(doubles.case("a", 1.0))
    near = doubles.worker(lambda _: doubles.returned(np.float32(2.0000002)))
    inquiry = doubles.inquiry(exercise, near, doubles.worker(_doubling(doubles)))
    assert Correctness().judge(inquiry).status == "passed"
    assert Correctness(integer_exact=True).judge(inquiry).status == "failed"


def test_unknown_cases_are_the_authors_problem(doubles):
    exercise = doubles.exercise(doubles.case("a", 1.0, tag="small"))
    assert Correctness(cases=("a", "small")).problems(exercise) == []
    assert Correctness(cases=("b",)).problems(exercise) == [("cases", "no case or tag is called 'b'; known: a, small")]
    assert Correctness(vmap=("y",)).problems(exercise)


def test_a_right_result_that_its_program_does_not_give_earns_nothing_and_names_no_hidden_value(doubles):
    exercise = doubles.exercise(doubles.case("a", 1.0), doubles.case("b", 2.0, hidden=True))
    inquiry = doubles.inquiry(exercise, doubles.worker(_doubling(doubles)), doubles.worker(_doubling(doubles)))
    inquiry.witness.testimony = lambda _: testimony.Testimony(kind="result", value=doubles.value(np.float32(777)))
    verdict = Correctness(points=4).judge(inquiry)
    assert (verdict.status, verdict.earned, verdict.detail["witness"]) == ("failed", 0.0, "grader")
    assert ["777" in row["message"] for row in verdict.detail["cases"]] == [True, False]


@pytest.mark.parametrize(("kind", "witness"), [("none", "worker"), ("reference", "grader")])
def test_whose_word_it_is_that_results_come_from_programs_is_told(doubles, kind, witness):
    exercise = doubles.exercise(doubles.case("a", 1.0))
    inquiry = doubles.inquiry(exercise, doubles.worker(_doubling(doubles)), doubles.worker(_doubling(doubles)))
    inquiry.witness.testimony = lambda _: testimony.Testimony(kind=kind)
    assert Correctness(points=4).judge(inquiry).detail["witness"] == witness


def test_programs_are_taken_down_before_any_call_is_made(doubles):
    exercise = doubles.exercise(doubles.case("a", 1.0), doubles.case("b", 2.0))
    asked = []
    submission = doubles.worker(lambda question: asked.append(question) or _doubling(doubles)(question))
    inquiry = doubles.inquiry(exercise, submission, doubles.worker(_doubling(doubles)))
    inquiry.witness.gather = lambda calls: asked.append(len(list(calls)))
    Correctness(points=4).judge(inquiry)
    assert asked[0] == 2


PRODUCT = NumberFault(
    kind="wraps", primitive="mul", line=5, operands=(99999.0, 99998.0), result=9999700002.0, dtype="int32"
)
QUOTIENT = NumberFault(kind="infinite", primitive="div", line=6, operands=(31.5, 0.0), result=np.inf, dtype="float32")
ROOT = NumberFault(kind="nan", primitive="sqrt", line=7, operands=(-31.5,), result=np.nan, dtype="float32")
INDEX = NumberFault(kind="index", primitive="gather", line=8, operands=(37.0, 31.0))
FAULTS = {
    "a product": (PRODUCT, "a product leaves the range of `int32`", "(99999 · 99998 = 9999700002)"),
    "a division": (QUOTIENT, "On line 6, a", "(31.5 / 0)"),
    "a root": (ROOT, "the square root gives nan", "(sqrt of -31.5)"),
    "an index": (INDEX, "an index lies outside its array", "(37, for an axis of 31)"),
}


@pytest.mark.parametrize(("fault", "words", "numbers"), FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("hidden", [False, True])
def test_operation_at_which_numbers_are_lost_is_told_without_numbers_of_hidden_cases(
    doubles, fault, words, numbers, hidden
):
    exercise = doubles.exercise(doubles.case("a", 1.0, hidden=hidden))
    submission = doubles.worker(lambda _: doubles.returned(np.float32(np.inf)))
    fresh = doubles.worker(lambda _: Diagnosed(faults=(fault,)))
    inquiry = doubles.inquiry(exercise, submission, doubles.worker(_doubling(doubles)), fresh=[fresh])
    verdict = Correctness(points=1).judge(inquiry)
    assert words in verdict.message
    assert verdict.line == fault.line
    assert (numbers in verdict.message) != hidden
    assert ("31" in f"{verdict.message} {verdict.hint}" or "999" in verdict.message) != hidden
