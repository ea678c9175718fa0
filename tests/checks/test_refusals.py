"""Raises, gradient and structure: each passes, fails and blames as it should."""

import msgspec
import numpy as np
import pytest

from grader.checks.gradient import Gradient
from grader.checks.raises import Raises
from grader.checks.structure import Growth, Structure
from grader.model.answers import Diagnosed, Ended, Raised, Returned, Traced
from grader.model.incidents import Failure, NumberFault
from grader.model.values import Sequence


def _raised(name, message="", cause=None):
    return Raised(failure=Failure(type=name, mro=(name, "Exception"), message=message, cause=cause))


@pytest.fixture
def refuse(doubles):
    def refuse(answer, **fields):
        exercise = doubles.exercise(doubles.case("a", 1.0))
        call = doubles.case("array", np.int32(3))
        check = Raises(**{"call": call, "exceptions": ("TypeError", "ValueError"), **fields})
        return check.judge(doubles.inquiry(exercise, doubles.worker(lambda _: answer)))

    return refuse


def test_the_stated_exception_passes(refuse):
    assert refuse(_raised("ValueError")).status == "passed"


def test_the_stated_exception_passes_as_a_cause_too(refuse):
    assert refuse(_raised("RuntimeError", cause=_raised("TypeError").failure)).status == "passed"


def test_a_result_where_an_exception_is_asked_fails(refuse, doubles):
    verdict = refuse(doubles.returned(3))
    assert verdict.status == "failed"
    call = "This call, with x = jnp.int32(3), should raise"
    assert verdict.message == f"{call} TypeError or ValueError, but it returned 3."


def test_a_hidden_call_that_should_be_refused_keeps_its_values(refuse, doubles):
    hidden = msgspec.structs.replace(doubles.case("secret", 42.0), hidden=True)
    verdict = refuse(doubles.returned(7), call=hidden)
    assert verdict.message == "This call should raise TypeError or ValueError, but it returned a value."


def test_another_exception_fails_with_what_helps_against_that(refuse):
    verdict = refuse(_raised("KeyError"), hint="Arrays are to be refused.")
    assert verdict.status == "failed"
    assert verdict.hint not in ("", "Arrays are to be refused.")


def test_the_stated_words_must_be_in_the_text(refuse):
    assert refuse(_raised("ValueError", "Non-hashable static"), words="hashable").status == "passed"
    assert refuse(_raised("ValueError", "something else"), words="hashable").status == "failed"


def test_a_worker_that_left_does_not_count_as_refusing(refuse):
    assert refuse(Ended(reason="exit")).status == "failed"


@pytest.mark.parametrize(("got", "status"), [([2.0], "passed"), ([3.0], "failed"), ([np.nan], "failed")])
def test_gradients_are_compared(doubles, got, status):
    exercise = doubles.exercise(doubles.case("a", 1.0))
    submission = doubles.worker(lambda _: doubles.returned(np.float32(got)))
    reference = doubles.worker(lambda _: doubles.returned(np.float32([2.0])))
    verdict = Gradient(by=("x",)).judge(doubles.inquiry(exercise, submission, reference))
    assert verdict.status == status
    assert submission.asked[0].gradient == (0,)
    assert ("not a finite number" in verdict.message) == bool(np.isnan(got[0]))


@pytest.mark.parametrize(("got", "status"), [([3.0], "passed"), ([np.nan], "failed"), ([-np.inf], "failed")])
def test_where_only_a_finite_gradient_is_asked_its_value_does_not_count(doubles, got, status):
    exercise = doubles.exercise(doubles.case("a", 1.0))
    both = [Sequence(type="tuple", items=(array, array)) for array in map(doubles.value, map(np.float32, (got, [2.0])))]
    submission, reference = (doubles.worker(lambda _, one=one: Returned(value=one)) for one in both)
    assert Gradient(finite=True).judge(doubles.inquiry(exercise, submission, reference)).status == status


def _lost(doubles, *faults, got=np.nan):
    """The verdict on a gradient that is nan, or what else is given, where the result is a number."""

    def script(question):
        return doubles.returned(np.float32([got] if question.gradient else [1.0]))

    exercise = doubles.exercise(doubles.case("a", 1.0))
    reference = doubles.worker(lambda _: doubles.returned(np.float32([2.0])))
    fresh = doubles.worker(lambda _: Diagnosed(faults=faults))
    return Gradient().judge(doubles.inquiry(exercise, doubles.worker(script), reference, fresh=[fresh]))


STEEP = NumberFault(kind="steep", primitive="sqrt", line=9, operands=(0.0,), result=np.inf)
FLAT = NumberFault(kind="flat", primitive="round", line=4)
LOST = {
    "a root": (np.nan, STEEP, "On line 9, the derivative of the square root at 0 is infinite.", "Keep 0 away"),
    "a root behind a choice": (
        np.nan,
        msgspec.structs.replace(STEEP, weight=0.0, stopped="select_n", result=np.nan),
        "`jnp.where` (or its like) takes the other side, but the way back leads through both, and 0 · inf is nan.",
        "jnp.where(ok, x, 1)",
    ),
    "a root that is squared": (
        np.nan,
        msgspec.structs.replace(STEEP, by="norm", weight=0.0, stopped="integer_pow", result=np.nan),
        "(in `norm`) is infinite. What comes in there on the way back is 0, and 0 · inf is nan.",
        "jnp.sum(x**2)",
    ),
    "a step": (0.0, FLAT, "On line 4, `round` has the derivative 0 everywhere", "stop_gradient"),
    "an argument that is not used": (
        0.0,
        NumberFault(kind="constant", primitive=""),
        "No operation of jax leads from `x` to the result",
        "from the argument itself",
    ),
}


