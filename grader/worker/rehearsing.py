"""Whether a plain function owes its result to what it jits: it is called again with other values in their place.

A function that is jitted for show is told by what it does and not by how it looks: the result stays what it is
whatever that function gives, or it only hands on what it was given.
"""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import jax
import numpy as np

from grader.model.answers import Ablated, Raised, Rehearsed
from grader.worker.acting import Performance
from grader.worker.calling import guarded, outcome
from grader.worker.leaves import all_equal, all_numbers, are_close, are_converted, is_uniform, numbers, shifted
from grader.worker.passing import handed_on

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from grader.worker.acting import Program, Script, Step
    from grader.worker.subject import Subject

__all__ = ["ablated", "rehearsed"]

_Arguments = tuple[tuple[Any, ...], dict[str, Any]]

_CLOSE: Final = 1e-3
_ENOUGH: Final = 2
_HALF: Final = 0.5
_MOST: Final = 2_000
_ROUNDED: Final = 1e-6  # of the largest number: y - y may leave that much of y
_SHIFTS: Final = ((-1.25, 0.75), (3.0, 11.0))  # what takes the place of v: factor ⋅ v + offset

_clear_caches: Any = jax.clear_caches
_leaves = jax.tree_util.tree_leaves


@dataclass(frozen=True, kw_only=True, eq=False)
class _Run:
    """One call as it went: the numbers that went in and came out, its steps, and which outputs of each are work."""

    arguments: Callable[[], _Arguments]
    given: list[NDArray[Any]]
    result: list[NDArray[Any]]
    steps: list[Step]
    works: list[list[bool]]

    @property
    def is_worked(self) -> bool:
        """Whether some jitted function does work."""
        return any(map(any, self.works))

    def work(self, outputs: Sequence[Sequence[Any]]) -> list[Any]:
        """Of so many outputs of each step those in the places of work."""
        return [one for row, works in zip(outputs, self.works, strict=True) for one in itertools.compress(row, works)]


def rehearsed(subject: Subject, function: Callable[..., Any], samples: Sequence[Callable[[], _Arguments]]) -> Rehearsed:
    """What calls of a function come to without what the file jits. Each sample makes the arguments of a call anew."""
    rehearsal = _Rehearsal(subject, function)
    idle = rehearsal.is_idle(samples)
    return Rehearsed(idle=idle, ahead=rehearsal.ahead)


def ablated(subject: Subject, function: Callable[..., Any], arguments: _Arguments, exchange: int) -> Ablated:
    """One call, with other values in the place of what jitted functions compute where ``exchange`` says so."""
    positional, keyword = arguments
    # Read before the call, which may donate or change its arguments.
    known = [leaf for leaf in map(numbers, _leaves((positional, keyword))) if leaf is not None]
    ablation = _Ablation(subject.file, known, exchange)
    performance = Performance(subject.file, exchange=ablation.given_out)
    result: list[Any] = []

    def called() -> Any:  # noqa: ANN401 - whatever the function gives
        result.append(performance.result(function, positional, keyword))
        return result[0]

    ended = outcome(called, subject)
    for leaf in _leaves(result):
        ablation.made(leaf, affine=True)
    return Ablated(
        works=ablation.works,
        outcome=ended,
        elsewhere=performance.unsure or (performance.compiled and not performance.ahead) or ablation.gives_back(result),
        cost=ablation.cost,
        executables=tuple(ablation.executables),
        foreign=tuple(ablation.foreign),
    )


class _TooManyError(Exception):
    """With other values a call need not end."""


