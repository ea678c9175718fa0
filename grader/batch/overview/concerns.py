"""Who needs attention, on the class's page: what is our fault, could not be read, is open, or came to nothing."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from grader.batch.overview.words import counted, named
from grader.reports.html_page import SYMBOLS, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.batch.overview.collected import Collected, Concern, Group
    from grader.batch.overview.words import Links

__all__ = ["parts"]

_KINDS: Final = {
    "broken": ("broken", "Broken", "jitgrade or the course failed; not marked, and not the student's fault."),
    "left": (
        "failed",
        "Handed in, not graded",
        "Whose it is, or for what, cannot be told, or it is no file that can be read. Nothing of it is marked.",
    ),
    "unread": (
        "failed",
        "Could not be read",
        "Nothing of it was run: it is no notebook or Python file, or its syntax is wrong.",
    ),
    "pending": ("pending", "Pending", "Not marked yet; `grade batch --changed` or `grade --pending` settles it."),
    "zero": ("failed", "No points", "Graded, and nothing earned."),
}
_OPEN: Final = 8  # a group with no more than these is open from the start


def parts(collected: Collected, links: Links) -> Iterator[str]:
    """Yields the part of the page, a group for each kind of reason."""
    yield '<section aria-labelledby="attention">\n<h2 id="attention">Who needs attention</h2>'
    numbers = {one.name: one.number for one in collected.exercises}
    found = {kind: group for kind, group in collected.groups.items() if group.count}
    for kind, group in found.items():
        yield from _group(kind, group, links, numbers)
    if not found:
        yield "<p>Nobody: everything could be read, is marked, and earned something.</p>"
    yield "</section>"


def _group(kind: str, group: Group, links: Links, numbers: dict[str, int]) -> Iterator[str]:
    """One kind of reason, and whose submissions it is about."""
    status, title, meaning = _KINDS[kind]
    opened = " open" if group.count <= _OPEN else ""
    whose = f"{counted(group.count, 'submission')} of {counted(len(group.students), 'student')}"
    yield f'<details class="group {status}"{opened}>'
    if kind == "left":
        whose = counted(group.count, "file")
    yield f'<summary><span aria-hidden="true">{SYMBOLS[status]}</span> <strong>{title}</strong>: {whose}</summary>'
    yield f'<p class="soft">{words(meaning)}</p>\n<ul class="{kind}">'
    ordered = sorted(group.first, key=lambda one: (one.student.casefold(), one.student, numbers.get(one.exercise, 0)))
    yield from {"zero": _by_student, "left": _left}.get(kind, _by_reason)(ordered, links, numbers)
    yield "</ul>"
    if group.count > len(group.first):
        more = group.count - len(group.first)
        listed = (
            f"{counted(more, 'file')} more: summary.txt"
            if kind == "left"
            else f"{counted(more, 'submission')} more: students.csv"
        )
        yield f"<p>And {listed} has all.</p>"
    yield "</details>"


def _by_reason(concerns: Iterable[Concern], links: Links, numbers: dict[str, int]) -> Iterator[str]:
    """What is the matter, and with whose submissions."""
    reasons: dict[str, list[str]] = {}
    for one in concerns:
        where = links.put(f"exercise {numbers[one.exercise]}", one.student, one.exercise)
        reasons.setdefault(one.words, []).append(f"{named(one.student)} ({where})")
    for reason, whose in reasons.items():
        yield f"<li>{words(reason)} <br>{', '.join(whose)}</li>"


def _left(concerns: Iterable[Concern], links: Links, numbers: dict[str, int]) -> Iterator[str]:
    """Which files are not graded, whose they are if that is known, and why."""
    del links
    for one in concerns:
        number = numbers.get(one.exercise)
        where = f" (exercise {number})" if number is not None else ""
        whose = f"{named(one.student)}{where}" if one.student else "Nobody's"
        yield f"<li>{whose}: {words(one.words)}</li>"


def _by_student(concerns: Iterable[Concern], links: Links, numbers: dict[str, int]) -> Iterator[str]:
    """Whose submissions it is, and what is the matter with each."""
    for student, theirs in groupby(concerns, lambda one: one.student):
        told = (
            f"{links.put(f'exercise {numbers[one.exercise]}', student, one.exercise)} "
            f'<span class="soft">{words(one.words)}</span>'
            for one in theirs
        )
        yield f"<li>{named(student)}: {', '.join(told)}</li>"
