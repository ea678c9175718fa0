"""Speed-up: the submission against a baseline, each in its own worker, by the grader's clock."""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from grader.checks.comparison import Difference, Tolerance, difference
from grader.checks.correctness import tolerance_of
from grader.checks.pairing import GROUP, MOST_GROUPS, Block, Clock, Pair, Standing, clock, standing
from grader.model.answers import Ended, Raised, Returned
from grader.model.check import Broken, Check, Verdict
from grader.model.exercise import ArraySpec, KeySpec, MappingSpec, SequenceSpec
from grader.model.questions import Call

if TYPE_CHECKING:
    from grader.model.check import Inquiry, Worker
    from grader.model.exercise import Case, Exercise

__all__ = ["Speedup"]

_BLOCK_SECONDS = 2e-3
_MOST_CALLS = 64
_WARM_UPS = 3
_PROGRAM_CALLS = 20
_BEYOND = 5.0
_ASKING = 2e-3
_BESIDE = (
    "Called directly it is far faster than the program that jax traced from it, so that program is not what does the "
    "work. Compute everything with jax.numpy inside the jitted function."
)


class _Stopped(Exception):  # noqa: N818 - it carries a verdict, it is no error
    """The submission failed while it was timed: carries the verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.message)
        self.verdict = verdict


class _Runner(msgspec.Struct):
    """One side of the race: its worker and how many calls make a block of at least 2 ms."""

    worker: Worker
    calls: int = 1


class Speedup(Check, tag="speedup", frozen=True, kw_only=True):
    """At least so many times faster than the baseline ``over``, on fresh values of ``case``.

    ``at_least`` is a ratio, or one for each platform; ``steps`` share out points below it (``{5: 50%}``). Every
    timed call gets values of its own, sent when the clock already runs and after the previous output has arrived
    whole; every output is checked.
    """

    order = 80
    heading = "Speed"
    needs = ("traces", "structure", "correctness", "all of correctness")

    over: str
    case: str
    at_least: float | dict[str, float]
    steps: dict[float, str] = {}
    rtol: float | None = None
    atol: float | None = None

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds an unknown case or baseline, values that cannot vary, thresholds and steps that make no sense."""
        found = []
        case = next((case for case in exercise.cases if case.name == self.case), None)
        if case is None:
            found.append(("case", f"no case is called {self.case!r}"))
        elif not any(map(_varies, case.arguments.values())):
            words = f"case {self.case!r} has no drawn floating-point array, so a result could be remembered"
            found.append(("case", words))
        if self.over not in ("starter", "solution") and exercise.baselines is None:
            found.append(("over", f"{self.over!r} is neither starter nor solution, and there is no baseline.py"))
        thresholds = self.at_least if isinstance(self.at_least, dict) else {"any": self.at_least}
        for platform, ratio in thresholds.items():
            if platform not in ("any", "cpu", "gpu", "tpu"):
                found.append(("at_least", f"unknown platform {platform!r}; there are cpu, gpu and tpu"))
            if not ratio > 0:
                found.append(("at_least", "a threshold is a ratio above 0"))
        found += [
            ("steps", f"{text!r} is no share such as 50%") for text in self.steps.values() if _share(text) is None
        ]
        return found

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Times pairs of blocks in random order until the sequential rule decides."""
        platform, accelerator = inquiry.inspection.platform, inquiry.inspection.accelerator
        threshold = self._threshold(platform)
        try:
            race = _Race(self, inquiry)
            now = self._race(race, inquiry, threshold)
        except _Stopped as stopped:
            return stopped.verdict
        detail = {
            "ratio": now.ratio,
            "low": now.low,
            "high": now.high,
            "threshold": threshold,
            "platform": platform,
            "groups": now.groups,
            "clock": now.clock,
            "witness": "grader",
        }
        words = f"{_times(now.ratio)} as fast as the {self._baseline_in_words()}"
        asked = f"at least {_times(threshold)} is asked"
        if accelerator not in ("any", platform) or not self._applies(platform):
            message = f"Graded on the grading accelerator ({accelerator}); here, on {platform}, it looks like {words}."
            return Verdict(status="pending", earned=None, message=message, detail=detail)
        if now.verdict == "open":
            message = f"Too close to call on this machine: about {words}, {asked}. It will be timed again."
            return Verdict(status="pending", earned=None, message=message, detail=detail)
        if now.verdict == "faster" and race.is_beside_its_program(now.clock):
            return _failed(_BESIDE, None, self.hint)
        if now.verdict == "faster":
            return Verdict(status="passed", earned=1.0, message=f"It is {words} ({asked}).", detail=detail)
        earned = max((_share(text) or 0.0 for ratio, text in self.steps.items() if now.ratio >= ratio), default=0.0)
        message = f"It is only {words}; {asked}."
        return Verdict(status="failed", earned=earned, message=message, hint=self.hint, detail=detail)

    def _threshold(self, platform: str) -> float:
        if not isinstance(self.at_least, dict):
            return self.at_least
        return self.at_least.get(platform) or self.at_least.get("any") or min(self.at_least.values())

    def _applies(self, platform: str) -> bool:
        return not isinstance(self.at_least, dict) or platform in self.at_least or "any" in self.at_least

    def _baseline_in_words(self) -> str:
        return self.over if self.over in ("starter", "solution") else f"baseline `{self.over}`"

    def _race(self, race: _Race, inquiry: Inquiry, threshold: float) -> Standing:
        """Times pairs of blocks until the rule decides or its cap is reached."""
        now: Standing | None = None
        while now is None or (now.verdict == "open" and now.groups < MOST_GROUPS):
            race.pairs += [race.pair() for _ in range(GROUP)]
            now = standing(race.pairs, threshold, clock(race.pairs, host=inquiry.inspection.platform == "cpu"))
        return now


class _Race:
    """The two workers of one speed check, and the fresh values they are given."""

    def __init__(self, check: Speedup, inquiry: Inquiry) -> None:
        self._inquiry = inquiry
        self._case: Case = inquiry.case(check.case)
        self._tolerance: Tolerance = tolerance_of(inquiry, rtol=check.rtol, atol=check.atol)
        self._drawn = 0
        self.pairs: list[Pair] = []
        # The stream is secret and its own, so nothing timed was seen in any earlier check.
        self._stream = secrets.token_hex(16)
        self._submission = _Runner(inquiry.fresh(timed=True))
        self._baseline = _Runner(inquiry.baseline(check.over))
        for runner in (self._submission, self._baseline):
            seconds = [self._block(runner).wall for _ in range(_WARM_UPS)]
            runner.calls = min(_MOST_CALLS, max(1, math.ceil(_BLOCK_SECONDS / min(seconds[1:]))))

    def pair(self) -> Pair:
        """Times one block of each side, in random order."""
        if secrets.randbelow(2):
            submission, baseline = self._block(self._submission), self._block(self._baseline)
        else:
            baseline, submission = self._block(self._baseline), self._block(self._submission)
        return Pair(submission=submission, baseline=baseline)

    def _block(self, runner: _Runner) -> Block:
        """What a call took in one block; every output is checked once the clocks have stopped."""
        wall = processor = 0.0
        told = True
        exchanged = []
        for question in [self._question() for _ in range(runner.calls)]:
            answer = runner.worker.ask(question)
            wall += runner.worker.seconds
            told = told and runner.worker.processor_seconds is not None
            processor += runner.worker.processor_seconds or 0.0
            exchanged.append((question, answer))
        if runner is self._submission:
            # Without a solution only the slow baseline knows the results: then one of the block, nobody knows which.
            whole = self._inquiry.exercise.solution is not None
            for question, answer in exchanged if whole else [secrets.choice(exchanged)]:
                self._verify(question, answer)
        elif any(not isinstance(answer, Returned) for _, answer in exchanged):
            raise Broken("the baseline of a speed check does not run")
        return Block(wall=wall / runner.calls, processor=processor / runner.calls if told else None)

    def is_beside_its_program(self, by: Clock) -> bool:
        """Whether the work is done beside the program that jax traced: in no jitted function, or in far less time.

        A program run by itself takes 0.9 to 1.2 times as long as the call, once 3.3 times under load; only what is
        beyond that and beyond all cost of asking, in two processes, is taken for work done elsewhere.
        """
        witness, loaded = self._inquiry.witness, self._inquiry.loaded
        ahead = any("ahead of time" in one.cause for one in loaded.compilations)
        if self._inquiry.exercise.jit == "submission" and not ahead and witness.bare(self._question()):
            return True
        own = min((pair.submission.wall if by == "wall" else pair.submission.processor or 0.0) for pair in self.pairs)
        for _ in range(2):
            least = witness.seconds([self._question() for _ in range(_PROGRAM_CALLS)], by)
            if least is None or least < _BEYOND * own or least - own < _ASKING:
                return False
        return True

    def _question(self) -> Call:
        self._drawn += 1
        return Call(arguments=self._inquiry.arguments(self._case, stream=f"{self._stream} {self._drawn}"))

    def _verify(self, question: Call, answer: Any) -> None:  # noqa: ANN401 - whatever the worker answered
        """Raises _Stopped where an output is not what the reference gives for the same input."""
        if isinstance(answer, Raised | Ended):
            told = self._inquiry.explain(answer)
            raise _Stopped(_failed(f"While it was timed: {told.message}", told.line, told.hint))
        if self._inquiry.exercise.solution is not None:
            expected = self._inquiry.trusted(question)
        else:
            expected = self._baseline.worker.ask(question)
        if not isinstance(expected, Returned) or not isinstance(answer, Returned):
            raise Broken("a timed call was not answered by a value")
        found: Difference | None = difference(expected.value, answer.value, self._tolerance)
        if found is not None:
            raise _Stopped(
                _failed(f"On fresh inputs, while it was timed, it gave a wrong result: {found.words}.", None, "")
            )


def _failed(message: str, line: int | None, hint: str) -> Verdict:
    return Verdict(status="failed", earned=0.0, message=message, line=line, hint=hint, detail={"witness": "grader"})


def _times(ratio: float) -> str:
    """A ratio in words, in two or three digits."""
    return f"{ratio:,.0f}×" if ratio >= 20 else f"{ratio:.3g}×"  # noqa: PLR2004 - below that, a decimal is worth telling


def _share(text: str) -> float | None:
    """The share that ``50%`` stands for, 0 to 1; None where it is none."""
    try:
        share = float(str(text).removesuffix("%")) / 100
    except ValueError:
        return None
    return share if str(text).endswith("%") and 0 <= share <= 1 else None


def _varies(spec: Any) -> bool:  # noqa: ANN401 - any spec or value
    """Tells whether a spec draws enough that no two calls get the same value."""
    if isinstance(spec, SequenceSpec | MappingSpec):
        return any(map(_varies, spec.items))
    return isinstance(spec, KeySpec) or (isinstance(spec, ArraySpec) and spec.dtype not in ("bool", "int8", "uint8"))
