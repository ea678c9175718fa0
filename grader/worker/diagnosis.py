"""Finds the operation at which a call's numbers are lost: its program is run equation by equation with real values.

On the way forward: where the first nan or infinite number comes up, where integers leave the range of their type, where
an index lies outside its array. On the way back, for a gradient: where a finite derivative becomes one that is not, and
where it becomes 0. No list of mistakes is searched for, so it does not matter how they are written.
"""

from __future__ import annotations

import re
import sys
import time
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.extend.core
import jax.numpy as jnp
import msgspec
import numpy as np

from grader.model.answers import Diagnosed, Raised
from grader.model.incidents import Narrowed, NumberFault
from grader.worker.calling import guarded
from grader.worker.failures import plain
from grader.worker.following import counts_of_scan, home_of
from grader.worker.genuine import JAX, name_of
from grader.worker.private import ArrayImpl
from grader.worker.tracing import CALLS, line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grader.model.incidents import FaultKind
    from grader.worker.subject import Subject

__all__ = ["diagnosed"]

_MOST_STEPS: Final = 4_000
_SECONDS: Final = 10.0
_MOST_FAULTS: Final = 3
_MOST_MARKS: Final = 6
_MOST_OPERANDS: Final = 3
_LONGEST_NAME: Final = 40
_INLINED: Final = frozenset({*CALLS, "closed_call", "core_call", "remat2", "checkpoint"})
_RULED: Final = frozenset({"custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr"})
_ARITHMETIC: Final = frozenset(
    {"add", "sub", "mul", "neg", "integer_pow", "square", "reduce_sum", "reduce_prod", "cumsum", "cumprod"}
)
_MODULAR: Final = (np.dtype("uint32"), np.dtype("uint64"))  # whose sums and products wrap in honest hashes
_CONVERSION: Final = "convert_element_type"
_LOSING: Final[dict[str, tuple[str, ...]]] = {
    "round": ("round", "rint", "trunc", "floor_divide"),
    "floor": ("floor", "trunc", "floor_divide"),
    "ceil": ("ceil", "trunc"),
    "stop_gradient": (),
    _CONVERSION: ("astype",),
}
"""Operations whose derivative is 0 everywhere, and the functions of jax's that do nothing else."""
_RANDOM: Final = f"{JAX}/_src/random"
_SLACK: Final = 1e-6  # of sums in float32

_jit, _vjp = jax.jit, jax.vjp
_flatten, _unflatten = jax.tree_util.tree_flatten, jax.tree_util.tree_unflatten
_as_function, _closed = jax.extend.core.jaxpr_as_fun, jax.extend.core.ClosedJaxpr
_Jaxpr: Any = jax.extend.core.Jaxpr
_Literal = jax.extend.core.Literal
_stack: Any = jnp.stack
_clock = time.monotonic
_showwarning = warnings.showwarning


class _TooLongError(Exception):
    """The program takes more steps, or more time, than are gone through."""


@dataclass(eq=False)
class _Value:
    """A value of the run. ``moves`` tells whether it depends on what is differentiated.

    ``marks`` are its entries that come from a fault on the way forward, by that fault.
    """

    number: Any
    moves: bool = False
    cotangent: Any = None
    marks: dict[int, Any] = field(default_factory=dict)

    @property
    def floats(self) -> bool:
        dtype: Any = getattr(self.number, "dtype", None)
        return dtype is not None and bool(jnp.issubdtype(dtype, jnp.inexact))

    def numpy(self) -> Any:  # noqa: ANN401 - an array of NumPy's
        """Its numbers, in a dtype that NumPy knows."""
        found = np.asarray(self.number)
        return found if found.dtype.kind in "biufc" else found.astype(np.float32)


@dataclass(eq=False, kw_only=True)
class _Step:
    """An operation of the run. ``within`` are the steps of a function with a derivative of its own."""

    primitive: str
    line: int | None
    by: str  # the function of jax's that it is part of
    function: Callable[..., Sequence[Any]]
    inputs: Sequence[_Value]
    outputs: Sequence[_Value]
    within: Sequence[_Step] = ()
    direct: bool = False  # asked for by the student, and no part of a larger function of jax's
    given: Sequence[Any] = ()  # the cotangents of its inputs that it made of those of its outputs


