"""Memory: what became of a call's arguments is judged by name, and temporary memory against another file's."""

import msgspec
import numpy as np
import pytest

from grader.checks.memory import Memory, Temporary
from grader.model import testimony as program
from grader.model.answers import Unexported
from grader.model.check import Broken
from grader.model.exercise import Signature
from grader.model.memory import Buffer, Donated, Kept, Weighed
from grader.model.questions import Call, Weigh

GONE = {"donated": True, "deleted": True, "reused": True}
RIGHT = Donated(buffers=(Buffer(argument=0, type="f32[3]", **GONE), Buffer(argument=1, type="f32[3]")))
UPDATE = Memory(name="donation", donated=("state",), kept=("g",))


def told(state=GONE, g=None, unusable=()):
    """What a worker tells of the arguments of update(state, g)."""
    first = {"type": "f32[3]", "results": ("f32[3]",), **state}
    second = {"type": "f32[3]", "results": ("f32[3]",), **(g or {})}
    return Donated(buffers=(Buffer(argument=0, **first), Buffer(argument=1, **second)), unusable=unusable)


@pytest.fixture
def asked(doubles):
    """The inquiry of an exercise on update(state, g)."""

    def asked(submission, reference=None, starter=None, witness=None, spent=(0,)):
        case = doubles.case("a", 1.0)
        exercise = doubles.exercise(
            type(case)(name="a", arguments={"state": doubles.value(1.0), "g": doubles.value(1.0)})
        )
        exercise = type(exercise)(
            **{name: getattr(exercise, name) for name in exercise.__struct_fields__}
            | {"signature": Signature(name="update", positional=("state", "g"))}
        )
        workers = [None if one is None else doubles.worker(one) for one in (submission, reference, starter)]
        later = msgspec.structs.replace(doubles.returned(1.0), spent=spent)
        inquiry = doubles.inquiry(
            exercise, workers[0], fresh=[doubles.worker(lambda _: later)], reference=workers[1], starter=workers[2]
        )
        inquiry.witness = witness or inquiry.witness
        return inquiry

    return asked


@pytest.fixture
def donation(asked):
    return lambda answer: UPDATE.judge(asked(lambda _: answer, lambda _: RIGHT))


def test_a_state_that_is_written_over_beside_a_gradient_that_stays_passes(donation):
    verdict = donation(told())
    assert verdict.status == "passed"
    assert verdict.message == "The result lies in the memory of `state`, and `g` can still be used."
    assert verdict.detail == {"witness": "worker"}


WRONG = {
    "not donated": (told({"line": 7}), "`state` is not donated: the jitted function that gets it must not write", 7),
    "passed to nothing": (told({}), "`state` is not donated: no jitted function gets it", None),
    "deleted": (told({"deleted": True}), "its memory is donated to no jitted function", None),
    "lies elsewhere": (told({"donated": True, "deleted": True}), "the array that comes back lies elsewhere", None),
    "no result fits": (
        told({"donated": True, "results": ("f32[]", "f32[2]")}),
        "it is f32[3], and what the jitted function returns is f32[], f32[2].",
        None,
    ),
    "no result": (told({"donated": True, "results": ()}), "it is f32[3], and it returns none", None),
    "another took it": (told({"donated": True}, GONE), "that of `g` is donated, too, and was taken", None),
    "the other one": (told({}, {**GONE, "line": 3}), "`g` is donated, and `state` is not", 3),
    "both": (told(g={"donated": True, "line": 4}), "`g` is donated, too, and whoever calls goes on using it. It is", 4),
    "both gone": (told(g={"donated": True, "deleted": True}), "`g` is donated, too, and gone after the call", None),
    "g deleted": (told(g={"deleted": True}), "`g` is deleted by the call", None),
    "something else": (told(unusable=("f32[9]",)), "no use for memory that is donated in this call, of f32[9]", None),
}


@pytest.mark.parametrize(("answer", "words", "line"), WRONG.values(), ids=WRONG)
def test_the_cause_is_told(donation, answer, words, line):
    verdict = donation(answer)
    assert verdict.status == "failed"
    assert words in verdict.message
    assert verdict.line == line


