"""Where a package may be written: whatever is wrong with the place is told before anything is graded."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.lms.packing.errors import PackingError
from grader.lms.packing.places import PLACES
from grader.lms.packing.replaced import other_package
from grader.lms.packing.writing import MARK, refuse_foreign
from grader.lms.platforms import PLATFORMS

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model.exercise import Course

__all__ = ["refuse_output"]


def refuse_output(path: Path, platform: str, exercises: tuple[str, ...], course: Course) -> None:
    """Raises PackingError where what the platform takes of these exercises cannot, or must not, be written there."""
    try:
        wrong = _wrong_form(path, platform) or _wrong_place(path, course) or _another(path, platform, exercises)
    except OSError as error:
        wrong = f"{path} cannot be looked at: {error.strerror or error}"
    if wrong:
        raise PackingError(f"--output: {wrong}")


def _another(path: Path, platform: str, exercises: tuple[str, ...]) -> str:
    """Which other package it would replace; "" where it would replace none.

    Raises PackingError where what is there is none of ours.
    """
    held = refuse_foreign(path)
    other = other_package(held, platform, exercises) if held else ""
    return f"{path} is {other}; name another path, or remove it" if other else ""


def _wrong_form(path: Path, platform: str) -> str:
    """Why it is no path of a zip, or of a folder, whichever the platform takes; "" where it is one."""
    zipped, title = PLACES[platform].zipped, PLATFORMS[platform].title
    there = path.exists()
    if zipped and path.suffix.lower() != ".zip":
        return f"what {title} takes is a zip; call it {path}.zip, say"
    if not zipped and path.suffix.lower() == ".zip":
        return f"what is written for {title} is a folder, not a zip; call it {path.with_suffix('')}, say"
    if zipped and there and not path.is_file():
        return f"{path} is there already and is no file, and what {title} takes is a zip; name another path"
    if not zipped and there and not path.is_dir():
        return f"{path} is there already, and what is written for {title} is a folder; name another path"
    return ""


def _wrong_place(path: Path, course: Course) -> str:
    """Why nothing of ours may be put there, or can be; "" where it may."""
    whole = path.resolve()
    if not whole.parent.is_dir():
        return f"there is no folder {path.parent}; make it first, or name another path"
    if not os.access(whole.parent, os.W_OK | os.X_OK):
        return f"nothing can be written in the folder {path.parent}; name another path"
    package = next((folder for folder in whole.parents if (folder / MARK).exists()), None)
    if package is not None:
        return f"{path} lies in {package}, which is a package itself; name a path outside of it"
    for name in ("exercises", "solutions"):
        if whole.is_relative_to(course.folder / name):
            return f"{path} lies in the course's {name}, where the course is read from; name a path outside of it"
    return ""