def diagnosed(
    subject: Subject,
    positional: tuple[Any, ...],
    keyword: dict[str, Any],
    gradient: tuple[int, ...] | None = None,
) -> Diagnosed:
    """The operations at which numbers of a call, or of its ``gradient``, are lost, as far as its program tells."""
    leaves, tree = _flatten((positional, keyword))
    sizes = [len(_flatten(one)[0]) for one in positional]
    moved = {index for place in gradient or () for index in range(sum(sizes[:place]), sum(sizes[: place + 1]))}
    dynamic = [
        index
        for index, leaf in enumerate(leaves)
        if index in moved or (gradient is None and type(leaf) in (ArrayImpl, np.ndarray))
    ]
    narrowed: list[Narrowed] = []

    def flat(*values: Any) -> list[Any]:  # noqa: ANN401 - tracers
        filled = list(leaves)
        for index, value in zip(dynamic, values, strict=True):
            filled[index] = value
        given, named = _unflatten(tree, filled)
        return _flatten(subject.callable(*given, **named))[0]

    def traced() -> Any:  # noqa: ANN401 - a ClosedJaxpr or Jaxpr, as the release has it
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = _listening(subject.file, narrowed)
            return _jit(flat).trace(*(leaves[index] for index in dynamic)).jaxpr

    program = guarded(traced, "call", subject.file)
    if isinstance(program, Raised):
        return Diagnosed(narrowed=tuple(narrowed))
    run = _Run(subject.file)
    values = [_Value(jnp.asarray(leaves[index]), moves=index in moved) for index in dynamic]

    found: list[NumberFault] = []

    def examined() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            outputs = run.program(program, values)
            found.extend([*run.reaching(outputs), *_first_lost(run.steps, outputs)])
            found.extend([] if gradient is None else _backward(run, outputs, values))

    guarded(examined, "worker", subject.file)
    return Diagnosed(faults=tuple(found), narrowed=tuple(narrowed))


def _listening(file: str, narrowed: list[Narrowed]) -> Callable[..., None]:
    """Hears of types of 64 bits that jax makes narrower: it warns of them where they are asked for."""
    said = re.compile(r"requested dtype (\w+).* truncated to dtype (\w+)")

    def heard(message: Any, *_: Any, **__: Any) -> None:  # noqa: ANN401 - as warnings has it
        match = said.search(str(message))
        frame: Any = sys._getframe(1)  # noqa: SLF001 - the stack tells the line
        while frame is not None and frame.f_code.co_filename != file:
            frame = frame.f_back
        if match and frame is not None and len(narrowed) < _MOST_FAULTS:
            one = Narrowed(line=int(frame.f_lineno), asked=plain(match[1], 20), got=plain(match[2], 20))
            if one not in narrowed:
                narrowed.append(one)

    return heard


