"""The tables of the benchmark of verdicts: shares of wrong and undecided ones by call, host, offset, rule, measure."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Final

import msgspec
from verdict_rules import RULES
from verdict_samples import GRADED, MEASURES

__all__ = ["CALLS", "HOSTS", "OFFSETS", "Table", "Verdict", "at", "print_cells", "print_rules", "shares"]

OFFSETS: Final = (-0.25, -0.10, -0.05, 0.05, 0.10, 0.25)
CALLS: Final = {"40 µs": 40e-6, "250 µs": 250e-6, "5 ms": 5e-3}
HOSTS: Final = {"quiet": 0, "two neighbours": 2}


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How one verdict ended, the second attempt included: ``opened`` tells that the first one was open."""

    wrong: bool
    undecided: bool
    opened: bool
    pairs: int
    seconds: float


Table = dict[tuple[str, str, float, str, str], list[Verdict]]
"""Verdicts by call, host, offset, rule and measure."""


def shares(found: Sequence[Verdict]) -> dict[str, float]:
    """Percentages of verdicts, and medians."""
    return {
        "verdicts": len(found),
        "wrong": 100 * statistics.fmean(one.wrong for one in found),
        "undecided": 100 * statistics.fmean(one.undecided for one in found),
        "opened": 100 * statistics.fmean(one.opened for one in found),
        "pairs": statistics.median(one.pairs for one in found),
        "seconds": statistics.median(one.seconds for one in found),
    }


def at(table: Table, rule: str, by: str, *offsets: float) -> list[Verdict]:
    """All verdicts of a rule that far from the threshold, on either side."""
    return [
        verdict
        for (_, _, offset, name, measure), found in table.items()
        if abs(offset) in offsets and (name, measure) == (rule, by)
        for verdict in found
    ]


def print_cells(table: Table, by: str) -> None:
    """One row a cell: wrong and undecided in percent, by rule."""
    print(f"\nwrong and undecided in %, measured by the {by}")
    print(f"{'call':8}{'host':16}{'true ratio':>11}" + "".join(f"{name:>22}" for name in RULES))
    for call in CALLS:
        for host in HOSTS:
            for offset in OFFSETS:
                told = [shares(table[call, host, offset, name, by]) for name in RULES]
                words = "".join(f"{one['wrong']:13.1f} / {one['undecided']:6.1f}" for one in told)
                print(f"{call:8}{host:16}{offset:+10.0%} {words}")


def print_rules(table: Table, names: Sequence[str], title: str) -> None:
    """One row a rule and measure: at 5, 10 and 25 % what was wrong, open at first, undecided; pairs and seconds."""
    offsets = (0.05, 0.10, 0.25)
    print(f"\n{title}")
    print(" " * 49 + "".join(f"{f'wrong, open, undecided %, pairs, s at {one:.0%}':>44}" for one in offsets))
    for name in names:
        for by in (GRADED, *MEASURES):
            told = [shares(at(table, name, by, offset)) for offset in offsets]
            words = "".join(
                f"{one['wrong']:13.2f}{one['opened']:8.2f}{one['undecided']:8.2f}{one['pairs']:7.0f}{one['seconds']:8.2f}"
                for one in told
            )
            print(f"{name:28}{by:21}{words}")
