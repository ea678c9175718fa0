"""How often a speed verdict is wrong or open, by our rule and by others, on the same paired times of real workers.

Two programs of known ratio are timed by the grader's own contest, on the quiet host and on the other by turns;
thresholds are put 5, 10 and 25 % to either side of the true ratio, which is that of all that other processes were timed
at on the quiet host around the same time. Each sample of 80 pairs serves all thresholds, rules and measures, and is
read twice: from its first pair, and from its middle, going on with its first half. A verdict that is open is asked for
once more of other processes, as the grader does; what is open then is undecided.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from neighbours import neighbours
from verdict_rules import MOST, OURS, RULES, VARIANTS, Outcome, Rule
from verdict_samples import GRADED, MEASURES, Grounds, Sample, Truth, Truths, Way, middle
from verdict_tables import CALLS, HOSTS, OFFSETS, Table, Verdict, at, print_cells, print_rules, shares

from grader.checks.blocks import Measure
from grader.sandbox.workshop import Workshop

WAYS: Final = (Way(name="idle one not stopped", pauses=False), Way(name="not kept to a core", pinned=False))
_READINGS: Final = (0, MOST // 2)
_TOGETHER: Final = 3  # samples from one pair of processes
_GOALS: Final = "goals: 0.5 % and 4 % wrong, 2 % undecided, 2 s"


def verdicts(samples: list[Sample], truths: Mapping[str, Truths], rule: Rule, by: str) -> dict[float, list[Verdict]]:
    """What a rule makes of samples, by one measure, at each offset of the true ratio from the threshold."""
    read = [(sample, start) for sample in samples for start in _READINGS]
    said = []
    for sample, start in read:
        name = sample.named(by)
        pairs = sample.by(name)
        thresholds = [truths[name].around(sample.processes).ratio / (1 + offset) for offset in OFFSETS]
        said.append(rule(pairs[start:] + pairs[:start], thresholds, MEASURES[name]))
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


def gathered(workshop: Workshop, count: int, options: argparse.Namespace) -> dict[tuple[str, str, str], list[Sample]]:
    """So many samples by call, host and way; a third as many where it is not the grader's way."""
    found: dict[tuple[str, str, str], list[Sample]] = {}
    for call, seconds in CALLS.items():
        grounds = Grounds(workshop, seconds, slower=options.slower)
        for opened in range(count // _TOGETHER):
            for way in (Way(), *(WAYS if options.variants and opened % 3 == 0 else ())):
                for host, busy in HOSTS.items():
                    with neighbours(busy):
                        taken = grounds.samples(_TOGETHER, each=_TOGETHER, way=way)
                        found.setdefault((call, host, way.name), []).extend(taken)
        _tell(f"{call}: {count} samples a host")
    return found


def _tell(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


def known(found: dict[tuple[str, str, str], list[Sample]]) -> dict[tuple[str, str], Truths]:
    """The true ratios by call and measure."""
    return {(call, by): Truths(found[call, "quiet", ""], MEASURES[by]) for call in CALLS for by in MEASURES}


def print_truths(truths: dict[tuple[str, str], Truths], found: dict[tuple[str, str, str], list[Sample]]) -> None:
    """The true ratios, and the middle one that was seen on each host."""
    for (call, by), told in truths.items():
        all_along = _all_along(told, found[call, "quiet", ""])
        ratios = [truth.ratio for truth in all_along]
        seen = ", ".join(
            f"{statistics.median(_middles(samples, MEASURES[by])):.3f} {host}{way and ', ' + way}"
            for (own, host, way), samples in found.items()
            if own == call
        )
        print(
            f"{call:8}{by:21} true ratio {statistics.median(ratios):.3f}, at times {min(ratios):.3f} to "
            f"{max(ratios):.3f}, each ± {statistics.median(one.error for one in all_along):.3f}; samples saw {seen}"
        )
    for (call, host, way), samples in found.items():
        for by, own in MEASURES.items():
            share = statistics.fmean(sample.chosen == own for sample in samples)
            if share:
                print(f"{call}, {host} {way}: by {by} the grader would judge {share:.0%} of these races")


def _all_along(truths: Truths, samples: list[Sample]) -> list[Truth]:
    """The true ratio at each of these samples."""
    return [truths.around(sample.processes) for sample in samples]


def _middles(samples: list[Sample], by: Measure) -> list[float]:
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
    count = 15 if options.quick else 150
    started = time.perf_counter()
    with ExitStack() as stack:
        found = gathered(stack.enter_context(Workshop("cpu")), count, options)
    truths = known(found)
    table: Table = {}
    for (call, host, way), samples in found.items():
        rules = {f"{OURS}, {way}": RULES[OURS]} if way else RULES | VARIANTS
        for name, rule in rules.items():
            for by in (GRADED, *MEASURES):
                for offset, told in verdicts(samples, {own: truths[call, own] for own in MEASURES}, rule, by).items():
                    table[call, host, offset, name, by] = told
    print_truths(truths, found)
    for by in (GRADED, *MEASURES):
        print_cells(table, by)
    print_rules(table, list(RULES), "all cells together")
    ways = [f"{OURS}, {way.name}" for way in WAYS] if options.variants else []
    print_rules(table, [*VARIANTS, *ways], "variants of our rule")
    if options.json:
        Path(options.json).write_text(json.dumps(_figures(truths, found, table)))
    at10, at5 = (shares(at(table, OURS, GRADED, offset)) for offset in (0.10, 0.05))
    both = shares(at(table, OURS, GRADED, 0.05, 0.10))
    error = max(
        statistics.median(
            one.error / one.ratio for one in _all_along(truths[call, "processor"], found[call, "quiet", ""])
        )
        for call in CALLS
    )
    print(
        f"\n{time.perf_counter() - started:.0f} s; by our rule, as graded, {at10['wrong']:.2f} % wrong at ±10 % and "
        f"{at5['wrong']:.2f} % at ±5 %, {both['undecided']:.2f} % undecided ({both['opened']:.2f} % at first), "
        f"{both['seconds']:.2f} s a verdict ({_GOALS}); the true ratios are known to {error:.1%}"
    )


def _figures(
    truths: dict[tuple[str, str], Truths], found: dict[tuple[str, str, str], list[Sample]], table: Table
) -> dict[str, Any]:
    """All of it as plain data; the times in nanoseconds, by pair and call: both clocks of submission and baseline."""
    return {
        "cells": [
            {"call": call, "host": host, "offset": offset, "rule": rule, "measure": by, **shares(told)}
            for (call, host, offset, rule, by), told in table.items()
        ],
        "samples": [
            {
                "call": call,
                "host": host,
                "way": way,
                "processes": sample.processes,
                "opening": round(sample.opening, 3),
                "truths": {by: truths[call, by].around(sample.processes).ratio for by in MEASURES},
                "pairs": [
                    [
                        [round(1e9 * value) for value in values or ()]
                        for side in (pair.submission, pair.baseline)
                        for values in (side.walls, side.processors)
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
