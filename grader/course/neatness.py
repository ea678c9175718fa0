"""What an author left unfinished or lying about: seen by reading an exercise's texts and folders, grading nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grader.model.exercise import Exercise

__all__ = ["answers", "stray", "unfinished"]

_FEWEST_NUDGES = 3
_BLANK = "___"
_IN_EXERCISE = {"exercise.yaml", "starter.py", "fixtures.py", "checks.py", "baseline.py", "expected.msgpack"}
_IN_SOLUTION = {"solution.py", "wrong", "right"}


def unfinished(exercise: Exercise) -> str:
    """Returns all that its texts lack: hints' words, what belongs in blanks, nudges, points; "" where nothing does."""
    lacking = [f"the hint for {name} is empty" for name, hint in exercise.hints.items() if not hint.strip()]
    if blank := dict.fromkeys(name for name, text in _written(exercise) if _BLANK in text):
        lacking.append(f"blanks, marked {_BLANK}, are to be filled in: {', '.join(blank)}")
    if len(exercise.nudges) < _FEWEST_NUDGES or not all(nudge.strip() for nudge in exercise.nudges):
        many = len(exercise.nudges)
        lacking.append(f"{many} nudges; write at least {_FEWEST_NUDGES}, from a nudge to nearly the answer")
    if exercise.points <= 0:
        lacking.append("no check has any points")
    return "\n".join(lacking)


def stray(exercise: Exercise) -> str:
    """Returns which stray files lie in its folders; "" where none do."""
    solutions = _solutions(exercise)
    found = [path.name for path in _visible(exercise.folder) if path.name not in _IN_EXERCISE]
    found += [path.name for path in _visible(solutions) if path.name not in _IN_SOLUTION]
    found += [path.name for word in ("wrong", "right") for path in _visible(solutions / word) if path.suffix != ".py"]
    return f"stray: {', '.join(found)}" if found else ""


def answers(exercise: Exercise) -> list[Path]:
    """Returns the wrong and the unusual right answers that the author keeps."""
    return [
        path for word in ("wrong", "right") for path in _visible(_solutions(exercise) / word) if path.suffix == ".py"
    ]


def _written(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """What the author wrote, by what it is called."""
    yield "the title", exercise.title
    yield "the task", exercise.task
    yield from (("teaches", word) for word in exercise.teaches)
    yield from ((f"the hint for {name}", hint) for name, hint in exercise.hints.items())
    yield from ((f"nudge {number}", nudge) for number, nudge in enumerate(exercise.nudges, 1))
    yield from ((f"the hint of check {check.name}", check.hint) for check in exercise.checks)
    for source in (exercise.starter, exercise.solution):
        if source is not None:
            yield source.name, source.data.decode("utf-8", "replace")


def _visible(folder: Path) -> list[Path]:
    """What lies in a folder, apart from caches and hidden files."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__pycache__")))


def _solutions(exercise: Exercise) -> Path:
    return exercise.folder.parent.parent / "solutions" / exercise.folder.name
