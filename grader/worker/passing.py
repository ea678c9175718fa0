"""What a jitted function only hands on of what it is given, and where it gives one number whatever it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import jax
import numpy as np

from grader.model.answers import Raised
from grader.worker.calling import guarded
from grader.worker.leaves import all_equal, cast, is_uniform, numbers
from grader.worker.private import put

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from grader.worker.acting import Step

__all__ = ["handed_on"]

_issubdtype, _extended = jax.numpy.issubdtype, jax.dtypes.extended
_KINDS: Final = "biufVc"  # each can hold what those before it hold; V is half precision as jax has it
_VARIANTS: Final[tuple[Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]], ...]] = (
    lambda values, ramp: -values - ramp,
    lambda values, ramp: values * 0 + 1.375 * ramp,
    lambda values, _: values * 1e6,
    lambda values, _: values * 0,
    lambda values, _: values * 0 + np.inf,
    lambda values, _: values * 0 - np.inf,
    lambda values, _: values * 0 + np.nan,
)
"""What else is handed in, made of what was: functions have cases, for signs, for zero, for what is no number."""


def handed_on(step: Step, file: str) -> list[bool]:
    """Of each output, whether it is an input as it is, or one number at all times, for all inputs that were tried.

    A function without an input has nothing to hand on. A loop that ends by itself need not end for other inputs, so
    what has one is not tried.
    """
    roles = _roles(step.inputs, step.outputs)
    if not step.inputs or not any(roles) or step.program.may_loop:
        return [False for _ in roles]
    for arguments in _varied(step):
        if not any(roles):
            break
        again = guarded(lambda arguments=arguments: step.program.run(arguments), "call", file)  # type: ignore[misc]
        if isinstance(again, Raised):
            return [False for _ in roles]
        roles = [one & other for one, other in zip(roles, _roles([*map(numbers, arguments)], again), strict=True)]
    return [*map(bool, roles)]


def _varied(step: Step) -> Iterator[list[Any]]:
    """Other arguments of the same types; random keys stay."""
    for variant in _VARIANTS:
        arguments = zip(step.arguments, step.inputs, step.program.dtypes, strict=True)
        yield [
            given if values is None or _issubdtype(dtype, _extended) else put(_made(variant, values, place, dtype))
            for place, (given, values, dtype) in enumerate(arguments)
        ]


@np.errstate(all="ignore")
def _made(variant: Callable[..., NDArray[Any]], values: NDArray[Any], place: int, dtype: Any) -> NDArray[Any]:  # noqa: ANN401
    """A variant of an input's values. The ramp in it differs from place to place and from input to input."""
    wide = values.astype(complex if values.dtype.kind == "c" else float)
    ramp = (np.arange(wide.size) - wide.size / 3 + place).reshape(wide.shape)
    return cast(variant(wide, ramp), np.dtype(dtype))


def _roles(inputs: Sequence[NDArray[Any] | None], outputs: Sequence[Any]) -> list[set[tuple[str, Any]]]:
    """What each output may be: the input of a number, or a constant."""
    return [_role(inputs, numbers(output)) for output in outputs]


def _role(inputs: Sequence[NDArray[Any] | None], output: NDArray[Any] | None) -> set[tuple[str, Any]]:
    if output is None or not output.size:
        return set()
    found: set[tuple[str, Any]] = {
        ("input", place) for place, values in enumerate(inputs) if values is not None and _is(values, output)
    }
    if is_uniform(output):
        found.add(("constant", output.flat[0].item()))
    return found


@np.errstate(all="ignore")
def _is(values: NDArray[Any], output: NDArray[Any]) -> bool:
    """Whether an output holds these values in this order, in a dtype that has room for their kind."""
    if values.size != output.size or _KINDS.find(values.dtype.kind) > _KINDS.find(output.dtype.kind):
        return False
    return all_equal([values.ravel().astype(output.dtype)], [output.ravel()])
