"""Writes the report of every file of the corpora, or compares two such folders: what a change of the code changes.

python -m tests.snapshots write FOLDER [--jobs N] [EXERCISE …]
python -m tests.snapshots compare BEFORE AFTER

A report is written without times, and every file is graded with one seed, so that two runs of the same code write the
same folder. Speed is not timed: a check that needs a clock stays pending.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec
import yaml

from grader.course import read_course, read_exercise, read_submission
from grader.course.course import find_exercise
from grader.grading import grade, workshop
from grader.sandbox.remembering import Memory

TESTS: Final = Path(__file__).parent
ROOT: Final = TESTS.parent
SEED: Final = "0123456789abcdef" * 2
_ADDRESS: Final = re.compile(r"0x[0-9a-f]{6,}")
_PER_RUN: Final = frozenset({"seconds", "seed", "environment", "exercise_digest"})

Entry = tuple[str, str, str]  # folder of the course, word for the exercise, file; from the root


def corpora() -> list[Entry]:
    """Every file that is graded somewhere in this project, sorted by course and exercise."""
    entries: list[Entry] = []
    for folder in sorted((ROOT / "exercises").glob("[0-9]*")):
        twin = ROOT / "solutions" / folder.name
        files = [folder / "starter.py", twin / "solution.py", *twin.glob("right/*.py"), *twin.glob("wrong/*.py")]
        entries += [(".", folder.name, str(file.relative_to(ROOT))) for file in files]
    for file in (TESTS / "submissions").glob("*/expect.yaml"):
        told = yaml.safe_load(file.read_text(encoding="utf-8"))
        course = "tests/end_to_end/small_course" if told.get("course") else "."
        entries.append((course, str(told["exercise"]), str((file.parent / "submission.py").relative_to(ROOT))))
    for file in (TESTS / "attacks" / "cheats").glob("*/expect.yaml"):
        told = yaml.safe_load(file.read_text(encoding="utf-8"))
        twins = [file.parent / "cheat.py", file.parent / "honest.py"]
        entries += [("tests/attacks/course", str(told["exercise"]), str(twin.relative_to(ROOT))) for twin in twins]
    return sorted(entries)


def stable(report: Any) -> Any:
    """A report's JSON without what differs from run to run: times, seeds, the machine, addresses in memory."""
    if isinstance(report, dict):
        return {key: stable(value) for key, value in report.items() if key not in _PER_RUN}
    if isinstance(report, list):
        return [stable(value) for value in report]
    return _ADDRESS.sub("0x…", report) if isinstance(report, str) else report


def _write(folder: Path, group: list[Entry]) -> int:
    """Grades the files of one exercise, with one workshop."""
    opened = read_course(ROOT / group[0][0])
    exercise = read_exercise(find_exercise(opened, group[0][1]), opened)
    memory = Memory()
    with workshop(course=opened) as made:
        for _, _, file in group:
            source = read_submission(ROOT / file, exercise)
            seed = "" if exercise.expectations else SEED
            report = grade(
                source,
                exercise,
                workshop=made,
                course=opened,
                seed=seed,
                reference=memory if seed else None,
                timed=False,
            )
            text = json.dumps(stable(msgspec.to_builtins(report)), indent=1, ensure_ascii=False, sort_keys=True)
            (folder / f"{file.replace('/', '__')}.json").write_text(text + "\n", encoding="utf-8")
    return len(group)


def write(folder: Path, jobs: int, words: list[str]) -> int:
    """Writes one file of JSON for each file of the corpora; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = [entry for entry in corpora() if not words or entry[1] in words]
    groups = [list(group) for _, group in groupby(entries, lambda entry: entry[:2])]
    with ProcessPoolExecutor(jobs) as pool:
        return sum(pool.map(_write, [folder] * len(groups), groups))


def compare(before: Path, after: Path) -> int:
    """Prints each report that differs, and returns how many; a file that only one side has is no difference."""
    different = 0
    for old in sorted(before.glob("*.json")):
        new = after / old.name
        if not new.exists():
            continue
        texts = [path.read_text(encoding="utf-8").splitlines() for path in (old, new)]
        if texts[0] != texts[1]:
            different += 1
            print("\n".join(difflib.unified_diff(*texts, old.name, new.name, n=0, lineterm="")))
    return different


def main() -> int:
    """Returns 1 where two folders differ, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.snapshots", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=Path)
    writing.add_argument("exercises", nargs="*")
    writing.add_argument("--jobs", type=int, default=2)
    comparing = commands.add_parser("compare")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.command == "write":
        print(f"{write(options.folder, options.jobs, options.exercises)} reports are in {options.folder}")
        return 0
    different = compare(options.before, options.after)
    print(f"{different} reports differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
