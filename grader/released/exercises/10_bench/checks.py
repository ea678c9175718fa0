"""Exercise 10's own check: what a benchmark function reports about a function whose duration is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from grader import Broken, Check, Verdict
from grader.course import draw
from grader.model.answers import Ended, Raised, Returned
from grader.model.exercise import NumberSpec
from grader.model.questions import Arguments, Call
from grader.model.values import Mapping, Scalar

if TYPE_CHECKING:
    from grader import Exercise, Inquiry

_LEAST, _MOST = 0.4, 2.5
_TIMES = 8.0  # what a second function takes of the first one's: no number is right for both
_FIRST = (0.3, 0.8)  # seconds that a first call takes longer, for compiling
_OWN_JIT = "fn comes compiled: call fn(*args) itself, outside of any function that you jit."
_UNITS = {"milliseconds": 1e3, "microseconds": 1e6, "nanoseconds": 1e9}
_READ = {"int": int, "float": float, "bool": "True".__eq__, "str": str}


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """What fixtures.py saw: seconds reported and possible for one call, how often ``fn`` was called and waited for.

    ``waits`` are -1 where waiting cannot be seen. ``type`` is that of a result which is no number, ``line`` where
    ``fn`` was called last (0 where that is not known).
    """

    reported: float
    type: str
    calls: int
    traced: int
    waits: int
    waits_between: int
    shortest: float
    longest: float
    clock_of_the_day: bool
    line: int


class Benchmark(Check, tag="benchmark", frozen=True, kw_only=True):
    """``bench`` reports the duration of one call, and calls the function once more than it times it.

    ``fixture`` is a function of fixtures.py that runs ``bench`` and tells what it saw: of a function whose call takes a
    number that is drawn of ``takes`` (seconds, or rounds), and of one that takes eight times as long, in random order.
    What a first call takes, and ``reps``, are drawn, too: only who measures knows the answer.
    """

    order = 70

    fixture: str
    takes: tuple[float, float]
    reps: tuple[int, int] = (5, 9)

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds a missing fixtures.py."""
        return [] if exercise.fixtures else [("fixture", "there is no fixtures.py")]

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Has the benchmark run on the fixture's functions and holds its reports against what was seen."""
        short = self._drawn(inquiry, "takes", *self.takes)
        order = (short, _TIMES * short) if self._drawn(inquiry, "order", 0, 1) < 0.5 else (_TIMES * short, short)  # noqa: PLR2004
        told_of = []
        for number, takes in enumerate(order):
            reps = int(self._drawn(inquiry, f"reps {number}", self.reps[0], self.reps[1] + 1))
            first = self._drawn(inquiry, f"first {number}", *_FIRST)
            arguments = Arguments(
                positional=(
                    Scalar(type="int", text=str(reps)),
                    Scalar(type="float", text=repr(takes)),
                    Scalar(type="float", text=repr(first)),
                )
            )
            answer = inquiry.submission.ask(Call(fixture=self.fixture, arguments=arguments))
            if isinstance(answer, Raised | Ended):
                told = inquiry.explain(answer)
                return self._verdict(told.message, line=told.line, hint=told.hint or self.hint)
            if not isinstance(answer, Returned) or not isinstance(answer.value, Mapping):
                raise Broken(f"{self.fixture} of fixtures.py returned no dict")
            seen = msgspec.convert(_plain(answer.value), Observation)
            if wrong := _wrong(seen, reps):
                hint = _OWN_JIT if seen.traced else self.hint
                return self._verdict(wrong, line=seen.line or None, hint=hint, seen=seen)
            told_of.append(seen)
        reported = " and ".join(_in_words(seen.reported) for seen in told_of)
        true = " and ".join(_in_words(seen.shortest) for seen in told_of)
        words = f"It reports {reported} a call, for computations of {true}."
        return self._verdict(" ".join([words, *_notes(told_of[-1])]), seen=told_of[-1], passed=True)

    def _drawn(self, inquiry: Inquiry, what: str, low: float, high: float) -> float:
        """A number within these bounds, the upper one excluded, by the run's seed."""
        spec = NumberSpec(type="float", low=low, high=high)
        return float(draw(spec, inquiry.seed, f"{self.name} {what}").text)

    def _verdict(
        self,
        message: str,
        *,
        line: int | None = None,
        hint: str = "",
        seen: Observation | None = None,
        passed: bool = False,
    ) -> Verdict:
        detail: dict[str, Any] = {"witness": "worker"}
        if seen is not None:
            detail |= {
                "reported": seen.reported,
                "shortest": seen.shortest,
                "longest": seen.longest,
                "calls": seen.calls,
            }
            if seen.type:
                detail["reported"] = None
        return Verdict(
            status="passed" if passed else "failed",
            earned=float(passed),
            message=message,
            line=line,
            hint=hint,
            detail=detail,
        )


