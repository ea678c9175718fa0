"""Speed-up: the submission against a baseline, each in its own worker, by the grader's clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grader.checks.accounting import crossover, measured, sizes_in_words
from grader.checks.blocks import seconds, spread
from grader.checks.contest import Contest, StoppedError
from grader.checks.correctness import tolerance_of
from grader.checks.pairing import PLAIN
from grader.checks.thresholds import (
    AtLeast,
    Steps,
    Thresholds,
    share,
    thresholds_of,
    without_threshold,
    wrong_thresholds,
)
from grader.model.check import Check, DeviceBusyError, Verdict
from grader.model.exercise import ArraySpec, KeySpec, MappingSpec, SequenceSpec
from grader.model.spelling import meant

if TYPE_CHECKING:
    from grader.checks.pairing import Standing
    from grader.checks.race import Race
    from grader.model.check import Inquiry
    from grader.model.exercise import Exercise

__all__ = ["Speedup"]

_RESTLESS: Final = 3.0
_BARE: Final = (
    "Its result comes from no function that is jitted, so there is no program whose speed could count. Put `jax.jit` "
    "around the function that computes it."
)
_BESIDE: Final = (
    "Called directly it is far faster than the program that jax traced from it, so that program is not what does the "
    "work. Compute everything with jax.numpy inside the jitted function."
)


class Speedup(Check, tag="speedup", frozen=True, kw_only=True):
    """At least so many times faster than the baseline ``over``, on fresh values of ``case``.

    ``at_least`` is a ratio, or one for each platform (``any`` for those that are not named); an exercise that names
    none for the course's accelerator is refused. ``steps`` share out points below it (``{5: 50%}``), for all
    platforms or for each. Every timed call gets values of its own, sent when the clock already runs and after the
    previous output has arrived whole; every output is checked. ``sizes`` names cases that are timed as well, to tell
    from which size on the submission is quicker. ``compile_seconds`` is how many times as long as the solution the
    submission may compile. ``rtol`` and ``atol`` take the place of the dtype's own tolerances.
    """

    order = 80
    heading = "Speed"
    timed = True
    needs = ("traces", "structure", "correctness", "all of correctness")

    over: str
    case: str
    at_least: AtLeast
    steps: Steps = {}
    sizes: tuple[str, ...] = ()
    compile_seconds: float | None = None
    rtol: float | None = None
    atol: float | None = None

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds an unknown case or baseline, values that cannot vary, thresholds and steps that make no sense."""
        found = []
        known = {case.name: case for case in exercise.cases}
        for field, name in (("case", self.case), *(("sizes", name) for name in self.sizes)):
            if name not in known:
                found.append((field, f"no case is called {name!r}{meant(name, known)}"))
            elif not any(map(_varies, known[name].arguments.values())):
                words = f"case {name!r} has no drawn floating-point array, so a result could be remembered"
                found.append((field, words))
        if self.over not in ("starter", "solution") and exercise.baselines is None:
            near = meant(self.over, ("starter", "solution"))
            found.append(("over", f"{self.over!r} is neither starter nor solution, and there is no baseline.py{near}"))
        if self.compile_seconds is not None and not self.compile_seconds > 1:
            found.append(("compile_seconds", "it is how many times as long as the solution it may take: above 1"))
        return found + wrong_thresholds(self.at_least, self.steps)

    def unmarked(self, accelerator: str) -> list[tuple[str, str]]:
        """Finds the platforms that the course marks speed on, and for which nothing is asked."""
        lacking = without_threshold(self.at_least, accelerator)
        if not lacking or not self.at_least:  # that it names none at all is told of its problems
            return []
        where = f"on {' and '.join(lacking)}, where course.yaml has speed marked (accelerator: {accelerator})"
        repair = f"add {lacking[0]}, or any, which stands for each platform that is not named"
        return [("at_least", f"it asks for nothing {where}; {repair}")]

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Times pairs of blocks in random order until the sequential rule decides; once more in fresh workers."""
        asked = thresholds_of(self.at_least, self.steps, inquiry.inspection.platform)
        case = inquiry.case(self.case)
        tolerance = tolerance_of(inquiry, rtol=self.rtol, atol=self.atol)
        try:
            with inquiry.device():
                contest = Contest(inquiry, case, self.over, tolerance)
                race, now = contest.race(asked.threshold)
                if now.verdict == "open":
                    contest = Contest(inquiry, case, self.over, tolerance)
                    race, now = contest.race(asked.threshold)
                return self._judged(inquiry, contest, race, now, asked)
        except StoppedError as stopped:
            return stopped.verdict
        except DeviceBusyError as busy:
            message = f"The speed could not be timed: {busy}. It will be timed again."
            return Verdict(status="pending", earned=None, message=message, detail={"witness": "grader"})

    def _judged(self, inquiry: Inquiry, contest: Contest, race: Race, now: Standing, asked: Thresholds) -> Verdict:
        """The verdict on a race that has ended."""
        detail = _told(contest, race, now) | {
            "threshold": asked.threshold,
            "platform": inquiry.inspection.platform,
            "over_eager": contest.over_eager,
            "witness": "grader",
        }
        sizes = [
            measured(contest, inquiry.case(name), (race, now) if name == self.case else None) for name in self.sizes
        ]
        if sizes:
            detail |= {"sizes": sizes, "crossover": crossover(sizes)}
        words = f"{_times(now.ratio)} as fast as the {self._baseline_in_words()}"
        at_least = f"at least {_times(asked.threshold)} is asked"
        open_still = self._unsettled(inquiry, race, now, asked, words)
        if open_still:
            return Verdict(status="pending", earned=None, message=open_still, detail=detail)
        if now.verdict == "faster":
            return self._won(inquiry, contest, f"{words} ({at_least}).{sizes_in_words(sizes)}", detail)
        earned = max((share(text) or 0.0 for ratio, text in asked.steps.items() if now.ratio >= ratio), default=0.0)
        below = [f"{text} from {_times(ratio)} on" for ratio, text in sorted(asked.steps.items())]
        shared = f", and {', '.join(below)}" if below else ""
        message = f"It is only {words}; {at_least}{shared}.{sizes_in_words(sizes)}"
        return Verdict(status="failed", earned=earned, message=message, hint=self.hint, detail=detail)

    def _unsettled(self, inquiry: Inquiry, race: Race, now: Standing, asked: Thresholds, words: str) -> str:
        """Why a race cannot be marked here and now, with what it looks like; nothing where it can."""
        seen = inquiry.inspection
        if seen.estimates:
            return f"Speed is marked on Linux, where it can be timed well enough; here it looks like {words}."
        if seen.accelerator not in ("any", seen.platform) or not asked.applies:
            where = f"Graded on the grading accelerator ({seen.accelerator})"
            return f"{where}; here, on {seen.platform}, it looks like {words}."
        at_least = f"at least {_times(asked.threshold)} is asked"
        noise = "" if _is_plain(now, asked.threshold) else inquiry.unsteadiness()
        if noise:
            return f"{noise} It looks like {words}; {at_least}. It will be timed again."
        if now.verdict == "open":
            return f"Too close to call on this machine: about {words}, {at_least}. {_restless(race, now)}"
        usual = race.usual_ratio(now.by) if now.verdict == "faster" else now.ratio
        if now.verdict == "faster" and usual < asked.threshold:
            return (
                f"It is quick and slow by turns: mostly {words}, {_times(usual)} with its slow calls; {at_least}. Let "
                f"each call do the same work."
            )
        return ""

    def _won(self, inquiry: Inquiry, contest: Contest, words: str, detail: dict[str, Any]) -> Verdict:
        """The verdict on a submission that is fast enough, once its program and its first call were looked at."""
        beside, ratio = contest.beside_its_program()
        if ratio is not None:
            detail["beside_program"] = ratio
        noise = inquiry.unsteadiness() if beside and ratio is not None else ""
        if noise:
            message = f"{noise} It looks faster than its own program, so it will be timed again."
            return Verdict(status="pending", earned=None, message=message, detail=detail)
        if beside:
            message = _BARE if ratio is None else _BESIDE
            return Verdict(status="failed", earned=0.0, message=message, hint=self.hint, detail=detail)
        outside = contest.outside()
        if outside:
            message = f"{outside} Put `jax.jit` around the function that computes it."
            return Verdict(status="failed", earned=0.0, message=message, hint=self.hint, detail=detail)
        longer = None if self.compile_seconds is None else contest.compiles_longer(self.compile_seconds)
        if longer is not None:
            message = (
                f"Compiling takes {_times(longer)} as long as the solution's does; at most "
                f"{_times(self.compile_seconds or 0)} is allowed. Otherwise it is {words}"
            )
            return Verdict(status="failed", earned=0.0, message=message, hint=self.hint, detail=detail)
        return Verdict(status="passed", earned=1.0, message=f"It is {words}", detail=detail)

    def _baseline_in_words(self) -> str:
        return self.over if self.over in ("starter", "solution") else f"baseline `{self.over}`"


def _told(contest: Contest, race: Race, now: Standing) -> dict[str, Any]:
    """What was seen of a race, as plain data: times in seconds per call."""
    echo = {} if contest.echo is None else {"transfer": seconds(contest.echo, now.by)}
    return {
        "ratio": now.ratio,
        "low": now.low,
        "high": now.high,
        "clock": now.by.clock,
        "pairs": [[seconds(pair.submission, now.by), seconds(pair.baseline, now.by)] for pair in race.pairs],
        "first_call": {"submission": race.submission.first, "baseline": race.baseline.first},
        **echo,
    }


def _is_plain(now: Standing, threshold: float) -> bool:
    """Whether nearly all pairs are so far from the threshold that no noise of the machine accounts for it."""
    far = now.low > PLAIN * threshold or now.high < threshold / PLAIN
    return now.by.clock == "processor" and far


def _restless(race: Race, now: Standing) -> str:
    """Whether it is the submission that is quick and slow by turns, or the machine."""
    own = spread([pair.submission for pair in race.pairs], now.by)
    other = spread([pair.baseline for pair in race.pairs], now.by)
    if own > _RESTLESS * max(other, 0.05):
        return (
            f"Its own times differ by {own:.0%}, those of the baseline by {other:.0%}: let each call do the same work."
        )
    return "It will be timed again."


def _times(ratio: float) -> str:
    """A ratio in words, in two or three digits."""
    return f"{ratio:,.0f}×" if ratio >= 20 else f"{ratio:.3g}×"  # noqa: PLR2004 - below that, a decimal is worth telling


def _varies(spec: Any) -> bool:  # noqa: ANN401 - any spec or value
    """Tells whether a spec draws enough that no two calls get the same value."""
    if isinstance(spec, SequenceSpec | MappingSpec):
        return any(map(_varies, spec.items))
    return isinstance(spec, KeySpec) or (isinstance(spec, ArraySpec) and spec.dtype not in ("bool", "int8", "uint8"))
