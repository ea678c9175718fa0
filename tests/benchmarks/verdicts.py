"""How often a speed verdict is wrong or open, by our rule and by others, on the same paired times of real workers.

Two programs of known ratio are timed by the grader's own contest; thresholds are put 5, 10 and 25 % to either side of
the true ratio, which a long run on the quiet host measures beforehand. Each sample of 80 pairs serves all thresholds,
rules and clocks, and is read twice: from its first pair, and from its middle, going on with its first half. A verdict
that is open is asked for once more of other processes, as the grader does; what is open then is undecided.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import msgspec
from neighbours import neighbours
from verdict_rules import MOST, OURS, RULES, VARIANTS, Outcome, Rule
from verdict_samples import CLOCKS, Grounds, Sample, Truth, Way, middle

from grader.checks.pairing import Clock
from grader.sandbox.workshop import Workshop

OFFSETS: Final = (-0.25, -0.10, -0.05, 0.05, 0.10, 0.25)
CALLS: Final = {"40 µs": 40e-6, "250 µs": 250e-6, "5 ms": 5e-3}
HOSTS: Final = {"quiet": 0, "two neighbours": 2}
WAYS: Final = (Way(name="idle one not stopped", pauses=False), Way(name="not kept to a core", pinned=False))
_READINGS: Final = (0, MOST // 2)
_TOGETHER: Final = 3  # samples from one pair of processes
_GOALS: Final = "goals: 0.5 % and 4 % wrong, 2 % undecided, 2 s"


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How one verdict ended, the second attempt included: ``opened`` tells that the first one was open."""

    wrong: bool
    undecided: bool
    opened: bool
    pairs: int
    seconds: float


Table = dict[tuple[str, str, float, str, Clock], list[Verdict]]
"""Verdicts by call, host, offset, rule and clock."""


def verdicts(samples: list[Sample], truth: Truth, rule: Rule, by: Clock) -> dict[float, list[Verdict]]:
    """What a rule makes of samples at each offset of the true ratio from the threshold."""
    thresholds = [truth.ratio / (1 + offset) for offset in OFFSETS]
    read = [(sample, start) for sample in samples for start in _READINGS]
    said = [rule(sample.pairs[start:] + sample.pairs[:start], thresholds, by) for sample, start in read]
    found: dict[float, list[Verdict]] = {offset: [] for offset in OFFSETS}
    for number, outcomes in enumerate(said):
        # The same reading of a sample of other processes.
        second = (number + _TOGETHER * len(_READINGS)) % len(said)
        for place, offset in enumerate(OFFSETS):
            attempts = [(number, outcomes[place])]
            if outcomes[place].verdict == "open":
                attempts.append((second, said[second][place]))
            last = attempts[-1][1].verdict
            found[offset].append(
                Verdict(
                    wrong=last == ("slower" if offset > 0 else "faster"),
                    undecided=last == "open",
                    opened=len(attempts) > 1,
                    pairs=sum(one.pairs for _, one in attempts),
                    seconds=sum(_seconds(*read[which], one) for which, one in attempts),
                )
            )
    return found


def _seconds(sample: Sample, start: int, outcome: Outcome) -> float:
    """How long it takes from asking for workers to the verdict."""
    taken = sample.taken[start:] + sample.taken[:start]
    return sample.opening + sum(taken[: outcome.pairs])


