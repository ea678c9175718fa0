"""The program that a call is traced into, as bytes that another worker can run: over flat arrays, without a callback.

What is static, and every leaf that is no array, is bound in the program. How the outputs make up the result is told
apart, for jax.export writes neither namedtuples nor dataclasses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

import jax
import jax.export
import jax.numpy
import numpy as np

from grader.model.answers import Exported, Raised, Unexported
from grader.sandbox.protocol import KEY_WORDS
from grader.worker.calling import chosen, guarded
from grader.worker.conversion import ResultTypeError, to_value
from grader.worker.failures import plain
from grader.worker.jitting import is_jitted
from grader.worker.private import ArrayImpl, PRNGKeyArray, put
from grader.worker.programs import digest
from grader.worker.silencing import calls_host, calls_within, debugs, equations, silenced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.worker.subject import Subject

__all__ = ["exported"]

_MOST_TRIES: Final = 8
_LONGEST: Final = 16 << 20
_MOST_WRAPPED: Final = 2_000  # equations: what runs eagerly as it is called would take long to compile as a whole
_LONGEST_DETAIL: Final = 300
_CUSTOM_CALL: Final = re.compile(r"custom_call @(\"[^\"]*\"|[^\s(]+)\(")
_NUMBERS: Final = (bool, int, float, complex)

_jit, _export = jax.jit, jax.export.export
_flatten, _unflatten, _leaves = jax.tree_util.tree_flatten, jax.tree_util.tree_unflatten, jax.tree_util.tree_leaves
_key_data, _key_impl, _wrap_key_data = jax.random.key_data, jax.random.key_impl, jax.random.wrap_key_data
_issubdtype, _prng_key = jax.numpy.issubdtype, jax.dtypes.prng_key
_Spec: Any = jax.ShapeDtypeStruct
_Tracer = jax.core.Tracer


@dataclass(kw_only=True, eq=False)
class _Flat:
    """A call as a function of its dynamic leaves alone, and what it learns of its result when it is traced."""

    function: Callable[..., Any]
    leaves: list[Any]
    tree: Any
    dynamic: tuple[int, ...] = ()
    result: Any = None
    keys: list[str] = field(default_factory=list)

    def __call__(self, *values: Any) -> list[Any]:  # noqa: ANN401 - tracers
        """The flat outputs; random keys come and go as their words."""
        filled = list(self.leaves)
        for index, value in zip(self.dynamic, values, strict=True):
            leaf = self.leaves[index]
            key = type(leaf) is PRNGKeyArray
            filled[index] = _wrap_key_data(value, impl=str(_key_impl(leaf))) if key else value
        positional, keyword = _unflatten(self.tree, filled)
        outputs, self.result = _flatten(self.function(*positional, **keyword))
        self.keys = [_kind_of_key(output) for output in outputs]
        return [_key_data(output) if kind else output for output, kind in zip(outputs, self.keys, strict=True)]

    def inputs(self) -> list[Any]:
        """What to trace it with: the leaves themselves, for their types; of random keys the type of their words."""
        return [_words(self.leaves[index]) for index in self.dynamic]

    def structure(self) -> object:
        """The result with a text in the place of each output."""
        names = [f"output {index} {kind}".rstrip() for index, kind in enumerate(self.keys)]
        return _unflatten(self.result, names)


def exported(
    subject: Subject,
    positional: tuple[Any, ...],
    keyword: dict[str, Any],
    *,
    vmap: tuple[int | None, ...] | None = None,
    gradient: tuple[int, ...] | None = None,
) -> Exported | Unexported:
    """The program of one call, or why there is none."""
    leaves, tree = _flatten((positional, keyword))
    function = chosen(subject, vmap=vmap, gradient=gradient)
    failure: Unexported | None = None
    for dynamic in filter(None, _choices(subject, positional, keyword)):
        flat = _Flat(function=function, leaves=leaves, tree=tree, dynamic=dynamic)
        made = _program(flat, subject)
        if isinstance(made, Exported) or made.reason != "untraceable":
            return made
        failure = failure or made
    if not is_jitted(subject.callable) and _is_bare(_Flat(function=function, leaves=leaves, tree=tree), subject):
        return Unexported(reason="bare")
    if failure is None or not any(map(_is_array, leaves)):
        return Unexported(reason="bound")
    return failure


def _is_bare(flat: _Flat, subject: Subject) -> bool:
    """Whether a plain function, given what its author expects, takes its result from no jitted function and no loop.

    It is traced with no input at all: what jax computes is written down even so, what NumPy computes is a constant.
    """
    flat.leaves = [_filled(leaf) for leaf in flat.leaves]
    traced = guarded(lambda: _jit(flat).trace().jaxpr, "call", subject.file)
    return not isinstance(traced, Raised) and not calls_within(traced)


def _filled(leaf: Any) -> Any:  # noqa: ANN401 - any leaf
    """An array of zeros with other numbers in it, for zero is where functions take short cuts."""
    if type(leaf) not in (ArrayImpl, np.ndarray) or leaf.dtype.kind not in "fiu":
        return leaf
    numbers = np.linspace(0.3, 0.9, leaf.size) if leaf.dtype.kind == "f" else np.arange(1, leaf.size + 1)
    filled = numbers.astype(leaf.dtype).reshape(leaf.shape)
    return filled if type(leaf) is np.ndarray else put(filled)


def _program(flat: _Flat, subject: Subject) -> Exported | Unexported:
    """The program with these leaves as inputs, or why there is none."""
    whole = _jit(flat)
    traced = guarded(lambda: whole.trace(*flat.inputs()).jaxpr, "call", subject.file)
    if isinstance(traced, Raised):
        return _refused("untraceable", traced)
    if not is_jitted(subject.callable) and equations(traced) > _MOST_WRAPPED:
        return Unexported(reason="large", detail=f"{equations(traced)} equations")
    host = calls_host(traced)
    if host:
        return Unexported(reason="callback", detail=host)
    quiet = guarded(lambda: silenced(traced) if debugs(traced) else whole, "worker", subject.file)
    if isinstance(quiet, Raised):
        return _refused("unserialisable", quiet)
    made = guarded(lambda: _serialised(quiet, flat), "worker", subject.file)
    if not isinstance(made, Raised):
        return made
    if "host_callbacks" in made.failure.message:
        return Unexported(reason="callback")
    foreign = _CUSTOM_CALL.search(made.failure.message)
    if foreign:
        return Unexported(reason="foreign", detail=plain(foreign[1], _LONGEST_DETAIL))
    return _refused("unserialisable", made)


def _serialised(function: Any, flat: _Flat) -> Exported | Unexported:  # noqa: ANN401 - a jitted function
    """The program's bytes, with what the grader has to know of it."""
    program = _export(function)(*flat.inputs())
    data = bytes(program.serialize())
    if len(data) > _LONGEST:
        return Unexported(reason="large", detail=f"{len(data) >> 20} MiB")
    try:
        structure = to_value(flat.structure())
    except ResultTypeError as error:
        return Unexported(reason="unserialisable", detail=plain(str(error), _LONGEST_DETAIL))
    return Exported(program=data, digest=digest(program), dynamic=flat.dynamic, structure=structure)


