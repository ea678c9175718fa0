"""``grade list``, ``start``, ``hint`` and ``solution``: a student's way through the course, without grading."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader import course as rooms
from grader.commands import finding, memory, options, screen
from grader.reports.plain import ascii_only, clean
from grader.reports.prose import flowing
from grader.reports.words import amount

__all__ = ["hint", "list_", "solution", "start"]

_word = click.argument("word", metavar="EXERCISE")


@click.command("list")
@options.course
@options.no_color
def list_(course: Path | None, *, no_color: bool) -> int:
    """Show the course: what is done, what is next, points."""
    del no_color
    opened = finding.opened(course)
    summaries = tuple(rooms.summaries(opened))
    remembered = memory.recall(Path.cwd())
    bests = [remembered.of(one.slug).best for one in summaries]
    following = next(
        (
            one.number
            for one, best in zip(summaries, bests, strict=True)
            if one.error is None and (best is None or best < one.points)
        ),
        None,
    )
    slugs = max((len(one.slug) for one in summaries), default=0)
    titles = [one.title if one.error is None else "cannot be read, see below" for one in summaries]
    room = max(screen.width() - slugs - 22, 12)
    if not sys.stdout.isatty():
        room = max(room, *map(len, titles), 0)  # nothing is cut where no screen ends
    done, ahead = ("✓ ", "→ ") if screen.show_symbols(sys.stdout) else ("ok", "> ")
    lines = [opened.title, ""]
    for one, best, title in zip(summaries, bests, titles, strict=True):
        mark = done if best is not None and best >= one.points else ahead if one.number == following else "  "
        shown = title if len(title) <= room else f"{title[: room - 1]}…"
        points = f"{'–' if best is None else amount(best)} / {amount(one.points)}"
        lines.append(f"{mark}{one.number:>2}  {one.slug:<{slugs}}  {shown:<{room}}  {points:>9}")
    total = sum(best or 0.0 for best in bests)
    lines += [f"\n{one.error}" for one in summaries if one.error is not None]
    lines += ["", f"{amount(total)} of {amount(sum(one.points for one in summaries))} points."]
    lines += ["All done." if following is None else f"Next: grade start {following}"]
    _say("\n".join(lines))
    return 2 if any(one.error is not None for one in summaries) else 0


@click.command("start")
@_word
@options.course
def start(word: str, course: Path | None) -> int:
    """Copy an exercise's starter to here, and show its task."""
    chosen = finding.named(finding.opened(course), word)
    path = Path(f"exercise{chosen.number}.py")
    told = f"{path} is ready."
    try:
        with path.open("xb") as file:
            file.write(chosen.starter.data)
    except FileExistsError:
        edited = not path.is_file() or path.read_bytes() != chosen.starter.data
        told = f"{path} is here already, and it was left as it is. To begin anew, rename it first." if edited else told
    task = flowing(chosen.task, screen.width())
    _say(f"Exercise {chosen.number} · {chosen.title}\n\n{task}\n\n{told}\nNext: grade {chosen.number}")
    return 0


@click.command("hint")
@_word
@click.argument("number", required=False, type=click.IntRange(min=1), metavar="[N]")
@options.course
def hint(word: str, number: int | None, course: Path | None) -> int:
    """Show the next hint, or the Nth."""
    chosen = finding.named(finding.opened(course), word)
    many = len(chosen.nudges)
    if not many:
        raise click.ClickException(f"Exercise {chosen.number} has no hints.")
    if number is not None and number > many:
        raise click.UsageError(f"Exercise {chosen.number} has {many} hints.")
    folder = Path.cwd()
    remembered = memory.recall(folder)
    before = remembered.of(chosen.slug)
    at = number or min(before.nudges + 1, many)
    memory.remember(folder, remembered.having(chosen.slug, before.nudged(max(at, before.nudges))))
    last = at == many
    _say(
        f"Hint {at} of {many} · exercise {chosen.number}, {chosen.title}\n\n"
        f"{flowing(chosen.nudges[at - 1], screen.width())}\n\n"
        + (f"That was the last one. Next: grade {chosen.number}" if last else f"Next: grade {chosen.number}")
    )
    return 0


@click.command("solution")
@_word
@options.course
def solution(word: str, course: Path | None) -> int:
    """Show the solution, once the exercise is passed or where the course allows it."""
    opened = finding.opened(course)
    chosen = finding.named(opened, word)
    if opened.show_solution == "never":
        raise click.ClickException("This course shows no solutions.")
    passed = memory.recall(Path.cwd()).of(chosen.slug).passed
    if opened.show_solution == "after a pass" and not passed:
        raise click.ClickException(
            f"The solution is shown once you have passed. Next: grade hint {chosen.number}, or grade {chosen.number}"
        )
    if chosen.solution is None:
        raise click.ClickException("This copy of the course comes without solutions.")
    _say(chosen.solution.data.decode("utf-8", "replace"))
    return 0


def _say(text: str) -> None:
    """Writes text that the course wrote, harmless, in what standard output can show."""
    text = clean(text)
    screen.show((text if screen.show_symbols(sys.stdout) else ascii_only(text)).rstrip("\n") + "\n")
