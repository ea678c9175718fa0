"""What becomes of a random key in a call."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Act", "KeyUse"]

Act = Literal["draw", "split", "fold", "make"]


class KeyUse(msgspec.Struct, frozen=True, kw_only=True):
    """What was done ``times`` times with one random key at one place: numbers drawn, split, folded in; or it was made.

    ``key`` are its words in hexadecimal, ``by`` the function of ``jax.random`` that did it, ``lines`` the student's
    lines that led there, innermost last.
    """

    key: str
    act: Act
    by: str = ""
    lines: tuple[int, ...] = ()
    times: int = 1