class _Run:
    """A program as it is gone through: its steps in order, and the faults met so far."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._until = _clock() + _SECONDS
        self._by = ""  # the jitted function of jax's that is gone through
        self.steps: list[_Step] = []
        self.faults: list[NumberFault] = []

    def program(self, program: Any, arguments: Sequence[_Value], caller: int | None = None) -> list[_Value]:  # noqa: ANN401
        """The outputs of a jaxpr. Raises _TooLongError where it takes too long."""
        inner = getattr(program, "jaxpr", program)
        known: dict[Any, _Value] = dict(zip(inner.constvars, map(_Value, getattr(program, "consts", ())), strict=False))
        known.update(zip(inner.invars, arguments, strict=True))

        def value(atom: Any) -> _Value:  # noqa: ANN401 - a variable or a literal
            return _Value(_literal(atom)) if isinstance(atom, _Literal) else known[atom]

        for equation in inner.eqns:
            inputs = [value(atom) for atom in equation.invars]
            outputs = self._outputs(equation, inputs, caller or line_of(equation, self._file))
            known.update(zip(equation.outvars, outputs, strict=True))
        return [value(atom) for atom in inner.outvars]

    def check_time(self) -> None:
        """Raises _TooLongError once it has taken too long."""
        if _clock() > self._until:
            raise _TooLongError

    def reaching(self, outputs: Sequence[_Value]) -> list[NumberFault]:
        """The faults in integers and indices that have a part in the result."""
        met = sorted({mark for output in outputs for mark, where in output.marks.items() if np.any(where)})
        return [self.faults[mark] for mark in met][:_MOST_FAULTS]

    def _outputs(self, equation: Any, inputs: list[_Value], line: int | None) -> list[_Value]:  # noqa: ANN401
        name, parameters = name_of(equation.primitive), equation.params
        if name in _INLINED:
            program = parameters.get("jaxpr") or parameters["call_jaxpr"]
            home, before = home_of(program), self._by
            if home.startswith(_RANDOM):  # it means its integers to wrap round
                return self._step(name, line, _alone(equation), inputs)
            own = not home.startswith(JAX)
            self._by = "" if own else before or _called(program)
            # What jax itself jitted may have been traced for another line.
            outputs = self.program(program, inputs, None if own else line)
            self._by = before
            return outputs
        if name == "cond":
            return self.program(parameters["branches"][int(inputs[0].number)], inputs[1:], None)
        if name == "scan" and parameters["length"]:
            return self._scan(inputs, parameters)
        if name == "while":
            return self._while(inputs, parameters)
        ruled = _ruled_program(name, parameters)
        if ruled is None:
            return self._step(name, line, _alone(equation), inputs, equation=equation)
        before = self._by
        self._by = before or (_called(ruled) if home_of(ruled).startswith(JAX) else "")
        within = self._within(ruled, inputs, line)
        outputs = self._step(name, line, _alone(equation), inputs, within=within)
        self._by = before
        return outputs

    def _within(self, program: Any, inputs: list[_Value], line: int | None) -> list[_Step]:  # noqa: ANN401
        """The steps within a function that has a derivative of its own."""
        begin = len(self.steps)
        self.program(
            program, [_Value(one.number) for one in inputs], line if home_of(program).startswith(JAX) else None
        )
        within = self.steps[begin:]
        del self.steps[begin:]
        return within

    def _step(
        self,
        name: str,
        line: int | None,
        function: Callable[..., Sequence[Any]],
        inputs: Sequence[_Value],
        *,
        equation: Any = None,  # noqa: ANN401 - a JaxprEqn
        within: Sequence[_Step] = (),
    ) -> list[_Value]:
        """The outputs of one operation, which is written down."""
        if len(self.steps) >= _MOST_STEPS:
            raise _TooLongError
        self.check_time()
        moves = any(one.moves for one in inputs)
        made = function(*(one.number for one in inputs))
        outputs = [_Value(number, moves=moves) for number in made]
        step = _Step(
            primitive=name, line=line, by=self._by, function=function, inputs=inputs, outputs=outputs, within=within
        )
        step.direct = equation is not None and name in _LOSING and _is_direct(name, self._by, equation, self._file)
        self.steps.append(step)
        self._mark(step, equation)
        return outputs

    def _mark(self, step: _Step, equation: Any) -> None:  # noqa: ANN401 - as above
        """Marks the entries that a fault of this step, or of an earlier one, has a part in."""
        for output in step.outputs:
            _hand_on(step, output)
        if equation is None or len(self.faults) >= _MOST_MARKS:
            return
        found = _wrapped(step, equation) or _outside(step, equation)
        if found is not None:
            fault, where = found
            self.faults.append(fault)
            step.outputs[0].marks[len(self.faults) - 1] = where

    def _scan(self, inputs: list[_Value], parameters: dict[str, Any]) -> list[_Value]:
        """What a loop over the rows of arrays gives."""
        constants, carried = counts_of_scan(parameters)
        given, rest = inputs[:constants], inputs[constants:]
        carry, arrays = rest[:carried], rest[carried:]
        length = parameters["length"]
        made: dict[int, list[_Value]] = {}
        for index in reversed(range(length)) if parameters["reverse"] else range(length):
            row = [self._step("row", None, lambda a, index=index: [a[index]], [array])[0] for array in arrays]
            outputs = self.program(parameters["jaxpr"], [*given, *carry, *row])
            carry, made[index] = outputs[:carried], outputs[carried:]
        stacked = [
            self._step("rows", None, lambda *rows: [_stack(rows)], column)[0]
            for column in zip(*(made[index] for index in range(length)), strict=True)
        ]
        return [*carry, *stacked]

    def _while(self, inputs: list[_Value], parameters: dict[str, Any]) -> list[_Value]:
        """What a loop with a condition gives."""
        asking, doing = parameters["cond_nconsts"], parameters["body_nconsts"]
        conditions, constants, carry = inputs[:asking], inputs[asking : asking + doing], inputs[asking + doing :]
        while bool(self.program(parameters["cond_jaxpr"], [*conditions, *carry])[0].number):
            carry = self.program(parameters["body_jaxpr"], [*constants, *carry])
        return carry


def _literal(atom: Any) -> Any:  # noqa: ANN401 - a Literal
    """The array that a literal stands for."""
    return jnp.asarray(atom.val, atom.aval.dtype)


def _ruled_program(name: str, parameters: dict[str, Any]) -> Any:  # noqa: ANN401 - as above
    """The program of a function with a derivative of its own; None for any other operation."""
    return parameters.get("call_jaxpr") or parameters.get("fun_jaxpr") if name in _RULED else None


def _is_direct(name: str, by: str, equation: Any, file: str) -> bool:  # noqa: ANN401 - a JaxprEqn
    """Whether the student asked for an operation that loses derivatives: jax uses them within others rightly."""
    if by:
        return name in _LOSING and by in _LOSING[name]
    frames = list(getattr(getattr(equation.source_info, "traceback", None), "frames", ()))
    own = next((place for place, frame in enumerate(frames) if frame.file_name == file), 0)
    return name != "stop_gradient" or (own > 0 and frames[own - 1].function_name == name)


def _called(program: Any) -> str:  # noqa: ANN401 - as above
    """What jax calls the function that a program was traced from."""
    name = str(getattr(getattr(program, "jaxpr", program).debug_info, "func_name", "")).strip("_")
    return name if name.isidentifier() and len(name) < _LONGEST_NAME else ""


def _alone(equation: Any) -> Callable[..., Sequence[Any]]:  # noqa: ANN401 - a JaxprEqn
    """One equation as a function of all its inputs, literals among them. An output that nobody uses is None."""
    first: dict[Any, int] = {}
    for place, atom in enumerate(equation.invars):
        if not isinstance(atom, _Literal):
            first.setdefault(atom, place)
    used = [place for place, one in enumerate(equation.outvars) if type(one).__name__ != "DropVar"]
    outputs = [equation.outvars[place] for place in used]
    function = _as_function(_closed(_Jaxpr((), list(first), outputs, [equation]), ()))

    def called(*values: Any) -> Sequence[Any]:  # noqa: ANN401 - arrays
        made = dict(zip(used, function(*(values[place] for place in first.values())), strict=True))
        return [made.get(place) for place in range(len(equation.outvars))]

    return called


def _hand_on(step: _Step, output: _Value) -> None:
    """Marks what comes from marked entries: of a choice those that were taken, else the same ones, or all."""
    if not any(one.marks for one in step.inputs) or output.number is None:
        return
    shape = np.shape(output.number)
    inputs: Sequence[_Value] = step.inputs
    taken: Any = None
    if step.primitive == "select_n":
        taken, inputs = np.asarray(inputs[0].number).astype(int), inputs[1:]
    for place, one in enumerate(inputs):
        for mark, where in one.marks.items():
            mine = where if where.shape == shape else np.full(shape, where.any())
            mine = mine if taken is None else mine & (taken == place)
            if mine.any():
                output.marks[mark] = output.marks.get(mark, False) | mine


def _wrapped(step: _Step, equation: Any) -> tuple[NumberFault, Any] | None:  # noqa: ANN401 - a JaxprEqn
    """Where an operation on integers leaves the range of their type, with the entries that do."""
    output = step.outputs[0] if step.outputs else None
    dtype = getattr(output and output.number, "dtype", None)
    if output is None or dtype is None or not jnp.issubdtype(dtype, jnp.integer):
        return None
    exact: Any
    if step.primitive == _CONVERSION:
        exact = step.inputs[0].numpy()
        if exact.dtype.kind not in "iuf" or (exact.dtype.kind in "iu" and exact.dtype == dtype):
            return None
        exact = np.trunc(exact.astype(np.float64))
    elif step.primitive in _ARITHMETIC and (dtype not in _MODULAR or step.primitive == "sub"):
        floats = [jnp.asarray(one.number, jnp.float32) for one in step.inputs]
        exact = np.asarray(equation.primitive.bind(*floats, **equation.params), np.float64)
    elif step.primitive == "shift_left" and dtype not in _MODULAR:
        exact = step.inputs[0].numpy() * np.exp2(step.inputs[1].numpy(), dtype=np.float64)
    elif step.primitive == "dot_general":
        parameters = {**equation.params, "preferred_element_type": np.dtype("float32")}
        exact = np.asarray(
            equation.primitive.bind(*(jnp.asarray(one.number, jnp.float32) for one in step.inputs), **parameters),
            np.float64,
        )
    else:
        return None
    ends = np.iinfo(dtype)
    where = ~((exact <= ends.max * (1 + _SLACK)) & (exact >= ends.min * (1 + _SLACK)))
    if not where.any():
        return None
    at = _first(where)
    return (
        NumberFault(
            kind="wraps",
            primitive=step.primitive,
            line=step.line,
            by=step.by,
            operands=_operands(step.inputs, at, where.shape),
            result=float(exact[at]),
            dtype=str(dtype),
        ),
        where,
    )


def _outside(step: _Step, equation: Any) -> tuple[NumberFault, Any] | None:  # noqa: ANN401 - as above
    """Where an index lies outside the array that is read or written, with the entries that come of it."""
    operand = step.inputs[0] if step.inputs else None
    if step.primitive not in ("gather", "dynamic_slice", "dynamic_update_slice") or operand is None:
        return None
    shape = np.shape(operand.number)
    if step.primitive == "gather":
        numbers, sizes = equation.params["dimension_numbers"], equation.params["slice_sizes"]
        indices = np.asarray(step.inputs[1].number)
        pairs = [(axis, indices[..., place]) for place, axis in enumerate(numbers.start_index_map)]
    else:
        writes = step.primitive == "dynamic_update_slice"
        sizes = np.shape(step.inputs[1].number) if writes else equation.params["slice_sizes"]
        pairs = [(axis, np.asarray(one.number)) for axis, one in enumerate(step.inputs[2 if writes else 1 :])]
    made = np.shape(step.outputs[0].number)
    for axis, index in pairs:
        beyond = (index < 0) | (index > shape[axis] - sizes[axis])
        if np.any(beyond):
            where = beyond if beyond.shape == made else np.full(made, fill_value=True)
            worst = float(np.asarray(index)[beyond].ravel()[0]) + (sizes[axis] - 1 if np.all(index >= 0) else 0)
            operands = (worst, float(shape[axis]))
            fault = NumberFault(kind="index", primitive=step.primitive, line=step.line, by=step.by, operands=operands)
            return fault, where
    return None


def _first_lost(steps: Sequence[_Step], outputs: Sequence[_Value]) -> list[NumberFault]:
    """The operations at which the first infinite number comes up, and the first nan, that have a part in the result."""
    found = []
    spoilt = _origin(steps, outputs, np.isnan)
    seeds = list(outputs)
    if spoilt is not None:
        seeds += [one for one in spoilt.inputs if one.floats]
        found.append(_lost(spoilt, np.isnan, "nan"))
    large = _origin(steps, seeds, np.isinf)
    if large is not None:
        found.insert(0, _lost(large, np.isinf, "infinite"))
    return found


def _origin(steps: Sequence[_Step], seeds: Sequence[_Value], test: Callable[[Any], Any]) -> _Step | None:
    """The first step that makes such numbers, of those that lead to these values."""
    lost = {id(one) for one in seeds if one.floats and test(one.numpy()).any()}
    found: _Step | None = None
    for step in reversed(steps if lost else ()):
        if any(id(one) in lost for one in step.outputs):
            before = [one for one in step.inputs if one.floats and test(one.numpy()).any()]
            lost.update(map(id, before))
            found = found if before else step
    return found


def _lost(step: _Step, test: Callable[[Any], Any], kind: FaultKind) -> NumberFault:
    """The fault of a step that makes such numbers; where it has steps within, of the one of these."""
    inner = _origin(step.within, step.within[-1].outputs, test) if step.within else None
    if inner is not None:
        return msgspec.structs.replace(_lost(inner, test, kind), line=inner.line or step.line, by=step.by)
    output = next(one for one in step.outputs if one.floats and test(one.numpy()).any())
    where = test(output.numpy())
    at = _first(where)
    return NumberFault(
        kind=kind,
        primitive=step.primitive,
        line=step.line,
        by=step.by,
        operands=_operands(step.inputs, at, where.shape),
        result=_real(output.numpy()[at]),
        dtype=str(output.number.dtype),
    )


def _backward(run: _Run, outputs: Sequence[_Value], values: Sequence[_Value]) -> list[NumberFault]:
    """The operations at which a derivative gets lost on the way back from the sum of the outputs' entries."""
    for output in outputs:
        if output.floats and output.moves:
            output.cotangent = _added(output.cotangent, jnp.ones_like(output.number))
    for step in reversed(run.steps):
        run.check_time()
        _go_back(step)
    moved = [one for one in values if one.moves]
    steep = _endless(run.steps, moved)
    flat = [fault for place, one in enumerate(moved) for fault in _flat(run.steps, outputs, one, place)]
    return [*steep, *flat] or list(_partly(run.steps))


