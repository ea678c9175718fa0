"""How much memory a program takes is the same wherever it is compiled, and what is kept for the way back has a line."""

from __future__ import annotations

import numpy as np

from grader.model.answers import Exported, Unexported
from grader.model.memory import Weighed
from grader.model.questions import Arguments, Export, Weigh, WeighProgram

SOURCE = """
import jax, jax.numpy as jnp
def layer(h, w):
    return jnp.tanh(h @ w), None
def f(w, x):
    return jnp.sum(jax.lax.scan(WRAP(layer), x, w)[0])
"""


def call(array) -> Arguments:
    rng = np.random.default_rng(3)
    return Arguments(positional=(array(rng.normal(size=(8, 32, 32))), array(rng.normal(size=(64, 32)))))


def weigh(worker, array, wrap: str) -> Weighed:
    worker.load(SOURCE.replace("WRAP", wrap), jit={})
    told = worker.ask(Weigh(arguments=call(array), gradient=(0,)))
    assert isinstance(told, Weighed), told
    return told


def test_what_the_forward_pass_keeps_is_told_by_type_and_line(worker, array):
    kept = weigh(worker, array, "").kept
    assert ("f32[8,64,32]", 8 * 64 * 32 * 4, 6) in [(one.type, one.size, one.line) for one in kept]


def test_a_function_that_is_computed_again_keeps_nothing_but_its_arguments(worker, array):
    worker.load(SOURCE.replace("WRAP", "") + "f = jax.checkpoint(f)", jit={})
    assert worker.ask(Weigh(arguments=call(array), gradient=(0,))).kept == ()


def test_an_exported_program_weighs_elsewhere_what_it_weighs_here(fresh, array):
    here, elsewhere = fresh(), fresh()
    weighed = weigh(here, array, "jax.checkpoint")
    made = here.ask(Export(arguments=call(array), gradient=(0,)))
    assert isinstance(made, Exported)
    elsewhere.load("def f(): ...")
    assert elsewhere.ask(WeighProgram(program=made.program)) == Weighed(temporary=weighed.temporary)
    assert weighed.temporary > 0


def test_a_call_without_a_program_has_no_weight(worker, array):
    worker.load("def f(x):\n    return x if float(x[0]) > 0 else -x", jit={})
    told = worker.ask(Weigh(arguments=Arguments(positional=(array([1.0]),))))
    assert isinstance(told, Unexported)
