"""Grades cheats against the grading itself, each beside an honest twin that looks alike: tests/attacks/cheats/<cheat>/.

python -m tests.attacks.cheats [CHEAT …] [--rounds N] [--isolation TIER] [--jobs N]
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, Literal

import yaml

from grader.course import read_course, read_exercise, read_submission
from grader.course.course import find_exercise
from grader.grading import grade
from grader.sandbox.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model.report import Report

HERE: Final = Path(__file__).parent
COURSE: Final = read_course(HERE / "course")


@dataclass(frozen=True, kw_only=True)
class Cheat:
    """What a cheat tries, and what must come of it.

    It earns ``at_most`` so much, which is what it honestly does. ``check`` is the first check that it loses, with
    ``words`` in what is told. ``needs: confinement`` tells that it is stopped by what the system refuses a worker,
    which the tier ``limits`` does not.
    """

    name: str
    tries: str
    exercise: str
    at_most: float
    check: str = ""
    words: Sequence[str] = ()
    needs: Literal["", "confinement"] = ""


def cheats() -> list[Cheat]:
    """All cheats, by name."""
    folders = sorted(path.parent for path in (HERE / "cheats").glob("*/expect.yaml"))
    return [_read(folder) for folder in folders]


def _read(folder: Path) -> Cheat:
    told = yaml.safe_load((folder / "expect.yaml").read_text(encoding="utf-8"))
    return Cheat(name=folder.name, **told)


def can_be_caught(cheat: Cheat, workshop: Workshop) -> bool:
    """Whether the workers of this workshop are kept in well enough for the cheat to be caught."""
    return cheat.needs != "confinement" or workshop.tier.name != "limits"


def report_of(cheat: Cheat, file: Literal["cheat", "honest"], workshop: Workshop) -> Report:
    """How the cheat or its honest twin is graded."""
    exercise = read_exercise(find_exercise(COURSE, cheat.exercise), COURSE)
    submission = read_submission(HERE / "cheats" / cheat.name / f"{file}.py", exercise)
    return grade(submission, exercise, workshop=workshop, course=COURSE)


def caught(cheat: Cheat, report: Report) -> str:
    """Why the cheat does not count as caught; nothing where it does."""
    lost = [check for check in report.checks if check.status != "passed"]
    told = "; ".join(f"{check.name} {check.status}: {check.message}" for check in lost)
    if report.status == "broken":
        return f"it was taken for our fault: {told}"
    if not lost or report.score > cheat.at_most:
        return f"it earned {report.score:g}, where at most {cheat.at_most:g} is honest: {told}"
    if cheat.check and lost[0].name != cheat.check:
        return f"it lost {lost[0].name} first, not {cheat.check}: {told}"
    missing = [word for word in cheat.words if word not in f"{lost[0].message} {lost[0].hint}"]
    return f"it was not told {missing[0]!r}: {told}" if missing else ""


def spared(report: Report) -> str:
    """Why an honest file did not get all points; nothing where it did."""
    lost = [check for check in report.checks if check.status != "passed"]
    return "; ".join(f"{check.name} {check.status}: {check.message}" for check in lost)


def main() -> int:
    """Prints each wrong mark and, last, a line that sums up; 1 where there was one, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.cheats", description=__doc__)
    parser.add_argument("cheats", nargs="*", metavar="CHEAT", help="these only (default: all)")
    parser.add_argument("--rounds", type=int, default=1, help="how often each file is graded (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many are graded at a time (1)")
    parser.add_argument("--isolation", default="", metavar="TIER", help="in this tier (default: the best)")
    options = parser.parse_args()
    known = cheats()
    unknown = set(options.cheats) - {cheat.name for cheat in known}
    if unknown:
        parser.error(f"no cheat is called {', '.join(sorted(unknown))}")
    chosen = [cheat for cheat in known if not options.cheats or cheat.name in options.cheats]
    wrong = 0
    with ExitStack() as stack:
        chance = {"isolation": options.isolation} if options.isolation else {}
        free: SimpleQueue[Workshop] = SimpleQueue()
        workshops = [stack.enter_context(Workshop(**chance)) for _ in range(options.jobs)]
        for workshop in workshops:
            free.put(workshop)
        run = [cheat for cheat in chosen if can_be_caught(cheat, workshops[0])]

        def faults(number: int, cheat: Cheat) -> list[str]:
            workshop = free.get()
            try:
                told = (
                    ("cheat", caught(cheat, report_of(cheat, "cheat", workshop))),
                    ("honest", spared(report_of(cheat, "honest", workshop))),
                )
            finally:
                free.put(workshop)
            return [f"round {number}: {cheat.name}/{file}.py: {fault}" for file, fault in told if fault]

        with ThreadPoolExecutor(options.jobs) as pool:
            rounds = [(number, cheat) for number in range(1, options.rounds + 1) for cheat in run]
            for found in pool.map(faults, *zip(*rounds, strict=True)):
                wrong += len(found)
                for fault in found:
                    print(fault, flush=True)
        tier = workshops[0].tier.name
    left = f"; {len(chosen) - len(run)} not run, since {tier} does not confine" if len(run) < len(chosen) else ""
    told = f"{len(run)} cheats and their honest twins, {options.rounds} rounds in {tier}"
    print(f"{told}: {wrong or 'no'} wrong marks{left}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
