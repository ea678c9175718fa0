"""Has a branch or a loop under vmap gone through element by element, where random keys are used in it.

vmap computes all branches for all elements and picks afterwards, and goes on with a loop until the last element is
done. What it throws away uses keys, too, and no element ever gets numbers from there.
"""

from __future__ import annotations

import functools
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.extend.core.primitives
import jax.interpreters.batching
import jax.numpy as jnp

from grader.worker.genuine import name_of
from grader.worker.silencing import inside

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["elementwise", "is_random"]

_RANDOM: Final = frozenset({"random_bits", "random_gamma", "random_split", "random_fold_in", "random_seed"})
_ACROSS: Final = "NamedAxisEffect"  # of what looks at other elements

_cond_p, _while_p = jax.extend.core.primitives.cond_p, jax.extend.core.primitives.while_p
_rules: Any = jax.interpreters.batching.fancy_primitive_batchers
_own: Final = {primitive: _rules[primitive] for primitive in (_cond_p, _while_p)}
_clear_caches: Any = jax.clear_caches
_map: Any = jax.lax.map
_to_front: Any = jnp.moveaxis


def is_random(program: Any) -> bool:  # noqa: ANN401 - a Jaxpr or ClosedJaxpr, as the release has it
    """Whether something in a program is done with a random key."""
    return any(name_of(equation.primitive) in _RANDOM for equation in inside(program))


class _Rules:
    """How vmap turns branches and loops into operations on whole batches: jax's own way, save while ``apart``.

    ``met`` tells that it made a difference. jax keeps what it traced, so it has to be traced anew then.
    """

    def __init__(self) -> None:
        self.apart = False
        self.met = False

    def batched(self, primitive: Any, axis: Any, arguments: Any, axes: Any, **parameters: Any) -> Any:  # noqa: ANN401 - as jax has it
        """What a branch or a loop over a batch gives, and along which axes its outputs are batched."""
        branches = parameters.get("branches")
        programs = branches or (parameters["cond_jaxpr"], parameters["body_jaxpr"])
        across = any(type(effect).__name__ == _ACROSS for program in programs for effect in program.effects)
        one_for_all = all(at is None for at in (axes[:1] if branches else axes))
        if across or one_for_all or not any(map(is_random, programs)):
            return _own[primitive](axis, arguments, axes, **parameters)
        self.met = True
        if not self.apart:
            return _own[primitive](axis, arguments, axes, **parameters)
        batched = [_to_front(one, at, 0) for one, at in zip(arguments, axes, strict=True) if at is not None]

        def one(row: list[Any]) -> Any:  # noqa: ANN401 - the outputs of a branch or loop
            own = iter(row)
            given = [held if at is None else next(own) for held, at in zip(arguments, axes, strict=True)]
            return primitive.bind(*given, **parameters)

        outputs = _map(one, batched)
        return outputs, [0] * len(outputs)


_RULES: Final = _Rules()
_rules.update({primitive: functools.partial(_RULES.batched, primitive) for primitive in _own})


@contextmanager
def elementwise() -> Iterator[None]:
    """Has elements gone through one by one. What jax traced otherwise is traced anew, before and afterwards."""
    if _RULES.met:
        _clear_caches()
    _RULES.apart, _RULES.met = True, False
    try:
        yield
    finally:
        _RULES.apart = False
        if _RULES.met:
            _clear_caches()
