"""``grade hint``: one hint after another, for what the course takes off for each.

That is between a student and this folder: no batch and no platform knows of it, so no mark of theirs does.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.commands import finding, memory, options, screen
from grader.reports.prose import flowing
from grader.reports.words import points

__all__ = ["hint"]


@click.command("hint")
@click.argument("word", metavar="EXERCISE")
@click.argument("number", required=False, type=click.IntRange(min=1), metavar="[N]")
@options.course
@click.option("--yes", is_flag=True, help="Take what the hint costs without being asked.")
def hint(word: str, number: int | None, course: Path | None, *, yes: bool) -> int:
    """Show the next hint, or the Nth; where hints cost points, it asks first."""
    opened = finding.opened(course)
    chosen = finding.named(opened, word)
    many = len(chosen.nudges)
    if not many:
        raise click.ClickException(f"Exercise {chosen.number} has no hints.")
    if number is not None and number > many:
        raise click.UsageError(f"Exercise {chosen.number} has {many} hints.")
    folder = Path.cwd()
    before = memory.recall(folder).of(chosen.slug)
    at = number or min(before.nudges + 1, many)
    new = at > before.nudges
    price = opened.hint_cost if new and not before.passed else 0.0  # after a pass nothing is given away
    if price:
        if at > before.nudges + 1:
            following = f"next is hint {before.nudges + 1} of {many}"
            raise click.ClickException(f"Each hint costs {points(price)}, so they come one at a time; {following}.")
        _agree(
            f"Hint {at} costs {points(price)}; {before.nudges} of {many} shown.",
            f"{chosen.number}{options.repeated(course)}",
            yes=yes,
        )
    now = before.nudged(max(at, before.nudges), price)
    memory.remember(folder, memory.recall(folder).having(chosen.slug, now))
    cost = f"This hint cost {points(price)}; {at} of {many} shown, {points(now.paid)} in all.\n\n" if price else ""
    last = "That was the last one. " if at == many else ""
    passed = _passed(chosen.number, opened.hint_cost) if before.passed else ""
    onward = f"grade {'next' if before.passed else chosen.number}{options.repeated(course)}"
    screen.tell(
        f"{passed}Hint {at} of {many} · exercise {chosen.number}, {chosen.title}\n\n"
        f"{flowing(chosen.nudges[at - 1], screen.width())}\n\n{cost}{last}Next: {onward}"
    )
    return 0


def _passed(number: int, cost: float) -> str:
    """That the exercise needs no hint any more, and what one costs now."""
    free = "; its hints cost nothing any more" if cost else ""
    return f"You have passed exercise {number} already{free}.\n\n"


def _agree(told: str, word: str, *, yes: bool) -> None:
    """Goes on only where the price is agreed to; where nobody can be asked, that has to be said beforehand."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.ClickException(f"{told} To take it: grade hint {word} --yes")
    if not click.confirm(f"{told} Show it?", err=True):
        raise click.ClickException("Not shown, and nothing was taken off.")