def _refused(reason: Literal["untraceable", "unserialisable"], raised: Raised) -> Unexported:
    """Why there is no program, from what was raised."""
    failure = raised.failure
    detail = plain(f"{failure.type}: {failure.message}", _LONGEST_DETAIL)
    return Unexported(reason=reason, detail=detail, line=failure.frames[-1].line if failure.frames else None)


def _choices(subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any]) -> Iterator[tuple[int, ...]]:
    """Which leaves may be inputs, best first: what is static is known only by its refusal to be traced.

    Around jitted functions, Python code sees numbers as they are, so they stay what they are.
    """
    sizes = [len(_leaves(part)) for part in (*positional, *(keyword[name] for name in sorted(keyword)))]
    leaves = _leaves((positional, keyword))
    arrays = tuple(index for index, leaf in enumerate(leaves) if _is_array(leaf))
    numbers = [index for index, leaf in enumerate(leaves) if _is_number(leaf)]
    tries = []
    if numbers and is_jitted(subject.callable):
        tries.append(tuple(sorted([*arrays, *numbers])))
        start = 0
        for size in sizes:
            held = range(start, start + size)
            start += size
            if any(number in held for number in numbers):
                tries.append(tuple(sorted([*arrays, *(number for number in numbers if number not in held)])))
    tries = tries[: _MOST_TRIES - 1]
    tries.append(arrays)
    yield from dict.fromkeys(tries)


def _is_array(leaf: object) -> bool:
    return type(leaf) in (ArrayImpl, np.ndarray, PRNGKeyArray)


def _is_number(leaf: object) -> bool:
    return type(leaf) in _NUMBERS or isinstance(leaf, np.generic)


def _words(leaf: Any) -> Any:  # noqa: ANN401 - an array, a number or a key
    """A leaf as the program takes it."""
    if type(leaf) is not PRNGKeyArray:
        return leaf
    return _Spec((*leaf.shape, KEY_WORDS[str(_key_impl(leaf))]), np.uint32)


def _kind_of_key(output: Any) -> str:  # noqa: ANN401 - whatever the function returned
    """The kind of a random key; "" for anything else."""
    if isinstance(output, _Tracer | PRNGKeyArray) and _issubdtype(output.dtype, _prng_key):
        return str(_key_impl(output))
    return ""
