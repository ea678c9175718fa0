"""Where each platform puts things inside its container, and what it tells of the run, as far as that can be read."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from grader.lms.result import Occasion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.lms.package import Package

__all__ = ["SURROUNDINGS", "Surroundings", "granted", "names_told", "occasion"]

_SUBMITTED: Final = "VPL_SUBFILE"
_MARGIN: Final = 2.0
"""Seconds between our result and VPL's own end of the run."""
_CLASSROOM: Final = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
    "review": "REVIEW_URL",
    "owner": "GITHUB_ACTOR",
}
"""What a Classroom 50 result repeats, by the variable of the runner that tells it."""


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """Folders below the platform's root, which is the working folder unless it is ``everywhere``, the system's own.

    Without a ``package`` there is none where students could not put one of their own: then it has to be named.
    ``beside`` are names that are no submission. ``logs``: standard error is read by instructors, not by students.
    """

    submission: str = ""
    package: str | None = None
    everywhere: bool = False
    beside: tuple[str, ...] = ()
    logs: bool = False


SURROUNDINGS: Final[dict[str, Surroundings]] = {
    "gradescope": Surroundings(
        submission="autograder/submission", package="autograder/source", everywhere=True, logs=True
    ),
    "prairielearn": Surroundings(submission="grade/student", package="grade/tests", everywhere=True, logs=True),
    "autolab": Surroundings(beside=("autograde.tar", "Makefile", "autograde-Makefile")),
    "vpl": Surroundings(beside=("vpl_run.sh", "vpl_evaluate.sh", "vpl_environment.sh", "vpl_execution")),
    "coderunner": Surroundings(),
    "classroom50": Surroundings(),
    "oci": Surroundings(submission="submission", package="package", everywhere=True, logs=True),
}
"""By the platform's name."""


def names_told(told: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the names of the files handed in where VPL tells them; nothing elsewhere."""
    return tuple(
        told[name] for name in sorted(told) if name.startswith(_SUBMITTED) and name.removeprefix(_SUBMITTED).isdecimal()
    )


def granted(package: Package, told: Mapping[str, str]) -> float:
    """Returns the seconds from the start of this run to its result: the package's, or fewer where VPL gives fewer."""
    most = _number(told.get("VPL_MAXTIME")) or 0.0
    return min(package.deadline, most - _MARGIN) if most > _MARGIN else package.deadline


def occasion(package: Package, told: Mapping[str, str]) -> Occasion:
    """Returns what the platform told of this run; what cannot be read is as if it had not been told.

    Gradescope's ``total_points`` are not asked: points that people give by hand are among them. Grades in Moodle may
    lie below 0.
    """
    highest, lowest = package.points, 0.0
    said: dict[str, str] = {}
    if package.platform == "vpl":
        top, bottom = _number(told.get("VPL_GRADEMAX")), _number(told.get("VPL_GRADEMIN"))
        if top is not None and top > (bottom or 0.0):
            highest, lowest = top, bottom or 0.0
    elif package.platform == "classroom50":
        said = {name: told[variable] for name, variable in _CLASSROOM.items() if told.get(variable)}
    return Occasion(highest=highest, lowest=lowest, problems=package.problems, hidden=package.hidden, told=said)


def _number(said: str | None) -> float | None:
    """A number that is told as a text; None where it is none."""
    try:
        number = float(said or "")
    except ValueError:
        return None
    return number if math.isfinite(number) else None
