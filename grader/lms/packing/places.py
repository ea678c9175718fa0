"""What a platform gives each run, as far as it says so: time, memory, and whether files can be hidden there."""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["PLACES", "Place"]

_MIB: Final = 1 << 20


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """``timeout`` is what we take the platform's own to be set to, ``longest`` what it can be set to, in seconds.

    ``hides``: grading runs as root there and submissions as somebody else, so that solutions can be root's alone.
    """

    timeout: float
    longest: float
    memory: int
    hides: bool = False


PLACES: Final[dict[str, Place]] = {
    "gradescope": Place(timeout=600, longest=2400, memory=768 * _MIB, hides=True),
    "prairielearn": Place(timeout=120, longest=600, memory=2048 * _MIB, hides=True),
    "autolab": Place(timeout=180, longest=899, memory=2048 * _MIB),
    "vpl": Place(timeout=240, longest=3600, memory=2048 * _MIB),
    "coderunner": Place(timeout=60, longest=600, memory=2048 * _MIB),
    "classroom50": Place(timeout=600, longest=21600, memory=7168 * _MIB),
    "oci": Place(timeout=600, longest=86400, memory=2048 * _MIB, hides=True),
}
"""By the platform's name."""
