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
    "unread": ("failed", "Could not be read", "Nothing was run. Most often another file was meant."),
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
    """One kind, student by student."""
    status, title, meaning = _KINDS[kind]
    opened = " open" if group.count <= _OPEN else ""
    whose = f"{counted(group.count, 'submission')} of {counted(len(group.students), 'student')}"
    yield f'<details class="group {status}"{opened}>'
    yield f'<summary><span aria-hidden="true">{SYMBOLS[status]}</span> <strong>{title}</strong>: {whose}</summary>'
    yield f'<p class="soft">{words(meaning)}</p>\n<ul>'
    ordered = sorted(group.first, key=lambda one: (one.student.casefold(), one.student, numbers[one.exercise]))
    for student, theirs in groupby(ordered, lambda one: one.student):
        yield f"<li>{named(student)}: {'; '.join(_told(theirs, links, numbers))}</li>"
    yield "</ul>"
    if group.count > len(group.first):
        yield f"<p>And {counted(group.count - len(group.first), 'submission')} more: students.csv has all.</p>"
    yield "</details>"


def _told(theirs: Iterable[Concern], links: Links, numbers: dict[str, int]) -> Iterator[str]:
    """Each submission of a student: which exercise, and what the matter is."""
    for one in theirs:
        where = links.put(f"exercise {numbers[one.exercise]}", one.student, one.exercise)
        yield f'{where} <span class="soft">{words(one.words)}</span>' if one.words else where