def _endless(steps: Sequence[_Step], moved: Sequence[_Value]) -> list[NumberFault]:
    """The operations that make derivatives of these values that are not finite of finite ones, the last ones first."""
    bad = {id(one) for one in moved if one.cotangent is not None and not _finite(one.cotangent)}
    found: list[NumberFault] = []
    for step in steps:
        lost = [
            (one, given)
            for one, given in zip(step.inputs, step.given, strict=False)
            if id(one) in bad and given is not None and not _finite(given)
        ]
        if not lost:
            continue
        spoilt = [one for one in step.outputs if one.cotangent is not None and not _finite(one.cotangent)]
        bad.update(map(id, spoilt))
        fault = None if spoilt else _steep(steps, step, *lost[0])
        if fault and all((fault.primitive, fault.line) != (one.primitive, one.line) for one in found):
            found.append(fault)
    return found[: -_MOST_FAULTS - 1 : -1]


def _go_back(step: _Step) -> None:
    """Takes the cotangents of a step's outputs to its inputs."""
    wanted = [place for place, one in enumerate(step.inputs) if one.moves and one.floats]
    led = [place for place, one in enumerate(step.outputs) if one.number is not None and one.cotangent is not None]
    if not wanted or not led:
        return

    def function(*moved: Any) -> list[Any]:  # noqa: ANN401 - arrays
        numbers = [one.number for one in step.inputs]
        for place, number in zip(wanted, moved, strict=True):
            numbers[place] = number
        made = step.function(*numbers)
        return [made[place] for place in led]

    _, pull = _vjp(function, *(step.inputs[place].number for place in wanted))
    given = dict(zip(wanted, pull([step.outputs[place].cotangent for place in led]), strict=True))
    step.given = [given.get(place) for place in range(len(step.inputs))]
    for place, cotangent in given.items():
        step.inputs[place].cotangent = _added(step.inputs[place].cotangent, cotangent)


