"""vpl_environment.sh as Moodle writes it beside what was handed in: ``VPL_SUBFILES`` is on several lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["vpl_environment"]


def vpl_environment(names: Iterable[str], highest: float) -> bytes:
    """Returns the script, for files of these names (``prepare_execution`` in vpl_submission_CE.class.php)."""
    names = list(names)
    told = {"VPL_LANG": "en_US.UTF-8", "MOODLE_USER_NAME": "Conan O'Brien", "VPL_MAXTIME": 240, "VPL_GRADEMIN": "0"}
    told |= {"VPL_GRADEMAX": f"{highest:.5f}"} | {f"VPL_SUBFILE{at}": name for at, name in enumerate(names)}
    lines = ["#!/bin/bash", *(f"export {name}={_quoted(value)}" for name, value in told.items())]
    lines += ['export VPL_SUBFILES="' + "".join(f"{name}\n" for name in names) + '"', "export VPL_VARIATION=''", ""]
    return "\n".join(lines).encode()


def _quoted(value: object) -> str:
    """What vpl_bash_export makes of a value."""
    return "'" + value.replace("'", "'\\''") + "'" if isinstance(value, str) else str(value)
