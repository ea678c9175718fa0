"""A function that is jitted for show is told by what it does; one that does a part of the work is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.model.answers import Rehearsed, Returned
from grader.model.questions import Arguments, Rehearse

if TYPE_CHECKING:
    from grader.model.values import Value

HEAD = """
import jax, jax.numpy as jnp, numpy as np
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from jax import lax
"""
DRAWN = np.random.default_rng(7).uniform(0.5, 3, (4, 16)).astype(np.float32)
SIGNED = DRAWN * np.where(np.arange(16) % 3, 1, -1).astype(np.float32)


def rehearse(worker: Any, source: str, *calls: Value) -> bool:
    """Whether what the file jits is told to be idle in these calls."""
    worker.load(HEAD + source, jit="submission")
    answer = worker.ask(Rehearse(calls=tuple(Arguments(positional=(call,)) for call in calls)))
    assert isinstance(answer, Rehearsed), answer
    return answer.idle


FOR_SHOW = {
    "called and forgotten": ("jnp.sin(x)", "(g(x), jnp.sum(x * x))[1]"),
    "waited for": ("jnp.sin(x)", "(g(x).block_until_ready(), jnp.sum(x * x))[1]"),
    "the work itself, done twice": ("jnp.sum(x * x)", "(g(x), jnp.sum(x * x))[1]"),
    "times nothing": ("jnp.sin(x)", "jnp.sum(x * x) + 0 * g(x)[0]"),
    "taken away again": ("jnp.sum(x)", "jnp.sum(x * x) + g(x) - g(x)"),
    "asked what is known": ("jnp.sum(jnp.abs(x))", "jnp.where(g(x) >= 0, jnp.sum(x * x), 0)"),
    "asked by Python": ("jnp.sum(jnp.abs(x))", "jnp.sum(x * x) if float(g(x)) >= 0 else 0.0"),
    "a truth that always holds": ("jnp.all(jnp.isfinite(x))", "jnp.where(g(x), jnp.sum(x * x), 0)"),
    "one number": ("1.0", "g(x) * jnp.sum(x * x)"),
    "the input": ("x", "jnp.sum(g(x) ** 2)"),
    "the input in other words": ("(x * 1 + 0).reshape(4, 4)", "jnp.sum(g(x) ** 2)"),
    "the input, and what is asked": ("(x, jnp.sum(jnp.abs(x)))", "jnp.where(g(x)[1] >= 0, jnp.sum(g(x)[0] ** 2), 0)"),
    "the result": ("x + 0", "g(jnp.sum(x * x))"),
    "beside NumPy": ("jnp.sum(x * x)", "(g(x), np.float32(np.sum(np.asarray(x) ** 2)))[1]"),
    "beside what jax has jitted itself": ("jnp.sin(x)", "(g(x), jnp.linalg.norm(jnp.where(x > 0, x, -x)))[1]"),
    "in a loop": ("jnp.sin(x)", "sum(v * v + 0 * g(v) for v in x)"),
}


@pytest.mark.parametrize(("jitted", "body"), FOR_SHOW.values(), ids=FOR_SHOW)
def test_what_is_jitted_for_show_is_idle(worker, array, jitted, body):
    source = f"g = jax.jit(lambda x: {jitted})\ndef f(x): return {body}"
    assert rehearse(worker, source, *map(array, SIGNED)) is True


NOT_CERTAIN = {
    "NumPy for what cannot be traced": """
g = jax.jit(lambda x: jnp.sum(x * x))
def f(x):
    try:
        return jnp.asarray(np.asarray(g(x)))
    except Exception:
        return jnp.asarray(np.sum(np.asarray(x) ** 2))
""",
    "in another thread": """
g = jax.jit(lambda x: jnp.sum(x * x))
def f(x):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(g, x).result()
""",
}


@pytest.mark.parametrize("source", NOT_CERTAIN.values(), ids=NOT_CERTAIN)
def test_what_is_not_certain_is_no_reproach(worker, array, source):
    assert rehearse(worker, source, *map(array, SIGNED)) is False


def test_a_program_compiled_ahead_of_time_and_never_called_is_idle(worker, array):
    source = """