class _Ablation:
    """What the jitted functions of a call do, as it goes on. ``known`` are the numbers of its arguments."""

    def __init__(self, file: str, known: list[NDArray[Any]], exchange: int) -> None:
        self._file = file
        self._exchange = exchange
        self._known = known
        self._outputs: list[NDArray[Any]] = []
        self._worked: list[Program] = []
        self._steps = 0
        self.works = 0
        self.cost = 0.0
        self.executables: dict[str, None] = {}
        self.foreign: dict[str, None] = {}

    def given_out(self, step: Step) -> Sequence[Any]:
        """What is given out for a step's outputs."""
        self._steps += 1
        if self._exchange and self._steps >= _MOST:
            raise _TooManyError("too many calls of jitted functions")
        if step.program.ahead:
            self.executables[step.program.ahead] = None
        for values in step.inputs:
            if values is not None:
                self.made(values)
        work = self._work(step)
        if any(work):
            self.works += 1
            self.cost += step.program.cost
        outputs = [
            shifted(output, *_SHIFTS[self._exchange - 1]) if self._exchange and one else output
            for output, one in zip(step.outputs, work, strict=True)
        ]
        self._outputs += [leaf for leaf in map(numbers, outputs) if leaf is not None]
        return outputs

    def gives_back(self, result: object) -> bool:
        """Whether jitted functions ran for a result that is an argument as it came: then there is no work to see."""
        leaves = all_numbers(_leaves(result)) if self._steps and not self.works else None
        return bool(leaves) and all(_is_among(leaf, self._known) for leaf in leaves or ())

    def _work(self, step: Step) -> list[bool]:
        """Of each output, whether it is computed."""
        if step.program.calls_host:
            return [False for _ in step.outputs]
        if any(step.program.is_same(program) for program in self._worked):
            return [True for _ in step.outputs]
        work = [not one for one in handed_on(step, self._file)]
        if all(work):
            self._worked.append(step.program)
        return work

    def made(self, leaf: object, *, affine: bool = False) -> None:
        """Notes what is neither a part of the arguments nor of outputs; ``affine``, nor these but for scale and offset.

        A single number in a result may be anything that is made of a few outputs; one of an input may not.
        """
        values = numbers(leaf)
        if self._exchange or values is None or not values.size or values.dtype.kind not in "fcV":
            return
        if affine and (values.size == 1 or any(_is_affine(values, output) for output in self._outputs)):
            return
        if not _is_part(values, [*self._known, *self._outputs]):
            self.foreign[hashlib.blake2b(values.tobytes(), digest_size=8).hexdigest()] = None


@np.errstate(all="ignore")
def _is_part(values: NDArray[Any], known: Sequence[NDArray[Any]]) -> bool:
    """Whether at least half of the numbers are found among those that are known, or whole and small, as in masks."""
    parts = [leaf.ravel().astype(values.dtype) for leaf in known if leaf.dtype.kind != "c" or values.dtype.kind == "c"]
    flat = values.ravel()
    plain = (flat == np.round(flat.real.astype(float))) & (np.abs(flat) <= max(1, values.size))
    return bool((np.isin(flat, np.concatenate([flat[:0], *parts])) | plain).mean() >= _HALF)


@np.errstate(all="ignore")
def _is_affine(values: NDArray[Any], output: NDArray[Any]) -> bool:
    """Whether these are the numbers of an output, times a number, plus a number."""
    if values.size != output.size or values.dtype.kind == "c" or output.dtype.kind == "c":
        return False
    one, other = values.ravel().astype(float), output.ravel().astype(float)
    if not (np.isfinite(one).all() and np.isfinite(other).all()):
        return True
    factor, offset = np.polyfit(other, one, 1) if np.ptp(other) else (0.0, one.mean())
    return bool(np.allclose(factor * other + offset, one, rtol=_CLOSE, atol=_CLOSE * np.abs(one).max()))


