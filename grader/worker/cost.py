"""How much arithmetic a traced program does, by a simple model of cost: what moves values is free.

It compares programs for the same task; it predicts no time.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from grader.worker.genuine import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DEAR", "cost"]

DEAR: Final = 10.0  # what a transcendental function costs, for each element
_TRANSCENDENTAL_NAMES: Final = (
    "acos acosh asin asinh atan atan2 atanh cos cosh digamma erf erf_inv erfc exp exp2 expm1 lgamma log "
    "log1p logistic pow random_bits sin sinh tan tanh threefry2x32"
)
_TRANSCENDENTAL: Final = frozenset(_TRANSCENDENTAL_NAMES.split())
_FREE_NAMES: Final = (
    "bitcast_convert_type broadcast_in_dim concatenate convert_element_type copy device_put dynamic_slice "
    "dynamic_update_slice expand_dims gather iota optimization_barrier pad random_unwrap random_wrap reshape rev "
    "scatter slice split squeeze transpose"
)
_FREE: Final = frozenset(_FREE_NAMES.split())
_OVER_INPUTS: Final = ("reduce", "arg", "cum", "sort")  # how operations are called that read more than they give


def cost(program: Any) -> float:  # noqa: ANN401 - a Jaxpr or ClosedJaxpr, as the release has it
    """Operations on elements. A loop whose rounds are not known while it is traced counts as one round."""
    return sum(map(_of_equation, getattr(program, "jaxpr", program).eqns))


def _of_equation(equation: Any) -> float:  # noqa: ANN401 - a JaxprEqn
    name = name_of(equation.primitive)
    inner = [cost(one) for one in _programs(equation.params)]
    if inner:
        if name == "cond":
            return max(inner)
        return sum(inner) * (int(equation.params["length"]) if name == "scan" else 1)
    if name in _FREE:
        return 0.0
    made, read = (sum(map(_size, variables)) for variables in (equation.outvars, equation.invars))
    if name == "dot_general":
        (contracted, _), _ = equation.params["dimension_numbers"]
        shape = equation.invars[0].aval.shape
        return 2.0 * made * float(math.prod(shape[axis] for axis in contracted))
    if name.startswith(_OVER_INPUTS):
        return float(read)
    return float(made) * (DEAR if name in _TRANSCENDENTAL else 1.0)


def _size(variable: Any) -> int:  # noqa: ANN401 - a variable or a literal
    return int(math.prod(getattr(variable.aval, "shape", ())))


def _programs(parameters: dict[str, Any]) -> Iterator[Any]:
    """The programs among an operation's parameters."""
    for value in parameters.values():
        for one in value if isinstance(value, tuple | list) else (value,):
            if hasattr(getattr(one, "jaxpr", one), "eqns"):
                yield one