g = jax.jit(jnp.sin).lower(jnp.zeros(16)).compile()
def f(x): return jnp.asarray(np.sum(np.asarray(x) ** 2))
"""
    assert rehearse(worker, source, *map(array, SIGNED)) is True


AHEAD = "g = jax.jit(lambda x: {}).lower(jnp.ones(16)).compile()\ndef f(x): return {}"
IN_A_CALL = """
g = jax.jit(lambda x: {})
kept = {{}}
def f(x):
    if x.shape not in kept: kept[x.shape] = g.lower(x).compile()
    return {}
"""
AHEAD_FOR_SHOW = {
    "called and forgotten": ("jnp.sum(x * x)", "({g}(x), jnp.sum(x * x))[1]"),
    "beside NumPy": ("jnp.sum(x * x)", "({g}(x), jnp.asarray(np.sum(np.asarray(x) ** 2)))[1]"),
    "times nothing": ("jnp.sin(x)", "jnp.sum(x * x) + 0 * {g}(x)[0]"),
    "one of several results": ("dict(a=x * x, b=jnp.sum(x))", "jnp.where({g}(x)['b'] < 1e9, np.sum(x * x), 0)"),
    "the input": ("x + 0", "jnp.asarray(np.sum(np.asarray({g}(x)) ** 2))"),
    "one number": ("jnp.all(x < 1e9) | True", "jnp.asarray(np.asarray({g}(x)) * np.sum(np.asarray(x) ** 2))"),
    "a loop": ("lax.fori_loop(0, 3, lambda i, v: v * 2, x)", "({g}(x), np.sum(x * x))[1]"),
}


@pytest.mark.parametrize(("jitted", "body"), AHEAD_FOR_SHOW.values(), ids=AHEAD_FOR_SHOW)
def test_an_executable_that_is_called_for_show_is_idle(worker, array, jitted, body):
    assert rehearse(worker, AHEAD.format(jitted, body.format(g="g")), *map(array, SIGNED)) is True


@pytest.mark.parametrize(("jitted", "body"), AHEAD_FOR_SHOW.values(), ids=AHEAD_FOR_SHOW)
def test_so_is_one_that_the_first_call_compiles(worker, array, jitted, body):
    assert rehearse(worker, IN_A_CALL.format(jitted, body.format(g="kept[x.shape]")), *map(array, SIGNED)) is True


AHEAD_FOR_A_PART = {
    "all of it": ("jnp.sum(x * x)", "{g}(x)"),
    "behind NumPy and before it": ("x * x", "np.sum(np.asarray({g}(np.asarray(x))))"),
    "one of several results": ("dict(a=x, b=jnp.sum(x * x))", "{g}(x)['b'] / 2"),
    "steps": ("(x + 2 / x) / 2", "{g}({g}({g}(x)))[::-1]"),
    "what decides": ("jnp.sum(x)", "jnp.where({g}(x) > 0, 1.0, -1.0) * x"),
    "a loop that ends for these values only": (
        "lax.while_loop(lambda v: jnp.any(jnp.abs(v) > 0.1), lambda v: v / 2, x)",
        "{g}(x) / 3",
    ),
    "beside a function for show": ("jnp.sum(x * x)", "(jax.jit(jnp.sin)(x), {g}(x) / 2)[1]"),
    "in another thread": ("jnp.sum(x * x)", "ThreadPoolExecutor(1).submit({g}, x).result() / 2"),
}


@pytest.mark.parametrize(("jitted", "body"), AHEAD_FOR_A_PART.values(), ids=AHEAD_FOR_A_PART)
def test_an_executable_that_does_a_part_of_the_work_is_not_idle(worker, array, jitted, body):
    assert rehearse(worker, AHEAD.format(jitted, body.format(g="g")), *map(array, SIGNED)) is False


@pytest.mark.parametrize(("jitted", "body"), AHEAD_FOR_A_PART.values(), ids=AHEAD_FOR_A_PART)
def test_nor_is_one_that_the_first_call_compiles(worker, array, jitted, body):
    assert rehearse(worker, IN_A_CALL.format(jitted, body.format(g="kept[x.shape]")), *map(array, SIGNED)) is False


MORE_AHEAD = {
    "its input is donated": """
