"""How workers of a platform are made ready to be timed."""

from __future__ import annotations

import os
import secrets

from grader.model import platforms
from grader.sandbox.protocol import Timed

__all__ = ["made_ready"]


def made_ready(platform: str) -> Timed:
    """Returns what timed workers on a platform start with; all those of one contest need the same core, drawn here."""
    kind = platforms.of(platform)
    cores = sorted(os.sched_getaffinity(0)) if kind.pins_a_core and hasattr(os, "sched_getaffinity") else []
    return Timed(
        core=secrets.choice(cores) if cores else None, variables=kind.timed_environment, settings=kind.timed_settings
    )
