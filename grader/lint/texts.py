"""What an author left unfinished, and what helps no student: seen by reading an exercise's texts, grading nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.lint.names import names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.exercise import Exercise

__all__ = ["unfinished", "weak"]

_FEWEST_NUDGES = 2
_BLANK = "___"
_VERDICT = frozenset(
    re.findall(
        r"\w+",
        "a an and answer are check correct fail failed fails false function here incorrect is isn it not output "
        "program right result results s something sorry t task test that the there this value values was were "
        "wrong you your",
    )
)
"""Of such words alone a hint says no more than that a check failed."""


def unfinished(exercise: Exercise) -> list[str]:
    """Returns all that its texts lack: words of hints and nudges, what belongs in blanks, points."""
    lacking = [f"the hint for {name} is empty" for name, hint in exercise.hints.items() if not hint.strip()]
    lacking += [f"nudge {number} is empty" for number, nudge in enumerate(exercise.nudges, 1) if not nudge.strip()]
    if blank := dict.fromkeys(name for name, text in _written(exercise) if _BLANK in text):
        lacking.append(f"blanks, marked {_BLANK}, are to be filled in: {', '.join(blank)}")
    if exercise.points <= 0:
        lacking.append("no check has any points")
    return lacking


def weak(exercise: Exercise) -> tuple[str, ...]:
    """Returns which hints, nudges and cases could help more, or hide something, and do not."""
    unhelpful = [*_hints(exercise), *_nudges(exercise)]
    if exercise.cases and not any(case.hidden for case in exercise.cases):
        unhelpful.append("no case is hidden, so a file may know all answers; mark one `hidden: true`")
    return tuple(unhelpful)


def _hints(exercise: Exercise) -> Iterator[str]:
    """Hints that are missing, or say what stands above them already."""
    for check in exercise.checks:
        if check.points and not check.hint.strip():
            yield f"{check.name} has no hint; say what to try once it has failed"
    titles = {_bare(exercise.title), *(_bare(name) for check in exercise.checks for name in (check.shown, check.name))}
    for name, hint in _told(exercise):
        if hint.strip() and _bare(hint) in titles:
            yield f"{name} only repeats a title; say what to try"
        elif hint.strip() and _VERDICT.issuperset(_bare(hint).split()):
            yield f"{name} says no more than that it failed; say what to try"


def _nudges(exercise: Exercise) -> Iterator[str]:
    """Nudges that are too few, or repeat each other, or end without the repair."""
    if len(exercise.nudges) < _FEWEST_NUDGES:
        many = len(exercise.nudges)
        yield f"{many} nudges; write at least {_FEWEST_NUDGES}, from a first question to nearly the answer"
    bare = [_bare(nudge) for nudge in exercise.nudges]
    for number, nudge in enumerate(bare, 1):
        if not nudge and exercise.nudges[number - 1].strip():
            yield f"nudge {number} has no words; say what to think of next"
        elif nudge in bare[: number - 1]:
            yield f"nudge {number} repeats nudge {bare.index(nudge) + 1}"
    if not exercise.nudges or exercise.solution is None:
        return
    # What the solution uses and the starter does not is the repair; where that is no name, nothing can be told.
    added = names(exercise.solution) - names(exercise.starter)
    if added and not added & set(re.findall(r"\w+", exercise.nudges[-1])):
        some = " or ".join(f"`{name}`" for name in sorted(added)[:3])
        yield f"the last nudge names nothing that the solution adds, such as {some}; let it be nearly the repair"


def _bare(text: str) -> str:
    """A text's words, without case and punctuation."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def _told(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """All hints, by what they are called."""
    yield from ((f"the hint for {name}", hint) for name, hint in exercise.hints.items())
    yield from ((f"the hint of check {check.name}", check.hint) for check in exercise.checks)


def _written(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """What the author wrote, by what it is called."""
    yield "the title", exercise.title
    yield "the task", exercise.task
    yield from (("teaches", word) for word in exercise.teaches)
    yield from _told(exercise)
    yield from ((f"nudge {number}", nudge) for number, nudge in enumerate(exercise.nudges, 1))
    for source in (exercise.starter, exercise.solution):
        if source is not None:
            yield source.name, source.data.decode("utf-8", "replace")