@pytest.mark.parametrize(
    ("spent", "words"),
    [((), "`state` is still there afterwards: what is donated changes"), ((0, 1), "`g` is deleted: what is donated")],
)
def test_another_call_has_to_leave_the_same_arguments_behind(asked, spent, words):
    verdict = UPDATE.judge(asked(lambda _: told(), lambda _: RIGHT, spent=spent))
    assert verdict.status == "failed"
    assert f"In another call with the same arguments {words}" in verdict.message


def test_where_the_reference_does_not_get_the_memory_either_it_is_our_fault(asked):
    nothing = told({"donated": True})
    with pytest.raises(Broken):
        UPDATE.judge(asked(lambda _: nothing, lambda _: nothing))


@pytest.fixture
def weigh(asked, doubles):
    """The verdict on a gradient that takes so much in a clean worker, where the starter's takes 1000 bytes."""

    def weigh(weight, *, value=1.0, kept=None, testimony=None, over="starter", at_most=0.5):
        def submission(question):
            return Weighed(temporary=1, kept=kept) if isinstance(question, Weigh) else doubles.returned(value)

        def ours(question):
            return doubles.returned(1.0) if isinstance(question, Call) else Weighed(temporary=1000)

        witness = doubles.witness(lambda _: testimony or program.Testimony(kind="reference"))
        witness.weigh = lambda _: Weighed(temporary=weight) if isinstance(weight, int) else weight
        check = Memory(name="m", temporary=Temporary(at_most=at_most, over=over, by=("state",)))
        return check.judge(asked(submission, ours, ours, witness))

    return weigh


def test_half_of_the_starter_s_memory_is_enough_where_half_is_asked(weigh):
    verdict = weigh(500)
    assert verdict.status == "passed"
    assert verdict.detail == {
        "temporary": 500,
        "over": "starter",
        "base": 1000,
        "times": 0.5,
        "at_most": 0.5,
        "witness": "grader",
    }


def test_the_weight_that_counts_is_that_of_the_clean_worker(weigh):
    assert weigh(501).status == "failed"  # though the submission's own worker says 1


def test_the_solution_may_be_what_it_is_held_against(weigh):
    assert weigh(1100, over="solution", at_most=1.2).detail["over"] == "solution"


def test_what_is_kept_for_the_backward_pass_is_told_with_its_line(weigh):
    kept = (
        Kept(type="f32[8,9]", size=288, times=2, made="tanh", line=6),
        Kept(type="f32[]", size=4, times=1, made="x"),
    )
    verdict = weigh(900, kept=kept)
    assert "for the backward pass: 2 × f32[8,9] (line 6), f32[] (x)." in verdict.message
    assert verdict.line == 6


def test_a_gradient_that_computes_everything_again_at_once_is_told(weigh):
    assert "Nothing but the arguments is kept" in weigh(900, kept=()).message


def test_a_wrong_gradient_earns_nothing_however_small(weigh):
    assert "The gradient in case `a` is not right" in weigh(1, value=2.0).message


def test_a_small_program_that_gives_other_values_earns_nothing(weigh, doubles):
    beside = program.Testimony(kind="result", value=doubles.value(np.float32(9)))
    assert "the program that jax traced from it gives another one" in weigh(1, testimony=beside).message


def test_a_function_without_a_program_of_its_own_is_told_why(weigh):
    assert (
        "no program that could be compiled by itself (untraceable)" in weigh(Unexported(reason="untraceable")).message
    )


def test_authors_are_told_of_parameters_that_are_not_there_and_of_a_check_that_asks_nothing(asked):
    exercise = asked(lambda _: None).exercise
    assert UPDATE.problems(exercise) == []
    wrong = Memory(
        name="m", case="none", donated=("state", "x"), kept=("state",), temporary=Temporary(at_most=1, by=("y",))
    )
    assert [field for field, _ in wrong.problems(exercise)] == ["case", "donated", "temporary.by", "kept"]
    assert [field for field, _ in Memory(name="m").problems(exercise)] == ["donated"]
