"""What is told of a batch while it runs: how many are graded, how quickly, how long it will still take."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.batch.nouns import Graded

__all__ = ["Pace", "duration"]

_MINUTE: Final = 60
_EVERY: Final = 30.0
"""Seconds between two lines where there is no terminal, a log say."""


class Pace:
    """Told each result, it tells ``show`` how far the batch is; ``total`` submissions are waiting."""

    def __init__(self, total: int, show: Callable[[str], None]) -> None:
        self._total = total
        self._show = show
        self._began = self._told = time.monotonic()
        self._done: set[tuple[str, str]] = set()
        self.statuses: Counter[str] = Counter()

    def __call__(self, graded: Graded) -> None:
        """Takes note of a result; of one that is judged again, only how it ended."""
        again = graded.submission.key in self._done
        self._done.add(graded.submission.key)
        if not again:
            self.statuses[graded.report.status] += 1
        now = time.monotonic()
        done = len(self._done)
        rate = done / max(now - self._began, 1e-3)
        words = (
            f"{done} of {self._total} graded, {60 * rate:.0f} a minute, {duration((self._total - done) / rate)} left"
        )
        if again:
            words = f"{done} of {self._total} graded, timing once more what noise left pending"
        self._show(words)
        if not sys.stderr.isatty() and now - self._told >= _EVERY:
            self._told = now
            click.echo(words, err=True)


def duration(seconds: float) -> str:
    """A time in words, in minutes from one minute on."""
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / _MINUTE), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
