"""What jax.jit has wrapped, and wrapping it: told apart by type, so that a look-alike is not taken for jitted."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final, Literal, cast

import jax

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.questions import JitOptions

__all__ = ["as_given", "is_jitted", "plain_function", "tracing"]

_jit = jax.jit
_JITTED: Final[Any] = type(jax.jit(lambda: None))
_LONGEST_CHAIN: Final = 100


def as_given(found: Any, options: JitOptions | Literal["submission", "none"]) -> Any:  # noqa: ANN401 - any object
    """What a call goes through: jax.jit of the object where the grader jits, unless it came jitted already.

    Raises what jax.jit raises where the options do not fit the function.
    """
    if isinstance(options, str) or not callable(found) or is_jitted(found):
        return found
    return _jit(
        found,
        static_argnums=options.static_argnums or None,
        static_argnames=options.static_argnames or None,
        donate_argnums=options.donate_argnums or None,
        donate_argnames=options.donate_argnames or None,
    )


def is_jitted(found: object) -> bool:
    """Whether the object is a jitted function, by itself or within functools.partial."""
    for _ in range(_LONGEST_CHAIN):
        if type(found) is _JITTED:
            return True
        if type(found) is not functools.partial:
            return False
        found = found.func
    return False


def plain_function(found: Any) -> Any:  # noqa: ANN401 - any object
    """The object without the jax.jit around it; arguments that functools.partial bound stay bound.

    A decorator of the student's own stays: what it does is part of the function.
    """
    for _ in range(_LONGEST_CHAIN):
        if type(found) is not _JITTED:
            break
        found = found.__wrapped__
    if type(found) is functools.partial and is_jitted(found):
        return functools.partial(plain_function(found.func), *found.args, **found.keywords)
    return found


def tracing(function: object) -> Callable[..., Any] | None:
    """What traces a jitted function on given arguments; None where it is not jitted as a whole."""
    if type(function) is functools.partial and is_jitted(function):
        inner = tracing(function.func)
        return None if inner is None else functools.partial(inner, *function.args, **function.keywords)
    if type(function) is not _JITTED:
        return None
    return cast("jax.stages.Wrapped", function).trace
