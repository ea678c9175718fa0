"""Keys by their verdicts: which uses are a fault, in which words, and what the grader sees by itself."""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks.key_faults import foreign, given_back, reuse
from grader.checks.keys import Keys
from grader.model.answers import Examined, Followed, Raised
from grader.model.exercise import KeySpec
from grader.model.incidents import Failure, Finding
from grader.model.key_use import KeyUse
from grader.model.questions import Call, Examine
from grader.model.values import Key, Sequence


def key(number: int) -> Key:
    return Key(impl="threefry2x32", shape=(), data=number.to_bytes(8, "big"))


def use(number: int, act: str, *lines: int, by: str = "", times: int = 1) -> KeyUse:
    named = by or {"draw": "normal", "split": "split", "fold": "fold_in", "make": "key"}[act]
    return KeyUse(key=key(number).data.hex(), act=act, by=named, lines=lines, times=times)


@pytest.mark.parametrize(
    ("uses", "words", "line"),
    [
        ([use(1, "draw", 5), use(1, "draw", 6)], "Line 6 (`normal`) draws from the same key as line 5 (`normal`).", 6),
        ([use(1, "split", 5), use(1, "draw", 6)], "Line 6 (`normal`) draws from a key that line 5 splits.", 6),
        ([use(1, "draw", 5), use(1, "split", 6)], "Line 6 splits a key that line 5 (`normal`) draws from.", 6),
        ([use(1, "split", 5), use(1, "split", 6)], "Line 6 splits a key that line 5 splits as well.", 6),
        ([use(1, "draw", 5, times=4)], "Line 5 (`normal`) draws 4 times from one and the same key", 5),
        ([use(1, "split", 5, times=4)], "Line 5 splits one and the same key 4 times", 5),
        ([use(1, "draw", 5), use(1, "draw", 5, by="uniform")], "Line 5 uses one key twice", 5),
        (
            [use(1, "draw", 8, 3), use(1, "draw", 9, 3)],
            "Line 9 (by way of line 3) draws from the same key as line 8",
            9,
        ),
    ],
)
def test_a_key_used_twice_is_told_with_both_lines(uses, words, line):
    fault = reuse(uses)
    assert fault is not None
    assert words in fault.message
    assert fault.line == line


def test_a_key_may_be_folded_into_as_often_as_one_likes():
    assert reuse([use(1, "fold", 5, times=9), use(2, "draw", 6), use(3, "draw", 6)]) is None


def test_who_splits_and_folds_one_key_is_told_that_both_give_the_same_keys():
    uses = [use(1, "fold", 5), use(2, "draw", 5), use(1, "split", 6), use(2, "draw", 7)]
    assert "`split(key)` and `fold_in(key, i)` give the same keys" in reuse(uses).message


def test_a_key_made_inside_is_told_by_the_line_that_makes_it():
    fault = foreign([use(1, "make", 4), use(1, "draw", 5)], [use(1, "make", 4), use(1, "draw", 5)])
    assert (fault.kind, fault.line) == ("key-made-inside", 4)


def test_a_key_from_outside_is_told_by_the_line_that_uses_it():
    fault = foreign([use(1, "draw", 5)], [use(1, "draw", 5)])
    assert (fault.kind, fault.line) == ("foreign-key", 5)


@pytest.mark.parametrize("act", ["draw", "split", "fold"])
def test_a_returned_key_that_was_used_is_told(act):
    result = Sequence(type="tuple", items=(key(1), key(5)))
    fault = given_back(result, [use(1, act, 7)], Sequence(type="tuple", items=(key(2), key(6))))
    assert (fault.kind, fault.line) == ("used-key-returned", 7)


def test_a_returned_key_that_was_not_used_is_right():
    assert given_back(key(3), [use(1, "split", 7), use(2, "draw", 8)], key(4)) is None


def test_a_returned_key_that_is_always_the_same_is_told():
    assert given_back(key(3), [], key(3)).kind == "constant-key-returned"


