"""What a call does with the memory of its arguments is told by the functions it is donated to, not by addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.model.answers import Raised
from grader.model.memory import Donated
from grader.model.questions import Arguments, Donate
from grader.model.values import Sequence

if TYPE_CHECKING:
    from grader.model.memory import Buffer
    from grader.model.values import Value

HEAD = "import jax, jax.numpy as jnp\nfrom functools import partial\n"
ONES, TWOS = np.ones(300, np.float32), np.full(300, 2, np.float32)


def buffers(worker: Any, source: str, *positional: Value) -> tuple[Buffer, ...]:
    """What became of the arrays among these arguments."""
    return answer(worker, source, *positional).buffers


def answer(worker: Any, source: str, *positional: Value) -> Donated:
    worker.load(HEAD + source, jit="submission")
    told = worker.ask(Donate(arguments=Arguments(positional=positional)))
    assert isinstance(told, Donated), told
    return told


REUSING = {
    "by number": "f = jax.jit(lambda s, g: s + g, donate_argnums=0)",
    "by name": "@partial(jax.jit, donate_argnames='s')\ndef f(s, g): return s + g",
    "within a plain function": "step = jax.jit(lambda s, g: s + g, donate_argnums=0)\ndef f(s, g): return step(s, g)",
    "in two steps": "a = jax.jit(lambda s: 2 * s, donate_argnums=0)\nb = jax.jit(jnp.add, donate_argnums=0)\n"
    "def f(s, g): return b(a(s), g)",
    "compiled ahead": "def f(s, g): return jax.jit(lambda s, g: s + g, donate_argnums=0).lower(s, g).compile()(s, g)",
    "into a part of the result": "f = jax.jit(lambda s, g: (g.sum(), {'new': s + g}), donate_argnums=0)",
}


@pytest.mark.parametrize("source", REUSING.values(), ids=REUSING)
def test_a_donated_argument_is_deleted_and_the_result_lies_in_its_memory(worker, array, source):
    state, g = buffers(worker, source, array(ONES), array(TWOS))
    assert (state.donated, state.deleted, state.reused) == (True, True, True)
    assert (g.donated, g.deleted, g.reused) == (False, False, False)


NOT_REUSING = {
    "not donated": ("f = jax.jit(lambda s, g: s + g)", (False, False)),
    "deleted afterwards": (
        "h = jax.jit(lambda s, g: s + g)\ndef f(s, g):\n    r = h(s, g)\n    s.delete()\n    return r",
        (False, True),
    ),
    "deleted before": (
        "h = jax.jit(lambda s, g: s + g)\ndef f(s, g):\n    c = s + 0\n    s.delete()\n    return h(c, g)",
        (False, True),
    ),
    "donated for show": (
        "d = jax.jit(lambda s: s + 1, donate_argnums=0)\ndef f(s, g):\n    c = +s\n    d(s).delete()\n    return c + g",
        (True, True),
    ),
    "donated to a part": ("d = jax.jit(lambda s: 2 * s, donate_argnums=0)\ndef f(s, g): return d(s) + g", (True, True)),
    "no result fits": ("f = jax.jit(lambda s, g: (s + g).sum(), donate_argnums=0)", (True, False)),
}


@pytest.mark.parametrize(("source", "told"), NOT_REUSING.values(), ids=NOT_REUSING)
def test_a_result_elsewhere_is_not_taken_for_one_in_donated_memory(worker, array, source, told):
    state = buffers(worker, source, array(ONES), array(TWOS))[0]
    assert state.reused is False
    assert (state.donated, state.deleted) == told


def test_jax_s_warning_is_told_though_the_program_was_compiled_before(worker, array):
    source = "f = jax.jit(lambda s, g: s + g, donate_argnums=(0, 1))\nf(jnp.ones(300), jnp.ones(300))"
    told = answer(worker, source, array(ONES), array(TWOS))
    assert told.unusable == ("float32[300]",)
    assert [(one.donated, one.deleted) for one in told.buffers] == [(True, True), (True, False)]
    assert told.buffers[1].results == ("f32[300]",)


def test_the_line_is_that_of_the_jitted_function(worker, array):
    (state,) = buffers(worker, "\n@jax.jit\ndef g(s):\n    return s\ndef f(s):\n    return g(s)", array(ONES))
    assert state.line == 4


def test_arrays_within_an_argument_are_told_one_by_one(worker, array):
    pair = Sequence(type="tuple", items=(array(ONES), array(TWOS)))
    both = buffers(worker, "f = jax.jit(lambda p: (p[0] + 1, p[1].sum()), donate_argnums=0)", pair)
    assert [(one.argument, one.path, one.type, one.reused) for one in both] == [
        (0, "[0]", "f32[300]", True),
        (0, "[1]", "f32[300]", False),
    ]


def test_a_call_that_raises_is_told_as_such(worker, array):
    worker.load(HEAD + "def f(s):\n    raise ValueError('no')", jit="none")
    told = worker.ask(Donate(arguments=Arguments(positional=(array(ONES),))))
    assert isinstance(told, Raised)
    assert told.failure.frames[-1].line == 4
