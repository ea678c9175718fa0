"""Whether an attack succeeded, from its own last word and from what can be seen outside it."""

from __future__ import annotations

import re
from typing import Final

import msgspec

__all__ = ["MOST_OUTPUT", "Verdict", "judge"]

MOST_OUTPUT: Final = 2 << 20
_WORD: Final = re.compile(r"^(BREACH|BLOCKED)\b ?(.*)$", re.MULTILINE)
_DESCRIPTORS: Final = re.compile(
    r"(?:\d+|\b(?:fds?|wrote|written|to|socket|sock|pipe|fifo|line|and)\b|[\s\[\](),:;'])+"
)
_LINE: Final = {3, 4}
"""The descriptors on which a worker answers."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How one attack ended. ``why`` says what was breached, ``said`` what the file printed last of all."""

    attack: str
    breach: bool
    why: str = ""
    said: str = ""
    ending: str = ""
    seconds: float = 0.0


def judge(attack: str, output: str, ending: str, seen: list[str], seconds: float) -> Verdict:
    """The verdict on an attack that printed this, whose worker ended so, and that left this to be seen.

    An attack that prints no word of its own was ended before it could, and is blocked where nothing else is to be seen.
    """
    words = list(_WORD.finditer(output))
    claimed = bool(words) and words[-1][1] == "BREACH"
    said = words[-1][0] if words else (output.strip().splitlines() or [""])[-1]
    why = list(seen)
    if claimed and not _caught(words[-1][2], ending):
        why.insert(0, words[-1][2].strip() or "it says so")
    if len(output) > MOST_OUTPUT:
        why.append(f"{len(output) >> 20} Mi characters of output were kept")
    return Verdict(
        attack=attack, breach=bool(why), why="; ".join(why), said=said[:200], ending=ending, seconds=round(seconds, 2)
    )


def _caught(message: str, ending: str) -> bool:
    """Whether all that was reached is the worker's own line, and the grader took what came for tampering.

    A worker must be able to write there. What counts is that nothing it writes is believed.
    """
    numbers = {int(number) for number in re.findall(r"\d+", message)}
    return ending == "tampering" and bool(numbers) and numbers <= _LINE and bool(_DESCRIPTORS.fullmatch(message))