@pytest.fixture
def judged(doubles):
    """Judges what a function gives for the given key and for another one, and the uses it is said to make."""

    def judge(results, uses, *, findings=(), followed=None, settled=None, whole=True, afresh=None):
        given = key(7)
        exercise = doubles.exercise(doubles.case("a case", given))

        def answer(question):
            if isinstance(question, Examine):
                return Examined(findings=findings)
            mine = question.arguments.positional[0] == given
            if isinstance(question, Call):
                return doubles.returned(results["mine"].pop(0) if mine else results["other"])
            if question.settled and not mine and settled is not None:
                return Followed(uses=(), outcome=doubles.returned(settled))
            outcome = doubles.returned(followed if followed is not None else results["first"])
            return Followed(uses=tuple(uses) if mine else (), outcome=outcome, whole=whole)

        first = results["first"] if afresh is None else afresh
        fresh = [doubles.worker(lambda _: doubles.returned(first))]
        return Keys().judge(doubles.inquiry(exercise, doubles.worker(answer), fresh=fresh))

    return judge


ONE, TWO = np.array([0.25, -1.5]), np.array([0.5, 2.0])


def results(first, again, other):
    return {"first": first, "mine": [first, again], "other": other}


def test_one_draw_from_the_given_key_passes(judged):
    verdict = judged(results(ONE, ONE, TWO), [use(7, "draw", 3)])
    assert (verdict.status, verdict.detail["witness"]) == ("passed", "worker")


def test_two_results_for_one_key_fail_with_the_generator_that_is_to_blame(judged):
    finding = Finding(kind="randomness", fault=True, line=4, subject="np.random")
    verdict = judged(results(ONE, TWO, TWO), [], findings=(finding,))
    assert verdict.message.startswith("Two calls with the same key gave two different results. Line 4 draws with `np.")
    assert verdict.line == 4


def test_another_result_for_the_same_key_in_a_fresh_process_fails(judged):
    verdict = judged(results(ONE, ONE, TWO), [use(7, "draw", 3)], afresh=TWO)
    assert verdict.message.startswith("In a fresh process the same key gave another result.")


def test_one_result_for_two_keys_fails(judged):
    verdict = judged(results(ONE, ONE, ONE), [use(7, "draw", 3)])
    assert verdict.detail["fault"] == "key-ignored"


def test_numbers_that_no_draw_gave_fail(judged):
    assert judged(results(ONE, ONE, TWO), [use(7, "split", 3)]).detail["fault"] == "draws-unseen"


def test_where_not_all_could_be_followed_nothing_is_said_of_draws_that_were_not_seen(judged):
    verdict = judged(results(ONE, ONE, TWO), [use(7, "split", 3)], whole=False)
    assert verdict.status == "passed"
    assert "not all of the function could be followed" in verdict.message


def test_a_function_that_gives_something_else_when_it_is_followed_fails(judged):
    assert "operation by operation" in judged(results(ONE, ONE, TWO), [use(7, "draw", 3)], followed=TWO).message


def test_numbers_that_another_key_changes_while_the_draws_stay_fail(judged):
    verdict = judged(results(ONE, ONE, TWO), [use(7, "draw", 3)], settled=TWO)
    assert (verdict.detail["fault"], "even where each draw gave the same" in verdict.message) == ("draws-unseen", True)


def test_a_case_without_a_key_is_a_problem_of_the_exercise(doubles):
    assert (
        Keys().problems(doubles.exercise(doubles.case("a case", 1.0)))[0][1] == "no argument of case 'a case' is a key"
    )
    drawn = doubles.exercise(doubles.case("a case", KeySpec()))
    assert Keys().problems(drawn) == []


def test_an_exception_is_explained(doubles):
    raised = Raised(failure=Failure(type="TypeError", mro=(), message=""))
    exercise = doubles.exercise(doubles.case("a case", key(7)))
    verdict = Keys().judge(doubles.inquiry(exercise, doubles.worker(lambda _: raised)))
    assert (verdict.status, verdict.line) == ("failed", 7)
