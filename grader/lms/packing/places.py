"""What a platform takes, what it gives each run, whether files can be hidden there, and where it sets lateness."""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["PLACES", "Place"]

_MIB: Final = 1 << 20


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """``timeout`` is what we take the platform's own to be set to, ``longest`` what it can be set to, in seconds.

    ``hides``: grading runs as root there and submissions as somebody else, so that solutions can be root's alone.
    ``zipped``: a zip is uploaded, not what is in a folder. ``late`` is what says there how late is too late.
    """

    timeout: float
    longest: float
    memory: int
    late: str
    hides: bool = False
    zipped: bool = False


PLACES: Final[dict[str, Place]] = {
    "gradescope": Place(
        timeout=600,
        longest=2400,
        memory=768 * _MIB,
        late="the assignment's due date and late due date",
        hides=True,
        zipped=True,
    ),
    "prairielearn": Place(
        timeout=120,
        longest=600,
        memory=2048 * _MIB,
        late="the credit that the assessment's access rules give after a date",
        hides=True,
    ),
    "autolab": Place(
        timeout=180,
        longest=899,
        memory=2048 * _MIB,
        late="the assessment's due and end dates, grace days and late penalty",
    ),
    "vpl": Place(timeout=240, longest=3600, memory=2048 * _MIB, late="the activity's due date"),
    "coderunner": Place(timeout=60, longest=600, memory=2048 * _MIB, late="the time at which the quiz closes"),
    "classroom50": Place(
        timeout=600,
        longest=21600,
        memory=7168 * _MIB,
        late="whoever reads the time in a submission's result",
    ),
    "oci": Place(timeout=600, longest=86400, memory=2048 * _MIB, late="whatever runs the container", hides=True),
}
"""By the platform's name."""
