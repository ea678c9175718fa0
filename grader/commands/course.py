"""``grade list``, ``start`` and ``next``: a student's way through the course, without grading."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from grader import course as rooms
from grader.commands import finding, memory, options, screen
from grader.reports.prose import flowing
from grader.reports.words import amount, points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.course import Summary
    from grader.model.exercise import Course, Exercise

__all__ = ["list_", "next_", "start"]

_BAR: Final = 24  # columns
_MARKS: Final = ("✓ ", "◐ ", "→ ")
_PLAIN_MARKS: Final = ("ok", "- ", "> ")


@click.command("list")
@options.course
@options.no_color
def list_(course: Path | None, *, no_color: bool) -> int:
    """Show the course: what is done, what is begun, what is next, points."""
    del no_color
    opened = finding.opened(course)
    way = _Way(opened)
    lines = [opened.title, _whole(way), "", *_rows(way)]
    lines += [f"\n{one.error}" for one in way.summaries if one.error is not None]
    paid = sum(way.standing(one).paid for one in way.summaries)
    if paid:
        lines += ["", f"Hints cost {points(paid)}, which {'is' if paid == 1 else 'are'} taken off here."]
    lines += ["", _onward(way, course)]
    screen.tell("\n".join(lines))
    return 2 if any(one.error is not None for one in way.summaries) else 0


@click.command("start")
@click.argument("word", metavar="EXERCISE")
@options.course
def start(word: str, course: Path | None) -> int:
    """Copy an exercise's starter to here, and show its task."""
    screen.tell(_started(finding.named(finding.opened(course), word), course))
    return 0


@click.command("next")
@options.course
def next_(course: Path | None) -> int:
    """Say where you are, and start the next exercise that is not passed yet."""
    opened = finding.opened(course)
    way = _Way(opened)
    ahead = way.ahead
    if ahead is None:
        screen.tell(f"{_counts(way)}\n{_onward(way, course)}")
        return 0
    best = way.standing(ahead).best
    so_far = "" if best is None else f" Your best for it so far: {amount(best)} of {points(ahead.points)}."
    started = _started(finding.named(opened, str(ahead.folder)), course)
    screen.tell(f"{_counts(way)}\nNext is exercise {ahead.number}.{so_far}\n\n{started}")
    return 0


class _Way:
    """How far this folder's student has come in a course."""

    def __init__(self, course: Course) -> None:
        self.summaries: Sequence[Summary] = tuple(rooms.summaries(course))
        self._memory = memory.recall(Path.cwd())
        self.ahead = next((one for one in self.summaries if one.error is None and not self.done(one)), None)

    def standing(self, one: Summary) -> memory.Standing:
        """How far one exercise has come."""
        return self._memory.of(one.slug)

    def done(self, one: Summary) -> bool:
        """Whether it is done."""
        return one.error is None and self.standing(one).done(one.points)

    def begun(self, one: Summary) -> bool:
        """Whether it is begun and not done."""
        return self.standing(one).begun and not self.done(one)


def _rows(way: _Way) -> list[str]:
    """A line for each exercise."""
    slugs = max((len(one.slug) for one in way.summaries), default=0)
    titles = [one.title if one.error is None else "cannot be read, see below" for one in way.summaries]
    room = max(screen.width() - slugs - 22, 12)
    if not sys.stdout.isatty():
        room = max(room, *map(len, titles), 0)  # nothing is cut where no screen ends
    done, begun, ahead = _MARKS if screen.show_symbols(sys.stdout) else _PLAIN_MARKS
    rows = []
    for one, title in zip(way.summaries, titles, strict=True):
        mark = done if way.done(one) else ahead if one is way.ahead else begun if way.begun(one) else "  "
        shown = title if len(title) <= room else f"{title[: room - 1]}…"
        standing = way.standing(one)
        earned = "–" if standing.best is None else amount(standing.points)
        rows.append(
            f"{mark}{one.number:>2}  {one.slug:<{slugs}}  {shown:<{room}}  {f'{earned} / {amount(one.points)}':>9}"
        )
    return rows


def _whole(way: _Way) -> str:
    """All of the course at a glance; with a bar where there is a screen."""
    counts = _counts(way)
    most = sum(one.points for one in way.summaries)
    if not sys.stdout.isatty() or not most:
        return counts
    full, empty = ("━", "┈") if screen.show_symbols(sys.stdout) else ("#", ".")
    filled = round(_BAR * min(sum(way.standing(one).points for one in way.summaries) / most, 1.0))
    return f"{full * filled}{empty * (_BAR - filled)}\n{counts}"


def _counts(way: _Way) -> str:
    """How many exercises are done, begun and not begun, and the points."""
    done, begun = (sum(map(told, way.summaries)) for told in (way.done, way.begun))
    earned = sum(way.standing(one).points for one in way.summaries)
    most = sum(one.points for one in way.summaries)
    left = len(way.summaries) - done - begun
    return f"{amount(earned)} of {points(most)}: {done} done, {begun} begun, {left} not begun."


def _onward(way: _Way, course: Path | None) -> str:
    """What to type next."""
    return "All done." if way.ahead is None else f"Next: grade next{options.repeated(course)}"


def _started(chosen: Exercise, course: Path | None) -> str:
    """Puts the starter here unless something is here already; returns what to say of it, the task first."""
    path = Path(f"exercise{chosen.number}.py")
    told = f"{path} is ready."
    try:
        with path.open("xb") as file:
            file.write(chosen.starter.data)
    except FileExistsError:
        edited = not path.is_file() or path.read_bytes() != chosen.starter.data
        told = f"{path} is here already, and it was left as it is. To begin anew, rename it first." if edited else told
    task = flowing(chosen.task, screen.width())
    words = f"{chosen.number}{options.repeated(course)}"
    onward = f"Next: grade {words}, or grade watch {words} to have it graded whenever you save"
    return f"Exercise {chosen.number} · {chosen.title}\n\n{task}\n\n{told}\n{onward}"