class _Rehearsal:
    """Calls of one function. ``ahead`` tells that they called an executable that was compiled ahead of time."""

    def __init__(self, subject: Subject, function: Callable[..., Any]) -> None:
        self._subject = subject
        self._function = function
        self.ahead = False

    def is_idle(self, samples: Sequence[Callable[[], _Arguments]]) -> bool:
        """Whether no function that the file jits does any of the work of some calls; False where that is not certain.

        A function that does a part of the work does some.
        """
        runs: list[_Run] = []
        unsettled: list[_Run] = []
        _clear_caches()  # else what was compiled before could run unheard in another thread
        for sample in samples:
            run = self._own(sample)
            if run is None:
                return False
            runs.append(run)
            if run.is_worked and self._ignores(run):
                continue
            if _is_handed_on(run):
                return False
            if run.is_worked:
                unsettled.append(run)
        # The values of another call are as likely as its own, whatever the function asks of them.
        pairs = [(run, next((other for other in runs if _tells(run, other)), None)) for run in unsettled]
        if len(runs) - sum(other is None for _, other in pairs) < _ENOUGH:
            return False
        return all(self._stays(run, _outputs(other)) for run, other in pairs if other is not None)

    def _own(self, arguments: Callable[[], _Arguments]) -> _Run | None:
        """The call as it goes; None where it does not tell.

        What it compiles ahead of time it may have at hand from now on, so it is made once more. If it took other
        steps then, it would have kept its result instead.
        """
        performance, result = self._performed(arguments, None)
        self.ahead = self.ahead or performance.ahead
        if performance.compiled and performance.ahead:
            _clear_caches()
            first = performance.steps
            performance, result = self._performed(arguments, None)
            if not _are_alike(first, performance.steps):
                return None
        if result is None:
            return None
        positional, keyword = arguments()
        given = [numbers(leaf) for leaf in _leaves((positional, keyword))]
        return _Run(
            arguments=arguments,
            given=[leaf for leaf in given if leaf is not None],
            result=result,
            steps=performance.steps,
            works=[[not one for one in handed_on(step, self._subject.file)] for step in performance.steps],
        )

    def _performed(
        self, arguments: Callable[[], _Arguments], script: Script | None
    ) -> tuple[Performance, list[NDArray[Any]] | None]:
        """The call by a script, if there is one, and the numbers in its result; none where that does not tell."""
        positional, keyword = arguments()
        performance = Performance(self._subject.file, script)
        outcome = guarded(lambda: performance.result(self._function, positional, keyword), "call", self._subject.file)
        if isinstance(outcome, Raised) or performance.unsure or performance.compiled:
            return performance, None
        result = all_numbers(_leaves(outcome))
        is_finite = result is not None and any(np.isfinite(leaf).any() for leaf in result)
        return performance, result if is_finite else None

    def _ignores(self, run: _Run) -> bool:
        """Whether the result stays the same if other numbers come from the jitted functions that do work."""
        others = [[[shifted(output, *shift) for output in step.outputs] for step in run.steps] for shift in _SHIFTS]
        return all(_differs(run, one) and self._stays(run, one) for one in others)

    def _stays(self, run: _Run, outputs: Sequence[Sequence[Any]]) -> bool:
        """Whether the result is the same if these come from the jitted functions that do work."""
        script = [
            (step, [one if work else None for one, work in zip(row, works, strict=True)])
            for step, row, works in zip(run.steps, outputs, run.works, strict=True)
        ]
        _, result = self._performed(run.arguments, script)
        if result is None or len(result) != len(run.result):
            return False
        return all(are_close(one, two, _ROUNDED) for one, two in zip(run.result, result, strict=True))


def _is_handed_on(run: _Run) -> bool:
    """Whether the result is what jitted functions gave for the arguments as they came, or the arguments themselves."""
    known = list(run.given)
    for step in run.steps:
        if all(leaf is not None and _is_among(leaf, known) for leaf in step.inputs):
            known += all_numbers(step.outputs) or []
    return all(_is_among(leaf, known) for leaf in run.result)


def _is_among(leaf: NDArray[Any], known: Sequence[NDArray[Any]]) -> bool:
    return any(are_converted(leaf, other) for other in known)


def _tells(run: _Run, other: _Run) -> bool:
    """Whether another call took the same steps to a different result, so that its outputs would give that away.

    Where the steps gave the same as here, for other inputs, they tell if it is one number, True say: a table of
    constants may be work that somebody wanted done once.
    """
    if run.works != other.works or len(run.result) != len(other.result):
        return False
    if not _are_alike(run.steps, other.steps):
        return False
    pairs = [pair for *pair, works in zip(run.steps, other.steps, run.works, strict=True) if any(works)]
    if all(map(are_converted, run.result, other.result)) or all(all_equal(a.inputs, b.inputs) for a, b in pairs):
        return False
    outputs = map(numbers, run.work(_outputs(run)))
    return _differs(run, _outputs(other)) or all(leaf is not None and is_uniform(leaf) for leaf in outputs)


def _are_alike(steps: Sequence[Step], others: Sequence[Step]) -> bool:
    """Whether these are calls of the same programs, or of such of the same types, one by one."""
    return len(steps) == len(others) and all(one.is_of(other.program) for one, other in zip(steps, others, strict=True))


def _outputs(run: _Run) -> list[Sequence[Any]]:
    return [step.outputs for step in run.steps]


def _differs(run: _Run, outputs: Sequence[Sequence[Any]]) -> bool:
    """Whether these are other outputs than the run's in the places of work."""
    return not all_equal([*map(numbers, run.work(_outputs(run)))], [*map(numbers, run.work(outputs))])
