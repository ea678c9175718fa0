"""What holds for every explanation: hints of the exercise, causes, and text that a program made up."""

import errno

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.explain import explain
from grader.explain.explanation import _JAX_RULES, _PYTHON_RULES, _SYSTEM_RULES
from grader.model.answers import Raised
from grader.model.incidents import Failure, Frame

IF = "def f(x):\n    if x < 0:\n        return -x\n    return x\n"


def test_exercise_s_hint_replaces_ours(told):
    assert told(IF, hints={"TracerBoolConversionError": "Use where."}).hint == "Use where."


def test_hint_for_a_base_does_not_replace_ours_where_the_cause_is_known(told):
    hints = {"TypeError": "general", "ConcretizationTypeError": "float needs a number"}
    assert "`jnp.where`" in told(IF, hints=hints).hint


def test_hint_for_a_class_of_python_s_does_not_replace_ours_where_the_cause_is_known(told):
    hint = "jax arrays are immutable"
    source = "def f(x):\n    return lax.cond(x < 0, jnp.negative, jnp.abs, x)\n"
    assert "one answer use `jnp.any`" in told(source, "(jnp.arange(4.0),)", hints={"TypeError": hint}).hint


def test_hint_of_the_most_specific_class_is_told_where_the_cause_is_not_known(told):
    hints = {"Exception": "general", "LookupError": "a base", "KeyError": "special"}
    source = "def f(x):\n    return {}['a']\n"
    assert told(source, hints=hints).hint == "special"
    assert told(source, hints={"Exception": "general", "LookupError": "a base"}).hint == "a base"


def test_hint_for_the_cause_replaces_ours_and_one_for_the_class(told):
    hints = {"TracerBoolConversionError": "for all", "python-if": "for an if", "python-while": "for a loop"}
    assert told(IF, hints=hints).hint == "for an if"


def test_hint_of_another_class_is_not_used(told):
    assert told(IF, hints={"ValueError": "no"}).hint != "no"


def test_first_cause_is_explained_where_it_is_a_mistake_with_jax(told):
    source = "def f(x):\n    try:\n        if x > 0:\n            return x\n"
    source += "    except Exception as error:\n        raise RuntimeError('no') from error\n"
    explanation = told(source)
    assert explanation.cause == "python-if"
    assert explanation.line == 4


def test_exception_that_was_handled_before_is_not_taken_for_the_cause(told):
    source = "def f(x):\n    try:\n        import missing_library\n    except ImportError:\n        return {}['a']\n"
    assert told(source).cause == "exception-KeyError"


@pytest.fixture
def raised(exercise):
    def tell(message, kind="ValueError", text="y = g(x)", line=3):
        frames = (Frame(line=line, function="f", text=text),)
        return explain(Raised(failure=Failure(type=kind, mro=(kind,), message=message, frames=frames)), exercise)

    return tell


def test_control_and_bidirectional_characters_are_dropped(raised):
    explanation = raised("a\x1b[31mb\u202ec\u2066d\x00")
    assert explanation.message == "`f` raised ValueError: a[31mbcd on line 3."


def test_long_text_is_cut(raised):
    assert len(raised("x" * 10_000).message) < 400


def test_boilerplate_of_jax_is_not_repeated(raised):
    text = "The error occurred while tracing the function f at /a/b.py:3 for jit.\nSo it is.\nSee https://x.y/z"
    assert raised(text).message == "`f` raised ValueError: So it is on line 3."


def test_folders_are_not_shown(raised):
    message = raised("cannot read '/autograder/source/data/x.csv' or /usr/lib/python3/site-packages/jax/a.py:7").message
    assert "autograder" not in message
    assert "site-packages" not in message
    assert "x.csv" in message


def test_braces_and_backticks_of_a_program_are_text(raised):
    explanation = raised("name 'x' is not defined", "NameError", text="y = f'{x}`{0}{at}'")
    assert explanation.cause == "unknown-name"


def test_rules_have_causes_hints_and_known_links():
    for rule in (*_JAX_RULES, *_SYSTEM_RULES, *_PYTHON_RULES):
        assert rule.cause == rule.cause.lower()
        assert rule.hint


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("OSError", "[Errno {}] no"),
        ("ValueError", "function f at a.py:{} for jit"),
        ("JaxRuntimeError", 'File "a.py", line {}, in f'),
        ("SyntaxError", "no (a.py, line {})"),
        ("TypeError", "depends on the value of the argument args[{}]."),
        ("JaxRuntimeError", "RESOURCE_EXHAUSTED: Out of memory allocating {} bytes"),
    ],
)
def test_a_number_that_python_refuses_to_read_is_left_alone(exercise, kind, text):
    failure = Failure(type=kind, mro=(kind,), message=text.format("9" * 5000))
    assert explain(Raised(failure=failure), exercise).message


TEXTS = st.one_of(
    st.text(max_size=300),
    st.sampled_from([rule.pattern for rule in (*_JAX_RULES, *_SYSTEM_RULES, *_PYTHON_RULES)]),
    st.sampled_from(["depends on the value of the argument x.", "function f at /a.py:3 for jit", "((((", "{x}", "`"]),
)


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(sorted({rule.error for rule in (*_JAX_RULES, *_SYSTEM_RULES, *_PYTHON_RULES)})),
    message=st.lists(TEXTS, max_size=4).map("\n".join),
    line=TEXTS,
    stage=st.sampled_from(["import", "lookup", "signature", "call", "result", "fixture", "worker"]),
    number=st.none() | st.sampled_from(sorted(errno.errorcode)) | st.integers(-(1 << 40), 1 << 40),
    through=st.lists(st.sampled_from(["os", "subprocess", "socket", "shutil", "numpy", ""]) | TEXTS, max_size=3),
)
def test_no_text_makes_an_explanation_fail(exercise, kind, message, line, stage, number, through):  # noqa: PLR0917 - hypothesis gives them by name
    failure = Failure(
        type=kind,
        mro=(kind, "Exception", "BaseException"),
        message=message,
        stage=stage,
        frames=(Frame(line=1, function="f", text=line),),
        cause=Failure(type="TypeError", mro=("TypeError",), message=message),
        errno=number,
        through=tuple(through),
    )
    explanation = explain(Raised(failure=failure), exercise)
    assert msgspec.json.encode(explanation)
    assert explanation.message


def test_comment_at_the_end_of_a_line_is_no_part_of_what_is_quoted_or_advised(told):
    source = "def f(x):\n    x[0] = 1.0  # NumPy would\n    return x\n"
    explanation = told(source, "(jnp.arange(3.0),)")
    assert "`x[0] = 1.0` on line" in explanation.message
    assert "`x = x.at[0].set(1.0)`" in explanation.hint


def test_number_sign_in_a_text_is_no_comment(told):
    assert "`return {'#1': 1}[x]`" in told("def f(x):\n    return {'#1': 1}[x]\n").message


def test_a_hint_for_a_class_is_not_told_of_a_value_in_the_wrong_place(told):
    source = "def g(x):\n    return jnp.sum(x)\ndef f(x):\n    return jax.grad(g, x)\n"
    hints = dict.fromkeys(("ConcretizationTypeError", "TracerIntegerConversionError"), "Leave the array as it is.")
    explanation = told(source, "(jnp.ones(3),)", hints=hints)
    assert explanation.cause == "gradient-point"
    assert "`jax.grad(f)(x)`" in explanation.hint
