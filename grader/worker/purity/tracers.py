"""Tracers that outlive their trace, as jax's own leak check sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["leak_told"]

_LEAKED = "Leaked trace"


def leak_told(trace: Callable[[], object]) -> str:
    """Traces under ``jax.checking_leaks`` and returns its first line; "" where it finds nothing.

    It raises a bare Exception, told from the student's by its text.
    """
    jax.clear_caches()  # type: ignore[no-untyped-call]
    try:
        with jax.checking_leaks():
            trace()
    except Exception as error:  # noqa: BLE001 - jax raises exactly Exception here; others have been told already
        if str(error).startswith(_LEAKED):
            lines = [line for line in str(error).splitlines() if line.strip()]
            return lines[1].strip() if len(lines) > 1 else lines[0]
    return ""
