"""Makes a report harmless to show: no control or bidirectional characters, no endless text, no NaN, no infinity."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import TYPE_CHECKING, Any

import msgspec

from grader.model.report import Report

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ascii_only", "clean", "plain", "spelled"]

_LONGEST = 20_000
_NOTE = 100  # so much longer a text may be, so that one that was cut once is not cut again
_KEPT = "\n\t\u200c\u200d"  # the two joiners are needed to write Persian, Hindi and many emoji
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_UNSHOWN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_NO_CHARACTER = 0xFFFE  # it and the one after it, in each plane
_ASCII = str.maketrans(
    {
        "…": "...",
        "\N{EN DASH}": "-",
        "—": "-",
        "·": "-",
        "\N{MULTIPLICATION SIGN}": "x",
        "→": "->",
        "≤": "<=",
        "≥": ">=",
        "\N{MICRO SIGN}": "u",
    }
    | {"\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'", "“": '"', "”": '"', "\xa0": " "}
)


def clean(text: str) -> str:
    """Returns the text without terminal escapes, control, bidirectional and surrogate characters, and not too long."""
    if not text.isascii() or not text.isprintable():
        text = _ESCAPE.sub("", text.replace("\r\n", "\n"))
        text = "".join(letter for letter in text if letter in _KEPT or _shown(letter))
    if len(text) > _LONGEST + _NOTE:
        return f"{text[:_LONGEST]} … ({len(text) - _LONGEST} more characters are not shown)"
    return text


def spelled(text: str) -> str:
    """Returns the text with its control, bidirectional and surrogate characters spelled out, and not too long.

    For whoever has to see that they are there: what turns the direction of reading becomes ``[U+202E]``.
    """
    if not text.isascii() or not text.isprintable():
        shown = (letter if letter in _KEPT or _shown(letter) else f"[U+{ord(letter):04X}]" for letter in text)
        text = "".join(shown)
    return clean(text)


def ascii_only(text: str) -> str:
    """Returns the text for a screen that shows only ASCII; what has no likeness there becomes ``?``."""
    return text.translate(_ASCII).encode("ascii", "replace").decode("ascii")


def plain(report: Report, *, symbols: bool = True) -> Report:
    """Returns the same report with every text cleaned and every number finite, its scores within their range.

    ``symbols`` False makes all its text ASCII.
    """
    tree: dict[str, Any] = _plain(msgspec.to_builtins(report), clean if symbols else _clean_ascii)
    checks = [_clamped(check) for check in tree["checks"]]
    most = tree["max_score"] = max(tree["max_score"] or 0.0, 0.0)
    for key in ("score", "pending_score"):
        tree[key] = min(max(tree[key] or 0.0, 0.0), most)
    for run in (tree, *tree["later"]):
        run["seconds"] = max(run["seconds"] or 0.0, 0.0)
    return msgspec.convert({**tree, "checks": checks}, Report)


def _shown(letter: str) -> bool:
    """Whether a terminal, a browser and XML may all be given this character."""
    return unicodedata.category(letter) not in _UNSHOWN and ord(letter) & _NO_CHARACTER != _NO_CHARACTER


def _clean_ascii(text: str) -> str:
    """The text cleaned, in ASCII."""
    return ascii_only(clean(text))


def _plain(tree: Any, shown: Callable[[str], str]) -> Any:  # noqa: ANN401 - a tree of plain data is any of them
    """The same tree of plain data, harmless."""
    match tree:
        case str():
            return shown(tree)
        case float():
            return tree if math.isfinite(tree) else None
        case dict():
            return {shown(str(key)): _plain(item, shown) for key, item in tree.items()}
        case list() | tuple():
            return [_plain(item, shown) for item in tree]
        case _:
            return tree


def _clamped(check: dict[str, Any]) -> dict[str, Any]:
    """The check with its score between nothing and its most; no score stays none."""
    score, most = check["score"], max(check["max_score"] or 0.0, 0.0)
    return {**check, "score": None if score is None else min(max(score, 0.0), most), "max_score": most}
