"""Debugging taken out of a traced program: what prints or looks on changes no value, but cannot leave the process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import jax
import jax.extend.core

from grader.worker.genuine import name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["calls_host", "calls_within", "debugs", "equations", "holds_program", "inside", "silenced"]

_DEBUGGING: Final = ("debug_callback", "debug_print")
_EFFECTS: Final = ("DebugEffect", "OrderedDebugEffect")
_HOST: Final = ("callback", "infeed", "outfeed")

_jit, _as_function = jax.jit, jax.extend.core.jaxpr_as_fun


def equations(jaxpr: Any) -> int:  # noqa: ANN401 - a Jaxpr or ClosedJaxpr, as the release has it
    """How many equations a jaxpr has, those of sub-programs included."""
    return sum(1 for _ in inside(jaxpr))


def calls_host(jaxpr: Any) -> str:  # noqa: ANN401 - as above
    """The primitive by which a program calls Python on the host for values; "" where none does."""
    for equation in inside(jaxpr):
        name = name_of(equation.primitive)
        if any(word in name for word in _HOST) and not _is_debugging(equation):
            return name
    return ""


def calls_within(jaxpr: Any) -> bool:  # noqa: ANN401 - as above
    """Whether the outputs come from a sub-program: a jitted function, a loop, a branch."""
    inner = getattr(jaxpr, "jaxpr", jaxpr)
    wanted = {id(variable) for variable in inner.outvars}
    for equation in reversed(inner.eqns):
        if any(id(variable) in wanted for variable in equation.outvars):
            if holds_program(equation.params):
                return True
            wanted.update(id(variable) for variable in equation.invars)
    return False


def holds_program(parameters: Mapping[str, Any]) -> bool:
    """Whether an operation with these parameters has a sub-program."""
    return any(map(_is_program, _parts(parameters)))


def debugs(jaxpr: Any) -> bool:  # noqa: ANN401 - as above
    """Whether something in the program only prints or looks on."""
    return any(map(_is_debugging, inside(jaxpr)))


def silenced(jaxpr: Any) -> Callable[..., Any]:  # noqa: ANN401 - as above
    """The jitted function that a program is without its debugging."""
    return _jit(_as_function(_quiet(jaxpr)))


def _is_debugging(equation: Any) -> bool:  # noqa: ANN401 - a JaxprEqn
    return equation.primitive.name in _DEBUGGING and not equation.outvars


def _quiet(jaxpr: Any) -> Any:  # noqa: ANN401 - as above
    """The same program without debugging, in its sub-programs, too."""
    inner = getattr(jaxpr, "jaxpr", jaxpr)
    kept = [
        equation.replace(
            params={name: _quiet_parameter(value) for name, value in equation.params.items()},
            effects=_without_debugging(equation.effects),
        )
        for equation in inner.eqns
        if not _is_debugging(equation)
    ]
    quiet = inner.replace(eqns=kept, effects=_without_debugging(inner.effects))
    return quiet if inner is jaxpr else jaxpr.replace(jaxpr=quiet)


def _quiet_parameter(value: Any) -> Any:  # noqa: ANN401 - whatever an equation holds
    """A parameter with the programs in it made quiet."""
    if isinstance(value, tuple | list):
        return type(value)(map(_quiet_parameter, value)) if any(map(_is_program, value)) else value
    return _quiet(value) if _is_program(value) else value


def _without_debugging(effects: Any) -> Any:  # noqa: ANN401 - a set of effects
    return type(effects)(effect for effect in effects if type(effect).__name__ not in _EFFECTS)


def _is_program(value: object) -> bool:
    return hasattr(getattr(value, "jaxpr", value), "eqns")


def inside(jaxpr: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
    """All equations of a jaxpr and of those in their parameters."""
    waiting = [jaxpr]
    while waiting:
        item = waiting.pop()
        for equation in getattr(item, "jaxpr", item).eqns:
            yield equation
            waiting.extend(filter(_is_program, _parts(equation.params)))


def _parts(parameters: Mapping[str, Any]) -> Iterator[Any]:
    """The parameters of an equation, those in tuples one by one."""
    for value in parameters.values():
        yield from value if isinstance(value, tuple | list) else (value,)