def _plain(mapping: Mapping) -> dict[str, Any]:
    """The fixture's dict as Python numbers. Raises Broken where it holds anything else."""
    found: dict[str, Any] = {}
    for key, item in zip(mapping.keys, mapping.items, strict=True):
        if not isinstance(item, Scalar) or item.type not in _READ:
            raise Broken(f"fixtures.py returned something that is no number under {key!r}")
        found[str(key)] = _READ[item.type](item.text)
    return found


def _wrong(seen: Observation, reps: int) -> str:
    """What is wrong with the report, in words; "" where nothing is."""
    if seen.type:
        return f"bench returned a value of type {seen.type}. It is to return seconds, as a number."
    if seen.traced > 1:
        return (
            f"bench puts `fn` into a jitted function of its own, made anew again and again: fn was traced {seen.traced} "
            f"times with reps={reps}, and what you time is tracing and compiling. fn comes ready to be called."
        )
    if seen.traced:
        return (
            "bench puts `fn` into a jitted function of its own. fn comes ready to be called: what you time is "
            "something else, and if a block_until_ready stands inside that function, it waits for nothing."
        )
    if seen.calls < reps + 1:
        return (
            f"fn was called {seen.calls} times with reps={reps}, and that includes the first call, which compiles. "
            f"Call it once before the clock starts, then {reps} times."
        )
    for unit, size in _UNITS.items() if seen.waits else ():
        if _LEAST * seen.shortest <= seen.reported / size <= _MOST * seen.longest:
            return (
                f"bench reports {seen.reported:.3g}, for a computation that takes {_in_words(seen.shortest)}: that "
                f"would be right in {unit}. It is to return seconds."
            )
    reported, true = _in_words(seen.reported), _in_words(seen.shortest)
    if not seen.reported >= _LEAST * seen.shortest:
        if seen.waits_between <= 0 and seen.waits < seen.calls:
            return (
                f"bench reports {reported}, for a computation that takes {true}. A call returns before its result is "
                "there, and the clock was read without waiting for it."
            )
        waited = (
            "Its results are waited for, but the time of that is not in it" if seen.waits > 0 else "It is too short"
        )
        return (
            f"bench reports {reported}, for a computation that takes {true}. {waited}: is the clock read once the wait "
            "is over, is it one that runs on meanwhile (time.perf_counter), and is the time that of one call?"
        )
    if seen.waits == 0:
        return (
            f"bench reports {reported} and never waits for a result, so it cannot have measured how long the computation "
            f"takes, which is {true}."
        )
    if not seen.reported <= _MOST * seen.longest:
        if seen.reported <= _MOST * seen.longest * reps and seen.reported >= _LEAST * seen.longest * (reps + 1):
            return (
                f"bench reports {reported}, for a computation that takes {true}: that looks like the sum over all "
                "calls, or like a time with the first call, which compiles, in it."
            )
        return (
            f"bench reports {reported}, for a computation that takes {true}. Is the first call, which compiles, "
            "really outside of what is timed, and is the result in seconds?"
        )
    return ""


def _notes(seen: Observation) -> list[str]:
    """What is right, but could be better."""
    notes = []
    if seen.waits_between == 0:
        notes.append(
            "You wait once, after the last call: the mean is right, since the device works off one call after "
            "another, but the single calls cannot be told apart."
        )
    if seen.clock_of_the_day:
        notes.append("time.time() may jump when the clock is set; time.perf_counter() is made for durations.")
    return notes


def _in_words(seconds: float) -> str:
    """A duration in a unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
