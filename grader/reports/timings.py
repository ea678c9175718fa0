"""Reads what a speed check measured out of a report, and tells it in sentences; what was not measured is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.report import Report

__all__ = ["SIDES", "Size", "Timings", "count", "ratio", "read", "rounded", "seconds", "told", "where_it_pays"]

SIDES = {"yours": "your function", "baseline": "the baseline"}
"""The two sides of each time, as they are called in the pictures and in words."""
_LEAST = 1e-6  # one tick of a processor's clock: what takes less than that reads as nothing
_BOUND = 1e12  # no ratio, no time in seconds and no number of elements is beyond, and a picture can still be drawn
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "\N{MICRO SIGN}s"), (1e-9, "ns"))
_CLOCKS = {"processor": "the processor's clock", "wall": "the wall clock"}


class Size(msgspec.Struct, frozen=True, kw_only=True):
    """One case as it was timed: its number of array elements, the seconds that a call takes of either side."""

    case: str
    elements: float
    submission: float
    baseline: float


class Timings(msgspec.Struct, frozen=True, kw_only=True):
    """What one speed check measured, all times in seconds.

    ``pairs`` are seconds per call, submission and baseline, in the order measured. ``sizes`` are sorted; ``crossover``
    is the number of elements from which on the submission is quicker.
    """

    title: str
    ratio: float
    low: float | None
    high: float | None
    threshold: float | None
    platform: str
    clock: str
    pairs: tuple[tuple[float, float], ...]
    first: tuple[float, float] | None
    transfer: float | None
    sizes: tuple[Size, ...]
    crossover: float | None

    @property
    def clock_in_words(self) -> str:
        """By which clock, on what: empty where neither is known."""
        by = f"by {_CLOCKS[self.clock]}" if self.clock in _CLOCKS else ""
        return ", ".join(part for part in (by, f"on {self.platform}" if self.platform else "") if part)

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times as fast as the baseline each pair has it."""
        return tuple(baseline / submission for submission, baseline in self.pairs)


def read(report: Report) -> tuple[Timings, ...]:
    """Returns the timings of each check that has a ratio."""
    return tuple(
        _timings(check.title or check.name, check.detail)
        for check in report.checks
        if _number(check.detail.get("ratio"))
    )


def told(one: Timings) -> Iterator[str]:
    """Yields the facts in sentences, the ratio first."""
    between = f" (between {ratio(one.low)} and {ratio(one.high)})" if one.low and one.high else ""
    asked = f", asked: {ratio(one.threshold)}" if one.threshold else ""
    yield f"{one.title}: {ratio(one.ratio)} times as fast{between}{asked}"
    if one.pairs:
        yours, baseline = (seconds(min(side)) for side in zip(*one.pairs, strict=True))
        by = f", {one.clock_in_words}" if one.clock_in_words else ""
        yield f"At its quickest a call takes {yours}, the baseline's {baseline}{by}."
    if one.first:
        yours, baseline = map(seconds, one.first)
        yield f"The first call, compiling included, took {yours}, the baseline's {baseline}."
    if one.transfer:
        yield (
            f"Moving the data takes {seconds(one.transfer)} of each call, on both sides: arguments go from the grader "
            "to the function's process, and results back."
        )
    if one.sizes:
        yield where_it_pays(one)


def where_it_pays(one: Timings) -> str:
    """Returns in one sentence at which sizes the submission is quicker than the baseline."""
    quicker = [size.submission < size.baseline for size in one.sizes]
    if one.crossover:
        return f"Quicker than the baseline from about {count(rounded(one.crossover))} elements on."
    if all(quicker):
        return "Quicker than the baseline at every size measured."
    if any(quicker):
        return "Quicker than the baseline at some of the sizes measured."
    return "Not quicker than the baseline at any size measured."


def seconds(value: float) -> str:
    """Returns a time as people write it: ``41.2 µs``, ``5 ms``."""
    value = float(f"{value:.3g}")
    unit, name = next(((unit, name) for unit, name in _UNITS if value >= unit), _UNITS[-1])
    return f"{_digits(value / unit)} {name}"


def ratio(value: float) -> str:
    """Returns a ratio in three digits, or in whole numbers where it is large."""
    return _digits(value)


def count(value: float) -> str:
    """Returns a number of elements, in three digits where it is none that was counted."""
    return f"{value:,.0f}" if value == int(value) else _digits(value)


def rounded(elements: float) -> float:
    """Returns a number of elements in two digits: more is not known of what lies between two sizes."""
    return float(f"{elements:.2g}")


def _digits(value: float) -> str:
    """A number in three digits and without an exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"  # noqa: PLR2004 - three digits are whole from here on


def _timings(title: str, detail: dict[str, Any]) -> Timings:
    """One check's timings; whatever is not as it should be counts as not measured."""
    pairs = tuple(pair for pair in map(_pair, _rows(detail.get("pairs"))) if pair)
    first = detail.get("first_call")
    return Timings(
        title=title,
        ratio=_number(detail.get("ratio")) or 1.0,
        low=_number(detail.get("low")),
        high=_number(detail.get("high")),
        threshold=_number(detail.get("threshold")),
        platform=str(detail.get("platform") or ""),
        clock=str(detail.get("clock") or ""),
        pairs=pairs,
        first=_pair([first.get("submission"), first.get("baseline")]) if isinstance(first, dict) else None,
        transfer=_number(detail.get("transfer")),
        sizes=tuple(sorted((size for size in map(_size, _rows(detail.get("sizes"))) if size), key=_elements)),
        crossover=_number(detail.get("crossover")),
    )


def _rows(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _pair(row: object) -> tuple[float, float] | None:
    """Two times; what a clock did not see at all took a tick."""
    times = [one for one in _rows(row) if isinstance(one, int | float) and abs(one) < _BOUND]
    return (max(times[0], _LEAST), max(times[1], _LEAST)) if len(times) == 2 else None  # noqa: PLR2004 - a pair


def _size(row: object) -> Size | None:
    if not isinstance(row, dict):
        return None
    elements, pair = _number(row.get("size")), _pair([row.get("submission"), row.get("baseline")])
    if elements is None or pair is None:
        return None
    return Size(case=str(row.get("case") or ""), elements=elements, submission=pair[0], baseline=pair[1])


def _elements(size: Size) -> float:
    return size.elements


def _number(value: object) -> float | None:
    """A number that can have been measured, or None."""
    return float(value) if isinstance(value, int | float) and 1 / _BOUND < value < _BOUND else None
