"""The program that jax makes of a function: traced afresh, and told apart from another by its text and constants."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jax
import jax.extend.core
import jax.numpy as jnp
import numpy as np

from grader.worker.genuine import name_of
from grader.worker.purity.attribution import student_function
from grader.worker.purity.marks import digest, is_array, of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.worker.subject import Subject

__all__ = ["Callback", "Program", "interpret", "is_jitted", "read", "tracings"]

_JITTED = type(jax.jit(lambda: None))
_ADDRESS = re.compile(r"0x[0-9a-fA-FX]+")
_HOST_CALLS = ("callback", "infeed", "outfeed")


@dataclass(frozen=True)
class Callback:
    """A primitive that calls Python from the compiled program. ``line`` is that of the student's function, if any."""

    primitive: str
    function: str
    line: int | None


@dataclass(frozen=True)
class Program:
    """One traced program: its text without addresses, hashes of its constants, its callbacks."""

    text: str
    constants: tuple[str, ...]
    callbacks: tuple[Callback, ...]

    @property
    def identity(self) -> str:
        """One hash for the whole program."""
        return digest("\n".join([self.text, *self.constants]).encode())


def is_jitted(value: object) -> bool:
    """Tells whether ``value`` is what ``jax.jit`` returns."""
    return type(value) is _JITTED


def tracings(subject: Subject) -> list[Callable[[tuple[Any, ...], dict[str, Any]], Any]]:
    """Returns the ways to trace the subject, best first. Each gives a jaxpr and calls the student's code afresh.

    A fresh lambda, so that no cache of jax's knows the function; where arguments are static, the function's own
    ``trace``, which knows them; last, numbers held fixed and arrays alone traced, for plain functions around
    jitted ones.
    """
    function: Any = subject.callable

    def own(positional: tuple[Any, ...], keyword: dict[str, Any]) -> Any:  # noqa: ANN401 - a jaxpr, differently named
        return function.trace(*positional, **keyword).jaxpr

    def lambda_over(dynamic: Callable[[object], bool]) -> Callable[[tuple[Any, ...], dict[str, Any]], Any]:
        def traced(positional: tuple[Any, ...], keyword: dict[str, Any]) -> Any:  # noqa: ANN401 - a jaxpr
            leaves, fresh = _flattened(function, positional, keyword, dynamic)
            return jax.make_jaxpr(fresh)(*leaves)

        return traced

    options = subject.jit
    if not isinstance(options, str) and not (options.static_argnums or options.static_argnames):
        return [lambda_over(_is_traceable), lambda_over(is_array)]
    if is_jitted(function):
        return [own, lambda_over(is_array)]
    return [lambda_over(_is_traceable), lambda_over(is_array)]


def interpret(subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any]) -> list[Any]:
    """Traces the subject and runs the program operation by operation, as the plain function would run."""
    function: Any = subject.callable
    for dynamic in (_is_traceable, is_array):
        leaves, fresh = _flattened(function, positional, keyword, dynamic)
        try:
            jaxpr = jax.make_jaxpr(fresh)(*leaves)
        except Exception:
            if dynamic is is_array:
                raise
        else:
            return list(jax.extend.core.jaxpr_as_fun(jaxpr)(*leaves))
    return []


def read(jaxpr: Any, *, file: str) -> Program:  # noqa: ANN401 - a jaxpr, a class of its own on each stack
    """Reads a jaxpr, sub-programs included."""
    constants: list[str] = []
    callbacks: list[Callback] = []
    for part in _programs(jaxpr):
        constants += [_constant(value) for value in getattr(part, "consts", ())]
        for equation in getattr(part, "jaxpr", part).eqns:
            name = name_of(equation.primitive)
            if any(word in name for word in _HOST_CALLS):
                called = _student_code(equation.params.get("callback"), file)
                callbacks.append(
                    Callback(
                        name, getattr(called, "__name__", ""), getattr(called, "__code__", None) and _first(called)
                    )
                )
    return Program(_ADDRESS.sub("0x", str(jaxpr)), tuple(constants), tuple(callbacks))


def _flattened(
    function: Callable[..., Any],
    positional: tuple[Any, ...],
    keyword: dict[str, Any],
    dynamic: Callable[[object], bool],
) -> tuple[list[Any], Callable[..., Any]]:
    """Returns the leaves to trace, and a fresh function of them which holds the others fixed."""
    leaves, tree = jax.tree_util.tree_flatten((positional, keyword))

    def fresh(*values: Any) -> Any:  # noqa: ANN401 - whatever the student's function takes and gives
        rest = iter(values)
        filled = [next(rest) if dynamic(leaf) else leaf for leaf in leaves]
        args, kwargs = jax.tree_util.tree_unflatten(tree, filled)
        return function(*args, **kwargs)

    return [leaf for leaf in leaves if dynamic(leaf)], fresh


def _is_traceable(leaf: object) -> bool:
    return is_array(leaf) or of(leaf, bool | int | float | complex)


def _programs(jaxpr: Any) -> Iterator[Any]:  # noqa: ANN401 - jaxprs
    """Yields a jaxpr and all those within its equations."""
    yield jaxpr
    for equation in getattr(jaxpr, "jaxpr", jaxpr).eqns:
        for parameter in equation.params.values():
            for held in parameter if isinstance(parameter, tuple | list) else (parameter,):
                if hasattr(held, "eqns") or hasattr(getattr(held, "jaxpr", None), "eqns"):
                    yield from _programs(held)


def _constant(value: Any) -> str:  # noqa: ANN401 - whatever jax lifts out of a program
    if jnp.issubdtype(getattr(value, "dtype", np.dtype(object)), jax.dtypes.prng_key):
        value = jax.random.key_data(value)
    array = np.asarray(value)
    return f"{array.dtype}{array.shape}{digest(np.ascontiguousarray(array).tobytes())}"


def _first(function: Any) -> int:  # noqa: ANN401 - a Python function
    return int(function.__code__.co_firstlineno)


def _student_code(callback: object, file: str, depth: int = 5) -> object | None:
    """The student's function behind jax's wrappers around a callback."""
    if callback is None or depth == 0:
        return None
    if student_function(callback, file):
        return callback
    held: list[object] = [cell.cell_contents for cell in getattr(callback, "__closure__", None) or ()]
    held += [getattr(callback, name, None) for name in ("func", "callback_func", "callback", "__wrapped__", "f")]
    for part in held:
        if callable(part) and (found := _student_code(part, file, depth - 1)) is not None:
            return found
    return None