def _stopped(steps: Sequence[_Step], value: _Value, at: tuple[int, ...], shape: tuple[int, ...]) -> str:
    """The primitive at which the derivative that comes to a value, 0 at this place, becomes 0 on the way back."""
    for step in steps:
        if any(one is value for one in step.inputs):
            for output in (one for one in step.outputs if one.cotangent is not None):
                there = np.asarray(output.cotangent)
                if np.any(there[at] != 0 if there.shape == shape else there != 0):
                    return step.primitive
                value = output
    return ""


def _steep(steps: Sequence[_Step], step: _Step, one: _Value, given: Any) -> NumberFault:  # noqa: ANN401 - an array
    """A step whose derivative is not finite, at an entry of this input."""
    where = ~np.isfinite(np.asarray(given, np.complex64 if jnp.iscomplexobj(given) else np.float64))
    at = _first(where)
    came = [
        np.asarray(output.cotangent, np.float64)
        for output in step.outputs
        if output.cotangent is not None and not jnp.iscomplexobj(output.cotangent)
    ]
    weight = next((float(one[at] if one.shape == where.shape else one.ravel()[0]) for one in came if one.size), 1.0)
    place = next(place for place, other in enumerate(step.inputs) if other is one)
    ruled = step.primitive in _RULED
    return NumberFault(
        kind="steep",
        primitive=step.primitive,
        line=step.line,
        by=step.by,
        operands=() if ruled else _operands(step.inputs, at, where.shape),
        result=_real(np.asarray(given)[at]),
        weight=weight,
        stopped=_stopped(steps, step.outputs[0], at, where.shape) if weight == 0 else "",
        place=place,
        dtype=str(one.number.dtype),
    )