g = jax.jit(lambda x: x * 2 + 1, donate_argnums=0).lower(jnp.ones(16)).compile()
def f(x): return g(jnp.asarray(x) + 0) / 3
""",
    "another for each value": """
g, kept = jax.jit(lambda x: jnp.arange(3.0) * x, static_argnums=0), {}
def f(x):
    key = float(x[0])
    if key not in kept: kept[key] = g.lower(key).compile()
    return kept[key]() / 2
""",
    "results are kept": """
g, kept = jax.jit(lambda x: jnp.sum(x * x)), {}
def f(x):
    key = np.asarray(x).tobytes()
    if key not in kept: kept[key] = g.lower(x).compile()(x) / 2
    return kept[key]
""",
    "keywords and trees": """
g = jax.jit(lambda p, *, by: {"a": p["x"] * by, "b": None}).lower({"x": jnp.ones(16)}, by=2.0).compile()
def f(x): return g({"x": x}, by=3.0)["a"] / 2
""",
    "calls that do not fit": """
g = jax.jit(lambda x: x * x).lower(jnp.ones(3)).compile()
h = jax.jit(lambda x: x * x)
def f(x):
    try: return g(x) / 2
    except TypeError: return h(x) / 2
""",
    "another in another thread, after the first call": """
g = jax.jit(jnp.sin).lower(jnp.ones(16)).compile()
h = jax.jit(lambda x: jnp.sum(x * x))
def f(x):
    g(x)
    with ThreadPoolExecutor(1) as pool: return pool.submit(h, x).result() / 2
""",
}


@pytest.mark.parametrize("source", MORE_AHEAD.values(), ids=MORE_AHEAD)
def test_executables_are_told_to_do_work_however_they_are_called(worker, array, source):
    assert rehearse(worker, source, *map(array, SIGNED)) is False


def test_that_an_executable_was_called_is_told_whatever_it_does(worker, array):
    worker.load(HEAD + AHEAD.format("jnp.sum(x * x)", "g(x)"), jit="submission")
    answer = worker.ask(Rehearse(calls=tuple(Arguments(positional=(array(one),)) for one in SIGNED)))
    assert answer == Rehearsed(idle=False, ahead=True)


A_PART = {
    "all of it": ("jnp.sum(x * x)", "g(x)"),
    "behind a conversion": ("jnp.sum(x * x)", "g(jnp.asarray(x, jnp.float32).reshape(4, 4))"),
    "behind NumPy": ("jnp.sum(x * x)", "g(np.asarray(x))"),
    "before a conversion": ("jnp.sum(x * x)", "round(float(g(x)), 3)"),
    "with padding": ("jnp.sum(x * x)", "g(jnp.pad(x, (0, 16)))"),
    "before a division": ("jnp.sum(x * x)", "g(x) / x.size"),
    "one of several results": ("(jnp.cumsum(x * x), x)", "g(x)[0][-1]"),
    "elements, not their sum": ("x * x", "jnp.sum(g(x))"),
    "a small part": ("jnp.sum(x * x)", "jnp.mean(x) + 1e-4 * g(x)"),
    "what decides": ("jnp.sum(x)", "jnp.where(g(x) > 0, 1.0, -1.0)"),
    "what is asked for": ("jnp.sum(x * x)", "jnp.where(g(x) >= 0, g(x), 0)"),
    "where the largest is": ("jnp.sin(x)", "jnp.argmax(g(x))"),
    "signs that happen not to be there": ("jnp.abs(x)", "g(jnp.exp(x)) / 2"),
    "bounds that happen not to be met": ("jnp.clip(x, -1e3, 1e3)", "jnp.sum(g(x) ** 2)"),
    "a table made once": ("jnp.sin(jnp.arange(x.size))", "jnp.dot(g(x), x)"),
    "half a transformation": ("2 * x", "jnp.sum((g(x) / 2) ** 2)"),
    "a gradient": ("jnp.sum(x * x)", "jax.grad(g)(x)"),
    "mapped": ("jnp.sin(x) ** 2", "jax.vmap(g)(x) / 3"),
    "a function of jax": ("jnp.linalg.norm(x)", "g(x) ** 2"),
    "with a random key": ("x + jax.random.normal(jax.random.key(0), x.shape)", "g(x) / 2"),
    "a loop outside jit": ("x", "lax.fori_loop(0, 3, lambda i, c: c * x, x)"),
    "in another thread": ("jnp.sum(x * x)", "ThreadPoolExecutor(1).submit(g, x).result()"),
    "compiled ahead of time": ("jnp.sum(x * x)", "g.lower(x).compile()(x)"),
}


@pytest.mark.parametrize(("jitted", "body"), A_PART.values(), ids=A_PART)
def test_what_does_a_part_of_the_work_is_not_idle(worker, array, jitted, body):
    source = f"g = jax.jit(lambda x: {jitted})\ndef f(x): return {body}"
    assert rehearse(worker, source, *map(array, SIGNED)) is False


ROUNDS = """
g = jax.jit(lambda v: {jitted})
def f(x):
    g(x)
    for _ in range(12): x = {step}
    return x
