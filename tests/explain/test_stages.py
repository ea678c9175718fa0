"""Failures before and after the student's code: in the words of the worker, told to the student."""

import pytest

from grader.explain import explain
from grader.model.answers import Raised
from grader.model.incidents import Failure, Frame


@pytest.fixture
def staged(exercise):
    def tell(stage, message, kind="TypeError", frames=()):
        failure = Failure(type=kind, mro=(kind, "Exception"), message=message, stage=stage, frames=frames)
        return explain(Raised(failure=failure), exercise)

    return tell


def test_missing_function_is_told_with_the_nearest_name(staged):
    explanation = staged("lookup", "exercise.py defines no `f`. It defines F, other.", "NameError")
    assert explanation.message == "The file defines no function `f`; it has `F`."
    assert explanation.hint == "Should `F` be called `f`?"


def test_missing_function_without_a_likeness_is_told_beside_what_is_there(staged):
    explanation = staged("lookup", "exercise.py defines no `f`. It defines other, more.", "NameError")
    assert explanation.hint.startswith("It has `other` and `more`. Define `f` at the top level")


def test_missing_function_in_a_file_without_any_is_only_told(staged):
    explanation = staged("lookup", "exercise.py defines no `f`. It defines no public name.", "NameError")
    assert explanation.hint.startswith("Define `f` at the top level")


def test_missing_value_is_told_by_its_own_name(staged):
    assert staged("lookup", "exercise.py defines no `ITEM`.", "NameError").message == "The file defines no `ITEM`."


def test_value_where_a_function_is_wanted_is_told(staged):
    explanation = staged("signature", "`f` is a int, but the exercise calls it: `f(…)`")
    assert explanation.cause == "not-a-function"
    assert "`f(x, n)`" in explanation.message


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("missing a required argument: 'k'", "it also wants `k`"),
        ("got an unexpected keyword argument 'n'", "it has no parameter `n`"),
        ("too many positional arguments", "fewer parameters"),
    ],
)
def test_other_parameters_are_told(staged, why, words):
    explanation = staged("signature", f"`f(x, k)` cannot be called as the exercise calls it, `f(…, …)`: {why}")
    assert explanation.cause == "wrong-signature"
    assert "`f(x, k)` does not take that" in explanation.message
    assert words in explanation.message


@pytest.mark.parametrize("option", ["static_argnames", "donate_argnames"])
def test_an_option_of_a_jit_in_the_file_is_the_file_s_doing(staged, option):
    text = f"Jitted function has invalid argnames {{'m'}} in {option}. Function does not take these args."
    line = Frame(line=7, function="make", text=f"return jax.jit(f, {option}='m')")
    own = staged("signature", text, "ValueError", (line,))
    assert f"names 'm' in `{option}`" in own.message
    assert "the exercise" not in own.message
    assert own.line == 7


def test_parameter_that_the_exercise_donates_is_told_so(staged):
    text = "Jitted function has invalid argnames {'n'} in donate_argnames. Function does not take these args."
    assert "donates such an argument" in staged("signature", text, "ValueError").message


def test_parameter_that_the_exercise_makes_static_is_named(staged):
    text = "Jitted function has invalid argnames {'n'} in static_argnames. Function does not take these args."
    explanation = staged("signature", text, "ValueError")
    assert "`f` has no parameter `n`" in explanation.message


@pytest.mark.parametrize(
    ("text", "cause", "words"),
    [
        ("result[1] is a tracer, which has no value outside the traced function", "returned-tracer", "`[1]`"),
        ("result is a function", "returned-function", "a function"),
        ("result['a'] is a set, whose items have no order", "result-type", "a set, whose items have no order"),
        ("the result nests deeper than 32 or has more than 100 parts", "result-type", "nests deeper"),
    ],
)
def test_result_that_cannot_be_graded_is_named(staged, text, cause, words):
    explanation = staged("result", text, "ResultTypeError")
    assert explanation.cause == cause
    assert words in explanation.message
    assert "cannot be graded" in explanation.message


def test_failure_of_the_exercise_s_helper_gives_no_line_of_the_student_s(staged):
    frame = Frame(line=4, function="draw", text="return missing")
    explanation = staged("fixture", "name 'missing' is not defined", "NameError", (frame,))
    assert explanation.line is None
    assert "not in your file" in explanation.message


def test_traceback_of_ours_is_never_shown(staged):
    text = 'Traceback (most recent call last):\n  File "/x/grader/worker/serve.py", line 3, in answer\nKeyError: 1'
    explanation = staged("worker", text, "KeyError")
    assert "Traceback" not in explanation.message
    assert "serve" not in explanation.message


def test_byte_that_is_not_utf_8_is_told_with_its_line(staged):
    frame = Frame(line=3, function="<module>")
    explanation = staged("import", "exercise.py is not valid utf-8: byte 0xff", "SyntaxError", (frame,))
    assert explanation.message == "The file is not valid utf-8 text on line 3, so Python cannot read it."
