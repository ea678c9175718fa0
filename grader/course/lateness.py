"""The late policy as a course writes it: from how late on (``24h``) which share of the points is left."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from msgspec import UNSET, UnsetType

from grader.course.convert import typed
from grader.course.errors import Problems
from grader.course.strict_yaml import Node

__all__ = ["read_late", "seconds_after"]

_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_SPELT: Final = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), "s"),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), "m"),
    **dict.fromkeys(("", "h", "hr", "hrs", "hour", "hours"), "h"),
    **dict.fromkeys(("d", "day", "days"), "d"),
    **dict.fromkeys(("w", "week", "weeks"), "w"),
}
_SECONDS: Final = {**_UNITS, "w": 7 * 86400}
_NUMBER: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?")
_DURATION: Final = re.compile(rf"({_NUMBER.pattern})([smhd])")
_WORD: Final = re.compile(r"[0-9.]+|[a-z]+")
_WHOLE: Final = re.compile(r"[0-9a-zA-Z.,\s]*")
_PERCENT: Final = re.compile(rf"({_NUMBER.pattern})\s*%")


def read_late(node: Node, path: str, problems: Problems) -> dict[str, float] | UnsetType:
    """Returns the shares that are left by how long after the due date; UNSET, and problems, where one is wrong."""
    if not isinstance(node.value, dict):
        problems.add(node.line, path, f"{path} must be a map of times after the due date to shares, like {{24h: 0.5}}")
        return UNSET
    before = len(problems)
    found: dict[str, float] = {}
    steps: list[tuple[float, str, float, int]] = []
    for key, member in node.value.items():
        text, line = str(key), node.key_lines[key]
        after = seconds_after(text)
        if after is None:
            message = f"{path}: {text!r} is not a time after the due date, like 90m, 24h or 2d{_nearest(text)}"
            problems.add(line, f"{path}.{text}", message)
        share = _share(member, f"{path}.{text}", line, problems)
        if after is not None and not isinstance(share, UnsetType):
            found[text] = share
            steps.append((after, text, share, line))
    steps.sort(key=lambda step: step[0])
    for (after, text, share, _), (later, name, left, line) in pairwise(steps):
        if later == after:
            problems.add(line, f"{path}.{name}", f"{path}.{name} is the same time as {path}.{text}; keep one of them")
        elif left > share:
            message = f"{path}.{name} leaves {left:g}, more than {path}.{text} ({share:g}); who is later keeps less"
            problems.add(line, f"{path}.{name}", message)
    return found if len(problems) == before else UNSET


def seconds_after(text: str) -> float | None:
    """Returns a time after the due date (``30s``, ``90m``, ``24h``, ``2d``) in seconds; None where it is none."""
    found = _DURATION.fullmatch(text)
    return float(found[1]) * _UNITS[found[2]] if found else None


def _share(node: Node, path: str, line: int, problems: Problems) -> float | UnsetType:
    """Returns the share of the points that is left."""
    percent = _PERCENT.fullmatch(node.value) if isinstance(node.value, str) else None
    share = UNSET if percent else typed(node, float, path, problems)
    if not isinstance(share, UnsetType) and 0 <= share <= 1:
        return float(share)
    if percent or share is not UNSET:
        near = f"; did you mean {float(percent[1]) / 100:g}?" if percent else ""
        message = f"{path} is the share of the points that is left, from 0 to 1, not {node.value}{near}"
        problems.add(line, path, message)
    return UNSET


def _nearest(text: str) -> str:
    """Returns the valid form that was most likely meant (``1 day``: 1d, ``1d 12h``: 36h); "" where none is near."""
    words = [word for word in _WORD.findall(text.lower()) if word != "and"]
    numbers, units = words[::2], [*words[1::2], ""][: len(words[::2])]
    if not _WHOLE.fullmatch(text) or not all(map(_NUMBER.fullmatch, numbers)) or not all(map(_SPELT.get, units)):
        return ""
    shorts = [_SPELT[unit] for unit in units]
    if len(numbers) == 1 and shorts[0] in _UNITS:
        return f"; did you mean {numbers[0]}{shorts[0]}?"
    total = sum(float(number) * _SECONDS[short] for number, short in zip(numbers, shorts, strict=True))
    unit = "d" if total % _UNITS["d"] == 0 else "h"
    return f"; did you mean {total / _UNITS[unit]:g}{unit}?" if numbers else ""