def gathered(
    workshop: Workshop, counts: dict[str, int], options: argparse.Namespace
) -> tuple[dict[str, dict[Clock, Truth]], dict[tuple[str, str, str], list[Sample]]]:
    """The truth of each call, and samples by call, host and way."""
    truths, found = {}, {}
    for call, seconds in CALLS.items():
        grounds = Grounds(workshop, seconds, slower=options.slower)
        truths[call] = grounds.truth(counts["processes"], MOST // (2 if options.quick else 1))
        _tell(f"{call}: the true ratio is known")
        for host, busy in HOSTS.items():
            for way in (Way(), *(WAYS if options.variants else ())):
                count = counts["samples"] if not way.name else counts["samples"] // 3
                with neighbours(busy):
                    found[call, host, way.name] = list(grounds.samples(count, each=_TOGETHER, way=way))
                _tell(f"{call}, {host}{way.name and ', ' + way.name}: {count} samples")
    return truths, found


def _tell(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


def _shares(found: Sequence[Verdict]) -> dict[str, float]:
    """Percentages of verdicts, and medians."""
    return {
        "verdicts": len(found),
        "wrong": 100 * statistics.fmean(one.wrong for one in found),
        "undecided": 100 * statistics.fmean(one.undecided for one in found),
        "opened": 100 * statistics.fmean(one.opened for one in found),
        "pairs": statistics.median(one.pairs for one in found),
        "seconds": statistics.median(one.seconds for one in found),
    }


def _at(table: Table, rule: str, by: Clock, *offsets: float) -> list[Verdict]:
    """All verdicts of a rule that far from the threshold, on either side."""
    return [
        verdict
        for (_, _, offset, name, clock), found in table.items()
        if abs(offset) in offsets and (name, clock) == (rule, by)
        for verdict in found
    ]


def print_cells(table: Table, by: Clock) -> None:
    """One row a cell: wrong and undecided in percent, by rule."""
    print(f"\nwrong and undecided in %, by the {by} clock")
    print(f"{'call':8}{'host':16}{'true ratio':>11}" + "".join(f"{name:>22}" for name in RULES))
    for call in CALLS:
        for host in HOSTS:
            for offset in OFFSETS:
                told = [_shares(table[call, host, offset, name, by]) for name in RULES]
                words = "".join(f"{one['wrong']:13.1f} / {one['undecided']:6.1f}" for one in told)
                print(f"{call:8}{host:16}{offset:+10.0%} {words}")


def print_rules(table: Table, names: Sequence[str], title: str) -> None:
    """One row a rule and clock: at 5, 10 and 25 % what was wrong, open at first, undecided; pairs and seconds."""
    offsets = (0.05, 0.10, 0.25)
    print(f"\n{title}")
    print(" " * 36 + "".join(f"{f'wrong, open, undecided %, pairs, s at {one:.0%}':>44}" for one in offsets))
    for name in names:
        for by in CLOCKS:
            told = [_shares(_at(table, name, by, offset)) for offset in offsets]
            words = "".join(
                f"{one['wrong']:13.2f}{one['opened']:8.2f}{one['undecided']:8.2f}{one['pairs']:7.0f}{one['seconds']:8.2f}"
                for one in told
            )
            print(f"{name:24}{by:12}{words}")


def print_truths(truths: dict[str, dict[Clock, Truth]], found: dict[tuple[str, str, str], list[Sample]]) -> None:
    """The true ratios, and the middle one that our groups saw on each host."""
    for call, by_clock in truths.items():
        for by, truth in by_clock.items():
            seen = ", ".join(
                f"{statistics.median(_middles(samples, by)):.3f} {host}{way and ', ' + way}"
                for (own, host, way), samples in found.items()
                if own == call
            )
            print(
                f"{call:8}{by:10} true ratio {truth.ratio:.3f} ± {truth.error:.3f} ({truth.medians:.3f} by "
                f"medians), by pair of processes {truth.low:.3f} to {truth.high:.3f}; samples saw {seen}"
            )
    for (call, host, way), samples in found.items():
        wall = statistics.fmean(sample.chosen == "wall" for sample in samples)
        if wall:
            print(f"{call}, {host} {way}: by the wall the grader would judge {wall:.0%} of these races")


def _middles(samples: list[Sample], by: Clock) -> list[float]:
    """The middle ratio of the first pairs of each sample."""
    return [middle(sample.pairs[: MOST // 4], by) for sample in samples]


def main() -> None:
    """Prints the tables; the last line sums up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="30 verdicts a cell instead of 300")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too, with all the times")
    parser.add_argument("--variants", action="store_true", help="time without stopping and without a core, too")
    parser.add_argument("--slower", type=float, default=2.0, help="how much longer the baseline computes (2)")
    options = parser.parse_args()
    counts = {"processes": 5, "samples": 15} if options.quick else {"processes": 20, "samples": 150}
    started = time.perf_counter()
    with ExitStack() as stack:
        truths, found = gathered(stack.enter_context(Workshop("cpu")), counts, options)
    table: Table = {}
    for (call, host, way), samples in found.items():
        rules = {f"{OURS}, {way}": RULES[OURS]} if way else RULES | VARIANTS
        for name, rule in rules.items():
            for by in CLOCKS:
                for offset, told in verdicts(samples, truths[call][by], rule, by).items():
                    table[call, host, offset, name, by] = told
    print_truths(truths, found)
    for by in CLOCKS:
        print_cells(table, by)
    print_rules(table, list(RULES), "all cells together")
    ways = [f"{OURS}, {way.name}" for way in WAYS] if options.variants else []
    print_rules(table, [*VARIANTS, *ways], "variants of our rule")
    if options.json:
        Path(options.json).write_text(json.dumps(_figures(truths, found, table)))
    at10, at5 = (_shares(_at(table, OURS, "processor", offset)) for offset in (0.10, 0.05))
    both = _shares(_at(table, OURS, "processor", 0.05, 0.10))
    known = max(truth["processor"].error / truth["processor"].ratio for truth in truths.values())
    print(
        f"\n{time.perf_counter() - started:.0f} s; by our rule and the processor's clock {at10['wrong']:.2f} % wrong "
        f"at ±10 % and {at5['wrong']:.2f} % at ±5 %, {both['undecided']:.2f} % undecided ({both['opened']:.2f} % at "
        f"first), {both['seconds']:.2f} s a verdict ({_GOALS}); the true ratios are known to {known:.1%}"
    )


def _figures(truths: dict[str, Any], found: dict[tuple[str, str, str], list[Sample]], table: Table) -> dict[str, Any]:
    """All of it as plain data; the times in nanoseconds, by pair: wall and processor of submission and baseline."""
    return {
        "truths": msgspec.to_builtins(truths),
        "cells": [
            {"call": call, "host": host, "offset": offset, "rule": rule, "clock": by, **_shares(told)}
            for (call, host, offset, rule, by), told in table.items()
        ],
        "samples": [
            {
                "call": call,
                "host": host,
                "way": way,
                "processes": sample.processes,
                "opening": round(sample.opening, 3),
                "pairs": [
                    [
                        round(1e9 * (value or 0))
                        for side in (pair.submission, pair.baseline)
                        for value in (side.wall, side.processor)
                    ]
                    for pair in sample.pairs
                ],
            }
            for (call, host, way), samples in found.items()
            for sample in samples
        ],
    }


if __name__ == "__main__":
    main()