@pytest.mark.parametrize(("got", "fault", "words", "hint"), LOST.values(), ids=LOST)
def test_a_gradient_that_is_lost_names_the_operation_and_what_to_write(doubles, got, fault, words, hint):
    verdict = _lost(doubles, fault, got=got)
    assert words in verdict.message
    assert verdict.line == fault.line
    assert hint in verdict.hint


def test_a_gradient_that_is_nan_for_an_unknown_reason_blames_nothing(doubles):
    verdict = _lost(doubles)
    assert "The result itself is finite" in verdict.message
    assert "where" not in verdict.message


@pytest.fixture
def structure(doubles):
    def structure(check, *answers, within=()):
        exercise = doubles.exercise(doubles.case("small", 1.0), doubles.case("large", 2.0))
        inquiry = doubles.inquiry(exercise, doubles.worker(answers))
        inquiry.witness = doubles.witness(within=within)
        return check.judge(inquiry)

    return structure


def _traced(equations, primitives=None, jaxpr="p"):
    return Traced(whole=True, equations=equations, primitives=primitives or {}, jaxpr=jaxpr)


def test_a_required_primitive_is_looked_for(structure):
    assert structure(Structure(required=("while",)), _traced(3, {"while": 1})).status == "passed"
    assert "`while`" in structure(Structure(required=("while",)), _traced(3, {"scan": 1})).message


def test_a_forbidden_primitive_fails(structure):
    assert structure(Structure(forbidden=("while",)), _traced(3, {"while": 1})).status == "failed"


def test_one_of_several_primitives_is_enough(structure):
    check = Structure(any_of=("scan", "while"))
    assert structure(check, _traced(3, {"scan": 1})).status == "passed"
    assert structure(check, _traced(3, {"add": 1})).status == "failed"


def test_the_number_of_equations_is_bounded(structure):
    assert structure(Structure(at_most=10), _traced(10)).status == "passed"
    assert structure(Structure(at_most=10), _traced(11)).status == "failed"


def test_a_program_that_grows_with_its_input_is_told(structure):
    check = Structure(growth=Growth(cases=("small", "large"), at_most=1.2))
    assert structure(check, _traced(10), _traced(10), _traced(12)).status == "passed"
    grown = structure(check, _traced(10), _traced(10), _traced(100))
    assert "10 equations in case `small`, 100 in case `large`" in grown.message


def test_the_line_from_which_a_program_grows_is_named(structure):
    small = Traced(whole=True, equations=10, lines={5: {"add": 9}, 7: {"mul": 1}})
    large = Traced(whole=True, equations=100, lines={5: {"add": 9}, 7: {"mul": 90, "add": 1}})
    grown = structure(Structure(growth=Growth(cases=("small", "large"), at_most=1.2)), small, small, large)
    assert grown.line == 7
    assert "most of it on line 7" in grown.message


def test_the_line_of_a_forbidden_primitive_is_named(structure):
    verdict = structure(
        Structure(forbidden=("scan",)), Traced(whole=True, primitives={"scan": 1}, lines={6: {"scan": 1}})
    )
    assert (verdict.line, "`scan` in it (line 6)" in verdict.message) == (6, True)


def test_a_trace_that_raises_is_told_in_words(structure):
    verdict = structure(Structure(at_most=10), _raised("TracerBoolConversionError"))
    assert (verdict.status, verdict.line) == ("failed", 7)


def test_a_wrapper_around_jitted_functions_passes_only_where_that_is_accepted(structure):
    wrapped = Traced(whole=False)
    assert structure(Structure(at_most=10), wrapped).status == "failed"
    assert structure(Structure(at_most=10, wrapped="accepted"), wrapped).status == "passed"


def test_what_a_wrapper_has_compiled_is_judged_like_a_program_of_its_own(structure):
    wrapped = Traced(whole=False)
    inner = [Traced(whole=False, equations=equations) for equations in (10, 10, 100)]
    check = Structure(growth=Growth(cases=("small", "large"), at_most=1.2), wrapped="accepted")
    assert structure(check, *[wrapped] * 3, within=inner).status == "failed"
    assert structure(check, *[wrapped] * 3, within=[inner[0]] * 3).status == "passed"


def test_a_plain_function_around_jitted_ones_is_told_to_be_jitted_itself(structure):
    verdict = structure(Structure(at_most=10), Traced(whole=False), within=[Traced(whole=False, equations=3)])
    assert "is a plain Python function. What it calls is jitted, but it has no program of its own" in verdict.message
    assert "`@jax.jit` above `def " in verdict.hint


LOOPED = Traced(whole=True, equations=500, primitives={"add": 500}, loops={7: 490, 9: 3})
UNROLLED = {
    "too large": (Structure(at_most=20), "490 come from the Python loop on line 7", "`lax.scan`"),
    "without a scan": (Structure(required=("scan",)), "490 come from the Python loop on line 7", "`lax.scan`"),
    "without any loop": (Structure(any_of=("scan", "while")), "490 come from the Python loop on line 7", "`lax.scan`"),
    "where loops are forbidden": (Structure(at_most=20, forbidden=("scan",)), "loop on line 7", "the whole array"),
}


@pytest.mark.parametrize(("check", "words", "hint"), UNROLLED.values(), ids=UNROLLED)
def test_a_program_that_a_python_loop_wrote_out_names_its_line(structure, check, words, hint):
    verdict = structure(check, LOOPED)
    assert (verdict.status, verdict.line) == ("failed", 7)
    assert words in verdict.message
    assert hint in verdict.hint


def test_a_large_program_without_a_python_loop_blames_none(structure):
    verdict = structure(Structure(at_most=20), msgspec.structs.replace(LOOPED, loops={7: 3}))
    assert (verdict.line, "loop" in verdict.message) == (None, False)
