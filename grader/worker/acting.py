"""Runs a function for real while what its jitted functions give is written down, or exchanged for something else."""

from __future__ import annotations

import functools
import math
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

import jax
import jax.extend.core.primitives

from grader.worker.cost import DEAR, cost
from grader.worker.genuine import JAX
from grader.worker.leaves import numbers
from grader.worker.misses import miss
from grader.worker.private import evaluated, interposed
from grader.worker.silencing import calls_host, holds_program, inside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

__all__ = ["Performance", "Program", "Script", "Step"]

_COMPILED: Final = "/jax/core/compile/backend_compile_duration"
_LOOP: Final = " while("  # as XLA writes it
_MOST_STEPS: Final = 2_000
_SPREAD: Final = frozenset({"shard_map", "xla_pmap", "custom_partitioning"})

_jit_p = jax.extend.core.primitives.jit_p
_register = jax.monitoring.register_event_duration_secs_listener
_unregister = jax.monitoring.unregister_event_duration_listener
_getframe = sys._getframe  # noqa: SLF001 - the stack tells whose a jitted function is
_thread = threading.get_ident
_leaves, _structure = jax.tree_util.tree_leaves, jax.tree_util.tree_structure
_assembled: Any = jax.tree_util.tree_unflatten
_Compiled: Any = jax.stages.Compiled
_call_compiled: Any = _Compiled.__call__


class Program(Protocol):
    """What a step runs."""

    @property
    def types(self) -> Any:  # noqa: ANN401 - to be compared
        """What goes in and comes out."""

    @property
    def dtypes(self) -> Sequence[Any]:
        """The dtype of each input."""

    @property
    def may_loop(self) -> bool:
        """Whether it has a loop that ends by itself, and so need not end for other inputs."""

    @property
    def ahead(self) -> str:
        """What tells an executable apart that was compiled ahead of time; "" for a jitted function's program."""

    def is_same(self, other: Program) -> bool:
        """Whether the other one is this very program."""

    @property
    def cost(self) -> float:
        """How much arithmetic it does, as `grader.worker.cost` has it; endless where that is not known."""

    @property
    def calls_host(self) -> bool:
        """Whether it has Python on the host do its work, as far as is known."""

    def run(self, arguments: Sequence[Any]) -> Sequence[Any]:
        """What it gives for these arguments."""


@dataclass(frozen=True, eq=False)
class _Jitted:
    """The program of a jitted function: the parameters of jax's operation."""

    parameters: dict[str, Any]

    @property
    def types(self) -> Any:  # noqa: ANN401 - as above
        return self._traced.in_avals, self._traced.out_avals

    @property
    def dtypes(self) -> Sequence[Any]:
        return [aval.dtype for aval in self._traced.in_avals]

    @property
    def may_loop(self) -> bool:
        return any(str(one.primitive.name) == "while" for one in inside(self._traced))

    @property
    def ahead(self) -> str:
        return ""

    def is_same(self, other: Program) -> bool:
        return isinstance(other, _Jitted) and other.parameters["jaxpr"] is self.parameters["jaxpr"]

    @property
    def cost(self) -> float:
        return cost(self._traced)

    @property
    def calls_host(self) -> bool:
        return bool(calls_host(self._traced))

    def run(self, arguments: Sequence[Any]) -> Sequence[Any]:
        outputs: Sequence[Any] = evaluated(_jit_p, arguments, self.parameters)
        return outputs

    @property
    def _traced(self) -> Any:  # noqa: ANN401 - a ClosedJaxpr
        return self.parameters["jaxpr"]


@dataclass(frozen=True, eq=False)
class _Executable:
    """An executable that was compiled ahead of time. Its arguments are the leaves of those that it is called with."""

    compiled: Any

    @property
    def types(self) -> Any:  # noqa: ANN401 - as above
        given, made = ([(one.shape, one.dtype) for one in _leaves(tree)] for tree in self._signature)
        return self.compiled.in_tree, given, self.compiled.out_tree, made

    @property
    def dtypes(self) -> Sequence[Any]:
        return [one.dtype for one in _leaves(self.compiled.args_info)]

    @property
    def may_loop(self) -> bool:
        """Every loop is of one kind once it is compiled; where the text is not to be had, there may be one."""
        text = self.compiled.as_text()
        return text is None or _LOOP in text

    @property
    def ahead(self) -> str:
        return f"{id(self.compiled):x}"

    def is_same(self, other: Program) -> bool:
        return isinstance(other, _Executable) and other.compiled is self.compiled

    @property
    def cost(self) -> float:
        """As XLA counts it; how often a loop is gone through is not told."""
        told = {} if self.may_loop else self.compiled.cost_analysis() or {}
        return float(told["flops"]) + DEAR * float(told.get("transcendentals", 0.0)) if "flops" in told else math.inf

    @property
    def calls_host(self) -> bool:
        """Debugging looks like work done on the host once it is compiled, so that is not told."""
        return False

    def run(self, arguments: Sequence[Any]) -> Sequence[Any]:
        positional, keyword = _assembled(self.compiled.in_tree, arguments)
        outputs: Sequence[Any] = _leaves(_call_compiled(self.compiled, *positional, **keyword))
        return outputs

    @property
    def _signature(self) -> tuple[Any, Any]:
        return self.compiled.args_info, self.compiled.out_info