"""


@pytest.mark.parametrize(
    ("jitted", "step", "idle"),
    [("(v + 2 / v) / 2", "g(x)", False), ("2 / v", "(x + g(x)) / 2", False), ("2 / v", "(x + 2 / x) / 2", True)],
    ids=["whole steps", "half steps", "for show"],
)
def test_rounds_that_end_at_the_same_values_tell_as_well(worker, array, jitted, step, idle):
    assert rehearse(worker, ROUNDS.format(jitted=jitted, step=step), *map(array, DRAWN)) is idle


UNTIL = """
step = jax.jit(lambda v: (v + 2 / v) / 2)
off = jax.jit(lambda v: jnp.max(jnp.abs(v * v - 2)))
def f(x):
    rounds = 0
    while float(off(x)) > 1e-4:
        x, rounds = step(x), rounds + 1
    return x * 1.0, rounds
"""


def test_a_loop_that_waits_for_a_jitted_result_ends_when_other_values_are_in_its_place(worker, array):
    assert rehearse(worker, UNTIL, *map(array, DRAWN)) is False


STATIC = "g = jax.jit(lambda x: -x if x < 0 else x, static_argnums=0)\ndef f(x): return {}"


@pytest.mark.parametrize(("body", "idle"), [("g(x)", False), ("2 * g(x)", False), ("(g(x), abs(x))[1]", True)])
def test_functions_of_static_numbers_are_rehearsed_too(worker, scalar, body, idle):
    assert rehearse(worker, STATIC.format(body), *map(scalar, (-3, 2, -5))) is idle


def test_what_is_counted_by_a_jitted_function_of_static_numbers_is_work(worker, array):
    source = "g = jax.jit(lambda n: sum(1 for _ in range(n)), static_argnums=0)\ndef f(x): return x + g(3)"
    assert rehearse(worker, source, *map(array, DRAWN)) is False


@pytest.mark.parametrize("body", ["x.no_such_thing", "jnp.log(-1.0) * x", "[jnp.sum(x * x), 'text']"])
def test_calls_that_tell_nothing_are_no_reproach(worker, array, body):
    assert rehearse(worker, f"def f(x): return {body}", *map(array, DRAWN)) is False


def test_one_call_is_not_enough(worker, array):
    assert rehearse(worker, "g = jax.jit(jnp.sin)\ndef f(x): return (g(x), x * x)[1]", array(DRAWN[0])) is False


def test_calls_give_afterwards_what_they_gave_before(worker, array):
    assert rehearse(worker, "g = jax.jit(lambda x: x / 2)\ndef f(x): return 3 * g(x)", *map(array, DRAWN)) is False
    answer = worker.call(array([2.0, 4.0]))
    assert isinstance(answer, Returned)
    assert np.frombuffer(answer.value.data, np.float32).tolist() == [3.0, 6.0]
