"""What a call goes through, and how its result and its failures come back."""

import pytest

from grader.model.answers import Returned
from grader.model.values import Fixture, Sequence

PROBE = "import jax\ndef f(x, *, n=0): return isinstance(x, jax.core.Tracer), isinstance(n, jax.core.Tracer)\n"
SUM = "def f(x, y=1.0): return x * x * y\n"


def texts(answer):
    return [item.text for item in answer.value.items]


def test_without_jit_a_function_is_called_as_it_is(worker, scalar):
    worker.load(PROBE)
    assert texts(worker.call(scalar(3))) == ["False", "False"]


def test_the_grader_jits_with_the_options_of_the_exercise(worker, scalar):
    """The probe returns Python bools, so what it saw is read from the constants that come back as arrays."""
    worker.load(PROBE, jit={"static_argnames": ("n",)})
    x, n = worker.call(scalar(3), keyword={"n": scalar(2)}).value.items
    assert (x.data, n.data) == (b"\x01", b"\x00")


def test_an_eager_call_goes_past_the_jit_of_the_grader_and_of_the_file(fresh, scalar):
    for jit, source in (({}, PROBE), ("submission", PROBE + "f = jax.jit(f)\n")):
        worker = fresh()
        worker.load(source, jit=jit)
        assert texts(worker.call(scalar(3), how="eager")) == ["False", "False"]


def test_an_eager_call_keeps_arguments_that_partial_bound(worker, scalar):
    worker.load("import jax, functools\nf = functools.partial(jax.jit(lambda n, x: n - x), 5)\n", jit="submission")
    assert worker.call(scalar(3), how="eager").value == scalar(2)


def test_a_function_that_comes_jitted_is_not_jitted_again(worker, scalar):
    """Its own static argument would get a tracer otherwise."""
    worker.load("import jax\nf = jax.jit(lambda n: [n] * n, static_argnums=0)\n", jit={})
    assert len(worker.call(scalar(3)).value.items) == 3


@pytest.mark.parametrize("jit", ["none", {}, {"static_argnums": (1,)}])
def test_vmap_maps_the_arguments_that_have_an_axis(worker, array, scalar, jit):
    worker.load("def f(x, n): return x * n\n", jit=jit)
    answer = worker.call(array([[1, 2], [3, 4]]), scalar(3), vmap=(0, None))
    assert answer.value == array([[3, 6], [9, 12]])


def test_vmap_gives_keyword_arguments_whole_to_each_call(worker, array, scalar):
    worker.load("def f(x, *, n):\n    for _ in range(n): x = 2 * x\n    return x\n", jit={"static_argnames": ("n",)})
    assert worker.call(array([1, 2]), keyword={"n": scalar(2)}, vmap=(0,)).value == array([4, 8])


def test_a_gradient_by_one_argument_is_one_value(worker, scalar, array):
    worker.load(SUM, jit={})
    assert worker.call(scalar(3.0), scalar(2.0), gradient=(0,)).value == array(12, weak=True)


def test_a_gradient_by_several_arguments_is_a_tuple(worker, scalar, array):
    worker.load(SUM, jit={})
    answer = worker.call(scalar(3.0), scalar(2.0), gradient=(0, 1))
    assert answer.value == Sequence(type="tuple", items=(array(12, weak=True), array(9, weak=True)))


def test_a_gradient_of_an_array_is_that_of_the_sum_of_its_entries(worker, array):
    worker.load("def f(x): return x * x\n", jit={})
    assert worker.call(array([1, 2]), gradient=(0,)).value == array([2, 4])


def test_gradients_are_taken_before_mapping(worker, array):
    worker.load("def f(x): return x * x\n", jit={})
    assert worker.call(array([1, 2]), gradient=(0,), vmap=(0,)).value == array([2, 4])


def test_a_fixture_is_called_with_the_function_first(worker, scalar):
    worker.load("def f(x): return x + 1\n", fixtures=b"def twice(f, x): return f(f(x))\n")
    assert worker.call(scalar(1), fixture="twice").value == scalar(3)


def test_fixtures_are_arguments_too(worker, scalar):
    worker.load("def f(n, g): return g(n)\n", fixtures=b"k = 4\ndef adding(n): return lambda x: x + n\n")
    adding = Fixture(name="adding", arguments=(Fixture(name="k"),))
    assert worker.call(scalar(1), adding).value == scalar(5)


@pytest.mark.parametrize(
    ("fixture", "words"),
    [
        (Fixture(name="nothing"), "fixtures.py defines no `nothing`."),
        (Fixture(name="k", arguments=()), "`k` of fixtures.py is not a function."),
        (Fixture(name="wrong", arguments=()), "division by zero"),
    ],
)
def test_what_fixtures_do_not_provide_is_no_fault_of_the_call(worker, fixture, words):
    worker.load("def f(x): return x\n", fixtures=b"k = 4\ndef wrong(): return 1 / 0\n")
    failure = worker.call(fixture).failure
    assert (failure.stage, failure.message) == ("fixture", words)


def test_an_unknown_fixture_to_call_is_told(worker):
    worker.load("def f(x): return x\n")
    assert worker.call(fixture="bench").failure.stage == "fixture"


@pytest.mark.parametrize(
    ("body", "printed"),
    [
        ("print(x)", True),
        ("import sys; sys.stderr.write('a')", True),
        ("import logging; logging.warning('a')", True),
        ("jax.debug.print('{}', x)", False),
        ("pass", False),
    ],
)
def test_printing_is_seen_and_debug_printing_is_not(worker, scalar, body, printed):
    worker.load(f"import jax\nprint('loading')\ndef f(x):\n    {body}\n    return x + 1\n", jit={})
    assert worker.call(scalar(1)).printed is printed


def test_printing_is_told_only_for_the_call_that_printed(worker, scalar):
    worker.load("def f(x):\n    print(x)\n    return x + 1\n", jit={})
    assert [worker.call(scalar(1)).printed for _ in range(2)] == [True, False]


def test_what_a_computation_raises_late_is_what_the_call_raised(worker, scalar):
    source = """
import jax
def wrong(x):
    raise ValueError("too late")
def f(x):
    return jax.pure_callback(wrong, jax.ShapeDtypeStruct((), "float32"), x)
"""
    worker.load(source, jit={})
    failure = worker.call(scalar(1)).failure
    assert failure.stage == "call"
    assert "too late" in failure.message


def test_a_donated_argument_is_placed_anew_for_each_call(worker, array):
    worker.load("def f(x): return x + 1\n", jit={"donate_argnums": (0,)})
    assert [worker.call(array([1.0])).value for _ in range(2)] == [array([2.0])] * 2


def test_calling_a_value_is_a_type_error(worker):
    worker.load("f = 3\n")
    failure = worker.call().failure
    assert (failure.stage, failure.type) == ("call", "TypeError")


def test_a_result_is_returned_with_nothing_printed(worker, scalar):
    worker.load("def f(x): return x\n")
    assert worker.call(scalar(2.5)) == Returned(value=scalar(2.5), printed=False)