def _flat(steps: Sequence[_Step], outputs: Sequence[_Value], of: _Value, place: int) -> Iterator[NumberFault]:
    """The operations that a derivative reaches, and that let none of it through to this value, if its own is 0."""
    if not _nothing(of.cotangent):
        return
    reached, makers = {id(of)}, {}
    for step in steps:
        if any(id(one) in reached for one in step.inputs):
            reached.update(map(id, step.outputs))
            makers.update({id(one): step for one in step.outputs})
    if not any(id(one) in reached for one in outputs):
        yield NumberFault(kind="constant", primitive="", place=place)
        return
    # A result of whole numbers has no derivative at all; what made it so says why.
    cuts = [makers[id(one)] for one in outputs if not one.floats and id(one) in makers]
    for step in reversed(steps):
        moved = [number for number, one in enumerate(step.inputs) if id(one) in reached]
        led = any(one.cotangent is not None and not _nothing(one.cotangent) for one in step.outputs)
        if led and moved and not any(not _nothing(step.given[number]) for number in moved if number < len(step.given)):
            cuts.append(step)
    seen: set[tuple[str, int | None]] = set()
    for step in cuts:
        origin = _before_whole_numbers(step, makers)
        if origin is not None and (origin.primitive, origin.line) not in seen and len(seen) < _MOST_FAULTS:
            seen.add((origin.primitive, origin.line))
            yield NumberFault(kind="flat", primitive=origin.primitive, line=origin.line, by=origin.by, place=place)


