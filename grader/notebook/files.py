"""Finds the file of the notebook that asks, and tells when it was saved."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.course.errors import SubmissionError
from grader.model.spelling import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["found", "saved"]

_ENDING: Final = ".ipynb"
_MOST_NAMES: Final = 8


def found(named: str, hints: Sequence[str], folder: Path, holds: Callable[[Path], bool] = lambda _: False) -> Path:
    """Returns the file that is named, else the first that a hint leads to, else the only one in the folder.

    Of several there, it is the only one that ``holds`` what is asked for.

    Raises SubmissionError, which says what to do, where there is none or more than one could be meant.
    """
    here = _notebooks(folder)
    if named:
        return _named(named, folder, here)
    for hint in hints:
        for path in (folder / hint, folder / Path(hint).name):  # some tell it as their server's root sees it
            if path.suffix == _ENDING and path.is_file():
                return path
    likely = [name for name in here if holds(folder / name)] if len(here) > 1 else here
    if len(likely) == 1:
        return folder / likely[0]
    if not here:
        message = (
            "The file of this notebook was not found. Save the notebook, then say its name: "
            'grader.check(…, notebook="NAME.ipynb").'
        )
        raise SubmissionError(message, usage=True)
    names = ", ".join(here[:_MOST_NAMES]) + (", …" if len(here) > _MOST_NAMES else "")
    message = f'Which of these notebooks is this one: {names}? Say so: grader.check(…, notebook="{here[0]}").'
    raise SubmissionError(message, usage=True)


def saved(path: Path, now: datetime | None = None) -> str:
    """Returns when a file was saved last, as a clock on the wall shows it, with the date where it was not today."""
    now = now or datetime.now(UTC)
    try:
        moment = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone(now.tzinfo)
    except OSError:
        return ""
    local, today = moment.astimezone(), now.astimezone().date()
    return local.strftime("%H:%M:%S" if local.date() == today else "%Y-%m-%d %H:%M:%S")


def _named(named: str, folder: Path, here: Sequence[str]) -> Path:
    """The file of this name, with or without its ending."""
    for name in (named, f"{named}{_ENDING}"):
        path = folder / name
        if os.path.lexists(path):  # whatever it is, who reads it says what is wrong with it
            return path
    near = nearest(named, here) or nearest(f"{named}{_ENDING}", here)
    hint = f"; did you mean '{near}'?" if near else ""
    raise SubmissionError(f"There is no notebook '{named}' in {folder}{hint}", usage=True)


def _notebooks(folder: Path) -> list[str]:
    """The names of the notebooks in a folder."""
    try:
        return sorted(path.name for path in folder.glob(f"*{_ENDING}") if not path.name.startswith("."))
    except OSError:
        return []