@dataclass(frozen=True, kw_only=True, eq=False)
class Step:
    """One call of a jitted function of the file's, or of an executable: its program, what went in and what came out.

    ``inputs`` are the numbers of the ``arguments``, which may be donated.
    """

    program: Program
    arguments: Sequence[Any]
    inputs: Sequence[NDArray[Any] | None]
    outputs: Sequence[Any]

    def is_of(self, other: Program) -> bool:
        """Whether this is a call of that program, or of one of the same types."""
        return bool(self.program.types == other.types)


Script = Sequence[tuple[Step, Sequence[Any]]]


class Performance:
    """A run in which jax computes as ever, save that each call of what the file jits or compiles ahead is a step.

    By a ``script`` of an earlier run's steps, each output is what the script says, or is computed where that is None.
    ``exchange`` is given each step as it is made, and says what is given out for its outputs.
    ``ahead`` tells that an executable was called that was compiled ahead of time, ``compiled`` that more was compiled
    than the steps (by what other threads do, or ahead of time), ``unsure`` that more is computed in compiled programs
    (loops, what other threads do), or that the script did not fit.
    """

    def __init__(
        self, file: str, script: Script | None = None, exchange: Callable[[Step], Sequence[Any]] | None = None
    ) -> None:
        self._file = file
        self._script = script
        self._exchange = exchange
        self._computing = False
        self._own = _thread()
        self.steps: list[Step] = []
        self.unsure = False
        self.compiled = False
        self.ahead = False

    def result(self, function: Callable[..., Any], positional: Sequence[Any], keyword: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """What the function returns in this run, or raises."""
        _register(self._hear)
        _Compiled.__call__ = self._called_ahead
        try:
            with interposed(self._operation):
                outcome = function(*positional, **keyword)
        finally:
            _Compiled.__call__ = _call_compiled
            _unregister(self._hear)
        if self._script is not None and len(self.steps) != len(self._script):
            self.unsure = True
        return outcome

    def _hear(self, event: str, duration_secs: float, **told: str | int) -> None:
        """Notices a compilation that is no operation's of this run."""
        del duration_secs, told
        if event == _COMPILED and not (self._computing and _thread() == self._own):
            self.compiled = True

    @property
    def _called_ahead(self) -> Callable[..., Any]:
        """What takes the place of calling an executable that was compiled ahead of time: no operation tells of it."""

        def called(executable: Any, *positional: Any, **keyword: Any) -> Any:  # noqa: ANN401 - whatever it is of
            self.ahead = True
            given = (positional, keyword)
            if _thread() != self._own or _structure(given) != executable.in_tree:
                self.unsure = True
                return _call_compiled(executable, *positional, **keyword)
            return _assembled(executable.out_tree, self._step(_Executable(executable), _leaves(given)))

        return called

    def _operation(self, primitive: Any, arguments: Sequence[Any], parameters: dict[str, Any]) -> Any:  # noqa: ANN401
        """What an operation gives."""
        if primitive is not _jit_p:
            # A loop or a branch outside jit is compiled whole, and counted like what is jitted.
            self.unsure = self.unsure or holds_program(parameters)
            return self._computed(lambda: evaluated(primitive, arguments, parameters))
        if miss(_getframe(1), str(parameters.get("name")), self._file).kind == "eager":
            self.unsure = self.unsure or _reaches_back(parameters["jaxpr"])
            return self._computed(lambda: evaluated(primitive, arguments, parameters))
        return self._step(_Jitted(parameters), arguments)

    def _step(self, program: Program, arguments: Sequence[Any]) -> Sequence[Any]:
        """What a program of the file's gives, by the script or by itself."""
        number = len(self.steps)
        inputs = [numbers(argument) for argument in arguments]
        told: Sequence[Any] = [None]
        if self._script is not None and not self.unsure:
            if number < len(self._script) and self._script[number][0].is_of(program):
                told = self._script[number][1]
            else:
                self.unsure = True
        outputs = told
        if any(output is None for output in told):
            computed = self._computed(lambda: program.run(arguments))
            outputs = (
                computed
                if len(told) != len(computed)
                else [own if output is None else output for output, own in zip(told, computed, strict=True)]
            )
        if number >= _MOST_STEPS:
            self.unsure = True
        else:
            step = Step(program=program, arguments=arguments, inputs=inputs, outputs=outputs)
            self.steps.append(step)
            if self._exchange is not None:
                outputs = self._computed(functools.partial(self._exchange, step))
        return list(outputs)

    def _computed(self, compute: Callable[[], Any]) -> Any:  # noqa: ANN401 - as an operation gives it
        """What something gives by itself; what that compiles is its own."""
        before, self._computing = self._computing, True
        try:
            return compute()
        finally:
            self._computing = before


def _reaches_back(program: Any) -> bool:  # noqa: ANN401 - a ClosedJaxpr
    """Whether a function that jax itself jitted has one in it that the file jitted, or is spread over devices."""
    for equation in inside(program):
        name = str(equation.primitive.name)
        if name in _SPREAD:
            return True
        if name == _jit_p.name:
            inner = getattr(equation.params["jaxpr"], "jaxpr", equation.params["jaxpr"])
            _, _, place = str(getattr(inner.debug_info, "func_src_info", "")).partition(" at ")
            if not place.startswith(JAX):
                return True
    return False
