"""Hands in hostile files in every tier of isolation that this machine can enter, and tells which of them succeeded.

python -m tests.attacks [FOLDER …] [--tier TIER] [--situation SITUATION] [--only NAME]
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Final

from grader.sandbox.tiers import TIERS
from tests.attacks.attack import Attack, read_attacks
from tests.attacks.conducting import Cell, attacked
from tests.attacks.expectations import allowed
from tests.attacks.rig import SITUATIONS

OWN: Final = Path(__file__).with_name("os")


def main() -> int:
    """Prints the table; its last line sums up.

    1 where a tier let through what it claims to stop; 2 where nothing could be run, or a grader did not start; else 0.
    """
    options = _options()
    attacks = read_attacks(options.folders or [OWN])
    if options.only:
        attacks = [attack for attack in attacks if any(word in attack.name for word in options.only)]
    if not attacks:
        sys.exit("there is no attack to run")
    tiers = options.tier or list(TIERS)
    root = os.geteuid() == 0
    situations = options.situation or (list(SITUATIONS) if root else ["user"])
    wanted = [(situation, tier) for situation in situations for tier in tiers]
    with ThreadPoolExecutor(options.jobs) as pool:
        running = [pool.submit(attacked, situation, tier, attacks, options.wall) for situation, tier in wanted]
        for number, each in enumerate(as_completed(running), 1):
            told = each.result()
            print(f"{number} of {len(running)}: {told.tier} as {told.situation}", file=sys.stderr)
        cells = [each.result() for each in running]
    _print_refused(cells)
    run = [cell for cell in cells if not cell.refused]
    _print_table(attacks, run)
    failures = _print_breaches(attacks, run, verbose=options.verbose)
    print(_summary(attacks, run, failures))
    if failures:
        return 1
    return 0 if run and all(cell.expected for cell in cells) else 2


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="folders of attacks (default: ours)")
    parser.add_argument("--tier", action="append", choices=TIERS, help="this tier only (may be repeated)")
    parser.add_argument("--situation", action="append", choices=SITUATIONS, help="this situation only (as --tier)")
    parser.add_argument("--only", action="append", metavar="NAME", help="attacks whose name contains this (as --tier)")
    parser.add_argument("--wall", type=float, default=6.0, metavar="SECONDS", help="each attack's deadline (6)")
    cores = os.cpu_count() or 1
    parser.add_argument("-j", "--jobs", type=int, default=cores, help=f"columns run at the same time (here {cores})")
    parser.add_argument("--verbose", action="store_true", help="tell the causes in `limits`, too, and every last word")
    return parser.parse_args()


def _print_refused(cells: list[Cell]) -> None:
    """Which columns could not be run, and why."""
    for cell in cells:
        if cell.refused:
            print(f"not run: {cell.tier} as {cell.situation}: {cell.refused}")


def _print_table(attacks: list[Attack], cells: list[Cell]) -> None:
    width = max(len(attack.name) for attack in attacks) + 2
    print("\n" + " " * width + "".join(f"{cell.situation:>12}" for cell in cells))
    print(" " * width + "".join(f"{cell.tier:>12}" for cell in cells))
    for number, attack in enumerate(attacks):
        words = ["BREACH" if cell.verdicts[number].breach else "ok" for cell in cells]
        print(f"{attack.name:{width}}" + "".join(f"{word:>12}" for word in words))
    counts = [sum(verdict.breach for verdict in cell.verdicts) for cell in cells]
    print(f"{'breaches':{width}}" + "".join(f"{count:>12}" for count in counts))


def _print_breaches(attacks: list[Attack], cells: list[Cell], *, verbose: bool) -> int:
    """Each breach with its cause; returns how many of them their tier claims to stop."""
    failures = 0
    for cell in cells:
        for attack, verdict in zip(attacks, cell.verdicts, strict=True):
            if not verdict.breach:
                if verbose:
                    print(f"{cell.tier} as {cell.situation}: {attack.name}: {verdict.said!r} ({verdict.ending})")
                continue
            reason = allowed(cell.tier, attack, verdict.why)
            failures += not reason
            if cell.tier != "limits" or verbose:
                print(f"\n{cell.tier} as {cell.situation}: {attack.name} ({attack.prevents})")
                print(textwrap.indent(verdict.why[:600], "  "))
                if reason:
                    print(f"  as it may be: {reason}")
    print()
    return failures


def _summary(attacks: list[Attack], cells: list[Cell], failures: int) -> str:
    """One line: distinct breaches by tier, over all situations."""
    told = []
    for tier in TIERS:
        own = [cell for cell in cells if cell.tier == tier]
        if own:
            through = {verdict.attack for cell in own for verdict in cell.verdicts if verdict.breach}
            told.append(f"{len(through)} in {tier}")
    if not told:
        return f"no tier of these could be entered: none of {len(attacks)} attacks was run"
    end = "none that a tier claims to stop" if not failures else f"{failures} that a tier claims to stop"
    return f"attacks that got through: {', '.join(told)}, of {len(attacks)}; {end}"


if __name__ == "__main__":
    sys.exit(main())
