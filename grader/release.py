"""The students' course: no solutions, no wrong answers, no hidden cases; the reference's answers are stored instead."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from grader.course import read_course, read_exercise
from grader.course.strict_yaml import LOADER, scalar
from grader.grading import grade
from grader.model.answers import Loaded
from grader.model.check import Broken
from grader.model.questions import Count
from grader.openings import load_question
from grader.sandbox.recording import Recorder, recorded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.model.exercise import Course, Exercise, Source
    from grader.sandbox.workshop import Workshop

__all__ = ["COPIED", "ReleaseError", "expected", "readme", "release", "without_hidden_cases", "without_nudges"]

_SEEDS = 3
COPIED = ("starter.py", "fixtures.py", "checks.py", "baseline.py")
_README = """\
# {title}

Install the grader in this folder, once, with Python 3.11, 3.12 or 3.13. `JITGRADE` stands for the folder or the
wheel of jitgrade, which you get where you got this course:

```sh
python3 -m venv .venv && .venv/bin/pip install -q JITGRADE
```

Then put an exercise before you, edit its file, and grade it (on Windows the programs are in `.venv\\Scripts`):

```sh
.venv/bin/grade start {number}
.venv/bin/grade {number}
```

`.venv/bin/grade list` shows all exercises, and `.venv/bin/grade --help` whatever else there is.
"""


class ReleaseError(Exception):
    """A course cannot be released: says why in one sentence."""


def release(
    course: Course,
    folder: Path,
    *,
    workshop: Workshop,
    progress: Callable[[str], None] = lambda _: None,
) -> Path:
    """Writes the released course to a folder that is not there yet and returns it.

    Everything is written aside and moved there whole. Raises ReleaseError, CourseError and Broken.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ReleaseError(f"{folder} is not empty; name a folder that is not there yet")
    folder.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}-"))
    try:
        shutil.copy2(course.folder / "course.yaml", aside / "course.yaml")
        (aside / "README.md").write_text(readme(course), encoding="utf-8")
        for number, path in enumerate(course.exercises, 1):
            progress(f"recording {path.name} ({number} of {len(course.exercises)})")
            _release_exercise(course, path, aside / "exercises" / path.name, workshop)
        schema = course.folder / "exercises" / "exercise.schema.json"
        if schema.exists():
            shutil.copy2(schema, aside / "exercises" / schema.name)
        aside.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        aside.rename(folder)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return folder


def readme(course: Course) -> str:
    """Returns what a student reads first: how to install jitgrade, and how to grade."""
    number = int(course.exercises[0].name.partition("_")[0]) if course.exercises else 1
    return _README.format(title=course.title, number=number)


def _release_exercise(course: Course, source: Path, target: Path, workshop: Workshop) -> None:
    """Writes one exercise's released folder."""
    target.mkdir(parents=True)
    whole = read_exercise(source, course)
    text = (source / "exercise.yaml").read_text(encoding="utf-8-sig")
    (target / "exercise.yaml").write_text(without_hidden_cases(text), encoding="utf-8")
    for name in COPIED:
        if (source / name).exists():
            shutil.copy2(source / name, target / name)
    released = read_exercise(target, read_course(target.parents[1]))
    if [case.arguments for case in released.cases] != [case.arguments for case in whole.cases if not case.hidden]:
        raise ReleaseError(f"the hidden cases of {source.name} cannot be told from the others as they are written")
    if whole.solution is None:
        raise ReleaseError(f"{source.name} has no solution, so nothing can be expected of a submission")
    seeds = [secrets.token_hex(16) for _ in range(_SEEDS)]
    (target / "expected.msgpack").write_bytes(expected(released, whole.solution, seeds, workshop))


def expected(exercise: Exercise, solution: Source, seeds: Iterable[str], workshop: Workshop) -> bytes:
    """Returns the expectations file of an exercise, by which it is graded with these seeds and without its solution.

    Raises ReleaseError where the solution does not pass, Broken where it does not load.
    """
    return recorded({seed: _answers(exercise, solution, seed, workshop) for seed in sorted(seeds)})


