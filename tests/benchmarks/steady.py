"""Whether the same submission gets the same marks, graded again and again beside a neighbour who spins by turns.

For each exercise with a speed check: the solution, and the wrong answers that only their speed tells. Marks are the
status and the points of every check.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from neighbours import neighbours

from grader.course import read_course, read_exercise
from grader.grading import grade, workshop
from grader.model.exercise import Course, Exercise, Source
from grader.model.report import Report

ROOT: Final = Path(__file__).resolve().parents[2]
KIND: Final = "speedup"
_ONLY_SPEED: Final = f"# expect: {KIND}".encode()

Marks = tuple[tuple[str, str, float | None], ...]


def answers(course: Course) -> Iterator[tuple[Exercise, Path]]:
    """The exercises with a speed check, each with the files to grade."""
    for folder in course.exercises:
        exercise = read_exercise(folder, course)
        if not any(check.kind == KIND for check in exercise.checks):
            continue
        twin = ROOT / "solutions" / folder.name
        yield exercise, twin / "solution.py"
        for path in sorted((twin / "wrong").glob("*.py")):
            if path.read_bytes().startswith(_ONLY_SPEED):
                yield exercise, path


def marks(report: Report) -> Marks:
    """What a report gives for each check."""
    return tuple((check.name, check.status, check.score) for check in report.checks)


def differing(counted: Counter[Marks]) -> str:
    """The checks whose marks are not the same in all reports, with how often each was given."""
    words = []
    for place in zip(*(marks for marks in counted), strict=True):
        if len(set(place)) > 1:
            given = Counter[tuple[str, str, float | None]]()
            for mark, times in zip(place, counted.values(), strict=True):
                given[mark] += times
            words.append(
                ", ".join(f"{name} {status} {score} {times}×" for (name, status, score), times in given.items())
            )
    return "; ".join(words)


def main() -> None:
    """Prints the table; its last line sums up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="grade each file five times instead of fifty")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    rounds = 5 if options.quick else 50
    course = read_course(ROOT)
    found: dict[str, Counter[Marks]] = {}
    started = time.perf_counter()
    print(f"{'':44}{'speed':>10}{'points':>8}{'marks':>7}{'median s':>10}  ratios seen")
    with neighbours(1), workshop(course=course) as shop:
        for exercise, path in answers(course):
            name = f"{exercise.folder.name}/{path.name}"
            source = Source(name=path.name, data=path.read_bytes())
            reports = []
            for number in range(rounds):
                reports.append(grade(source, exercise, workshop=shop, course=course))
                print(f"{name}: {number + 1} of {rounds}", end="\r", file=sys.stderr)
            found[name] = counted = Counter(map(marks, reports))
            names = {check.name for check in exercise.checks if check.kind == KIND}
            speed = [check for report in reports for check in report.checks if check.name in names]
            ratios = [check.detail["ratio"] for check in speed if "ratio" in check.detail]
            seconds = statistics.median(report.seconds for report in reports)
            told = f"{min(ratios):.1f} to {max(ratios):.1f}" if ratios else "none"
            given = "/".join(sorted({check.status for check in speed}))
            points = "/".join(sorted({f"{report.score:g}" for report in reports}))
            print(f"{name:44}{given:>10}{points:>8}{len(counted):7}{seconds:10.2f}  {told}", flush=True)
            if len(counted) > 1:
                print(f"  {differing(counted)}")
    unsteady = sum(len(counted) > 1 for counted in found.values())
    print(
        f"{time.perf_counter() - started:.0f} s; {len(found)} submissions graded {rounds} times each beside a busy "
        f"neighbour: {unsteady} of them did not always get the same marks"
    )
    if options.json:
        figures = {name: [[times, marks] for marks, times in counted.items()] for name, counted in found.items()}
        Path(options.json).write_text(json.dumps(figures))


if __name__ == "__main__":
    main()
