"""Whether a plain function owes its results to what it jits: its calls are made again with that exchanged.

Which call is exchanged, and how, is drawn anew each time, and each call is looked at by itself: a file that jits in its
first call, for arguments it has not met, by a clock or a setting of its own has no way to tell when it is watched.
"""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING, Final

import msgspec

from grader.checks.comparison import difference
from grader.checks.leaves import Tolerance
from grader.model.answers import Ablated, Returned
from grader.model.check import Broken
from grader.model.questions import Ablate, Call

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.model.check import Inquiry, Worker
    from grader.model.questions import Arguments
    from grader.model.values import Value

__all__ = ["Ablation", "ablation", "little_work", "outside", "wanted_work"]

_ENOUGH: Final = 2
_SHARE: Final = 0.25  # of the calls: so many may take a short cut
_SAME: Final = Tolerance(dtype="any")
_LITTLE: Final = 0.25  # of the arithmetic that the reference's program does
_TOLD: Final = 0.01
_LEAST: Final = 8.0  # operations: less is no work to speak of


class Ablation(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a sequence of calls. ``idle`` are the numbers of those that owe nothing to jitted functions.

    In ``unjitted`` ones none of these ran; ``executables`` tell apart those, compiled ahead of time, that were called.
    """

    calls: int
    idle: tuple[int, ...]
    unjitted: tuple[int, ...]
    executables: frozenset[str] = frozenset()

    @property
    def fails(self) -> bool:
        """Whether too many calls are idle: a few may take a short cut."""
        return len(self.idle) >= _ENOUGH and len(self.idle) > _SHARE * self.calls


def ablation(
    calls: Sequence[Arguments],
    results: Sequence[Value],
    worker: Callable[[], Worker],
    *,
    fixture: str = "",
    tolerance: Tolerance = _SAME,
) -> Ablation:
    """Makes these calls, which have given these results, again in a ``worker``; those that stay the same once more."""
    ways = [secrets.randbelow(3) for _ in calls]
    first = _made(calls, ways, worker(), fixture)
    same = [
        number for number, answer in enumerate(first) if ways[number] and _stays(answer, results[number], tolerance)
    ]
    if same:
        again = _made(calls, [3 - way if number in same else way for number, way in enumerate(ways)], worker(), fixture)
        same = [number for number in same if _stays(again[number], results[number], tolerance)]
    unjitted = [number for number, answer in enumerate(first) if answer and not answer.works and not answer.elsewhere]
    return Ablation(
        calls=len(calls),
        idle=tuple(number + 1 for number in sorted({*same, *unjitted})),
        unjitted=tuple(number + 1 for number in unjitted),
        executables=frozenset(name for answer in first if answer for name in answer.executables),
    )


def _made(calls: Sequence[Arguments], ways: Sequence[int], worker: Worker, fixture: str) -> list[Ablated | None]:
    """The answers to these calls, in order; None where there is none that tells."""
    told: list[Ablated | None] = []
    elsewhere = False  # what another thread has compiled once is heard of again only where the caches are empty
    for arguments, way in zip(calls, ways, strict=True):
        answer = worker.ask(_question(arguments, way, fixture, cleared=elsewhere))
        told.append(answer if isinstance(answer, Ablated) else None)
        elsewhere = elsewhere or (isinstance(answer, Ablated) and answer.elsewhere)
    return told


def _question(arguments: Arguments, way: int, fixture: str, *, cleared: bool = False) -> Ablate:
    if way == 0:
        return Ablate(arguments=arguments, fixture=fixture, cleared=cleared)
    return Ablate(arguments=arguments, exchange=1 if way == 1 else 2, fixture=fixture, cleared=cleared)


def _stays(answer: Ablated | None, result: Value, tolerance: Tolerance) -> bool:
    """Whether a call gives the same result with other values in the place of what jitted functions compute."""
    if answer is None or answer.elsewhere or not isinstance(answer.outcome, Returned):
        return False
    return difference(result, answer.outcome.value, tolerance) is None


def wanted_work(inquiry: Inquiry, arguments: Arguments) -> float | None:
    """How much arithmetic the reference's jitted functions do for a call; None where that is little or not known.

    Ask it of every submission with the same arguments: so it is among the recorded answers of a released course.
    """
    try:
        answer = inquiry.trusted(Ablate(arguments=arguments))
    except Broken:
        return None
    return answer.cost if isinstance(answer, Ablated) and _LEAST <= answer.cost < math.inf else None


def little_work(
    wanted: float,
    worker: Worker,
    draw: Callable[[], Arguments],
    *,
    before: Sequence[Arguments] = (),
) -> float | None:
    """The share of the work ``wanted`` that jitted functions do, where most is done outside; None elsewhere.

    Who finds a shorter way does less, too, but does so on the arguments: here what goes into jitted functions, or what
    becomes of their outputs, is something else, and changes with the arrays among the arguments; with the arguments,
    where none are drawn. So many calls are made ``before`` that nobody knows which one it is.
    """
    one, other = draw(), draw()
    if one == other:
        other = next((arguments for arguments in before if arguments != one), one)
    for arguments in before[: secrets.randbelow(len(before) + 1)]:
        worker.ask(Call(arguments=arguments))
    told = [worker.ask(Ablate(arguments=arguments)) for arguments in (one, other)]
    known = [answer for answer in told if isinstance(answer, Ablated) and not answer.elsewhere]
    if len(known) < len(told) or not set(known[0].foreign) - set(known[1].foreign):
        return None
    share = max(answer.cost for answer in known) / wanted
    return share if share < _LITTLE else None


def outside(name: str, share: float) -> str:
    """What it means that jitted functions do so small a share of the reference's arithmetic."""
    part = f"about {share:.0%}" if share >= _TOLD else "next to nothing"
    return (
        f"Most of the work of `{name}` is done outside its jitted functions: they do {part} of the arithmetic that the "
        "task takes, with numbers that were computed beside them."
    )