def _answers(exercise: Exercise, solution: Source, seed: str, workshop: Workshop) -> dict[str, bytes]:
    """The solution's answers to all that grading a submission may ask it with this seed, of each of its functions."""
    found: dict[str, bytes] = {}
    for part in exercise.parts:
        found |= _recorder(part, solution, seed, workshop).answers
    return found


def _recorder(exercise: Exercise, solution: Source, seed: str, workshop: Workshop) -> Recorder:
    """The solution's answers to what an exercise with one function may have it asked."""
    worker = workshop.open(load_question(exercise, solution), exercise.limits)
    try:
        if not isinstance(worker.loaded, Loaded):
            raise Broken(f"the solution of {exercise.slug} does not load")
        recorder = Recorder(worker, exercise.of)
        report = grade(solution, exercise, workshop=workshop, seed=seed, reference=recorder)
        if report.status not in ("passed", "pending"):
            lost = next(result for result in report.checks if result.status not in ("passed", "pending"))
            raise ReleaseError(f"the solution of {exercise.slug} does not pass: {lost.name}: {lost.message}")
        _record_eager_programs(exercise, recorder, seed)
    finally:
        worker.close()
    return recorder


def _record_eager_programs(exercise: Exercise, recorder: Recorder, seed: str) -> None:
    """Has the solution asked what it compiles eagerly, which only some submissions make grading ask."""
    from grader.course import arguments

    for check in exercise.checks:
        for case in getattr(check, "calls", ()):
            drawn = arguments(case, exercise.signature, seed, "")
            recorder.ask(Count(arguments=drawn, how="eager"))


def without_hidden_cases(text: str) -> str:
    """Returns an exercise's YAML without its hidden cases; everything else stays as its author wrote it."""
    root = yaml.compose(text, Loader=LOADER)
    lines = text.splitlines(keepends=True)
    dropped: set[int] = set()
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value == "cases" and isinstance(value, yaml.SequenceNode):
            if value.flow_style and any(map(_hidden, value.value)):
                raise ReleaseError("write a list that has hidden cases with one `- ` for each case")
            for case in value.value:
                if _hidden(case):
                    dropped.update(_lines_of(case, lines))
    return "".join(line for number, line in enumerate(lines) if number not in dropped)


def without_nudges(text: str) -> str:
    """Returns an exercise's YAML without its nudges, of which the last is nearly the solution, and what follows them.

    Raises ReleaseError where other fields may stand on the same lines.
    """
    root = yaml.compose(text, Loader=LOADER)
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise ReleaseError("write exercise.yaml with each field on lines of its own, so that nudges can be left out")
    lines = text.splitlines(keepends=True)
    found = [(key, value) for key, value in root.value if key.value == "nudges"]
    dropped = {number for key, value in found for number in range(key.start_mark.line, _last_line(value, lines) + 1)}
    return "".join(line for number, line in enumerate(lines) if number not in dropped)


def _hidden(case: yaml.Node) -> bool:
    """Tells whether a case is marked hidden."""
    return isinstance(case, yaml.MappingNode) and any(
        key.value == "hidden" and scalar(str(value.value)) is True for key, value in case.value
    )


def _lines_of(case: yaml.Node, lines: list[str]) -> range:
    """The lines of a case, from its dash to its last word; comment and blank lines after it are not its own."""
    end = _last_line(case, lines)
    while end > case.start_mark.line and (not lines[end].strip() or lines[end].lstrip().startswith("#")):
        end -= 1
    return range(case.start_mark.line, end + 1)


def _last_line(node: yaml.Node, lines: list[str]) -> int:
    """The last line before the next token; a block ends where that stands, on a later line."""
    end = node.end_mark
    return end.line if end.column and lines[end.line][: end.column].strip() else end.line - 1
