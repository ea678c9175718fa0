"""Calling the student's function: the way the question asks, whatever it raises, its result as plain data."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any, Final, TypeVar

import jax
import jax.numpy

from grader.model.answers import Raised, Returned
from grader.worker.conversion import ResultTypeError, to_value
from grader.worker.failures import described, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.values import Value
    from grader.worker.failures import Stage
    from grader.worker.subject import Subject

__all__ = ["chosen", "guarded", "outcome"]

_T = TypeVar("_T")
_grad, _vmap, _sum = jax.grad, jax.vmap, jax.numpy.sum
_Array = jax.Array
_RECURSION: Final = sys.getrecursionlimit()


def guarded(thunk: Callable[[], _T], stage: Stage, file: str) -> _T | Raised:
    """What the thunk returns, or what it raised as plain data: every exception, leaving the process included."""
    try:
        result = thunk()
    except BaseException as error:  # noqa: BLE001 - SystemExit and KeyboardInterrupt of the file's are answers too
        _restore_recursion()
        return Raised(failure=described(error, file, stage))
    _restore_recursion()
    return result


def outcome(thunk: Callable[[], Any], subject: Subject) -> Returned | Raised:
    """The result of a call once it is computed, or what it raised; whether the file printed meanwhile.

    What a computation raises comes only when its values are read. A result that cannot be sent is of stage
    ``result``.
    """
    subject.printed()
    result = guarded(thunk, "call", subject.file)
    if isinstance(result, Raised):
        return result
    value = guarded(lambda: _sent(result), "call", subject.file)
    return value if isinstance(value, Raised) else Returned(value=value, printed=subject.printed())


def _sent(result: object) -> Value | Raised:
    """The result as plain data, or why it cannot be."""
    try:
        return to_value(result)
    except ResultTypeError as error:
        return told("result", ResultTypeError.__name__, str(error))


def chosen(
    subject: Subject,
    *,
    how: str = "as given",
    vmap: tuple[int | None, ...] | None = None,
    gradient: tuple[int, ...] | None = None,
    cotangent: float = 1.0,
    fixture: Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """The function a question means: as given or eager, then differentiated, then mapped, then given to ``fixture``.

    What is differentiated is the sum of the entries where the result is an array, times ``cotangent``. ``fixture``
    takes the function as its first argument.
    """
    function = subject.plain if how == "eager" else subject.callable
    if gradient is not None:
        summed = functools.partial(_summed, function, cotangent)
        function = _grad(summed, argnums=gradient[0] if len(gradient) == 1 else gradient)
    if vmap is not None:
        function = functools.partial(_mapped, function, vmap)
    return function if fixture is None else functools.partial(fixture, function)


def _summed(function: Callable[..., Any], cotangent: float, /, *positional: Any, **keyword: Any) -> Any:  # noqa: ANN401
    """The sum of the result's entries, times ``cotangent``; a single number, or what is no array, as it is."""
    result = function(*positional, **keyword)
    total = _sum(result) if isinstance(result, _Array) and result.ndim else result
    return total if cotangent == 1.0 else total * cotangent


def _mapped(function: Callable[..., Any], axes: tuple[int | None, ...], *positional: Any, **keyword: Any) -> Any:  # noqa: ANN401
    """The function mapped over its positional arguments; keyword arguments are the same for all."""
    return _vmap(functools.partial(function, **keyword), in_axes=axes)(*positional)


def _restore_recursion() -> None:
    """Gives back the depth the worker itself needs, where the file lowered it."""
    if sys.getrecursionlimit() < _RECURSION:
        sys.setrecursionlimit(_RECURSION)