def _before_whole_numbers(step: _Step, makers: dict[int, _Step]) -> _Step | None:
    """The step itself if it takes floating-point numbers, else the one that made whole numbers of such, if any did."""
    found: _Step | None = step
    while found is not None and not any(one.floats and (one.moves or id(one) in makers) for one in found.inputs):
        found = next((makers[id(one)] for one in found.inputs if id(one) in makers), None)
    return found


def _partly(steps: Sequence[_Step]) -> Iterator[NumberFault]:
    """The operations that lose a part of a derivative wherever they are: rounding, `stop_gradient`, whole numbers."""
    makers = {id(one): step for step in steps for one in step.outputs if one.moves}
    seen: set[tuple[str, int | None]] = set()
    for step in reversed(steps):
        led = any(one.cotangent is not None and not _nothing(one.cotangent) for one in step.outputs)
        if not led or not any(one.moves for one in step.inputs):
            continue
        origin = _before_whole_numbers(step, makers)
        # A derivative comes to rounding itself, but only to what is made of a whole number.
        if origin is None or not origin.direct or (origin.primitive == _CONVERSION) != (origin is not step):
            continue
        if (origin.primitive, origin.line) not in seen and len(seen) < _MOST_FAULTS:
            seen.add((origin.primitive, origin.line))
            yield NumberFault(kind="partly", primitive=origin.primitive, line=origin.line, by=origin.by)


def _first(where: Any) -> tuple[int, ...]:  # noqa: ANN401 - an array of truths
    """Where the first entry is that is true."""
    return tuple(int(index) for index in np.unravel_index(int(np.argmax(where)), where.shape))


def _operands(inputs: Sequence[_Value], at: tuple[int, ...], shape: tuple[int, ...]) -> tuple[float, ...]:
    """One entry of each input: the one at this place, or its only one; none where some input has neither."""
    found = []
    for one in inputs[:_MOST_OPERANDS]:
        numbers = one.numpy()
        if numbers.shape != shape and numbers.size != 1:
            return ()
        found.append(_real(numbers[at] if numbers.shape == shape else numbers.ravel()[0]))
    return tuple(found)


def _real(number: Any) -> float:  # noqa: ANN401 - a number of NumPy's
    """A number as it is told; of a complex one its size."""
    return float(abs(number)) if np.iscomplexobj(number) else float(number)


def _added(one: Any, other: Any) -> Any:  # noqa: ANN401 - arrays
    return other if one is None else one + other


def _finite(array: Any) -> bool:  # noqa: ANN401 - an array
    return bool(jnp.isfinite(array).all())


def _nothing(array: Any) -> bool:  # noqa: ANN401 - an array, or None
    return array is None or not bool(jnp.any(array != 0))
