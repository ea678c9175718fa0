"""Why a check failed, as a word or sentence that many submissions can have in common."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, Final

from grader.reports.plain import clean

if TYPE_CHECKING:
    from grader.model.report import CheckResult

__all__ = ["cause", "named_cause"]

_LONGEST: Final = 160
_CODE: Final = re.compile(r"`([^`]*)`")
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"|‘[^’]*’|“[^”]*”")
_NUMBER: Final = re.compile(
    r"(?<![\w.])[-+−]?(?:\d[\d_]*(?:[.,]\d+)*(?:[eE][-+]?\d+|\.(?=\s*[\d\],-]))?|nan|inf)j?(?![A-Za-z_])"
)
_ROW: Final = re.compile(r"N(?:[\s,;x×]+N)+")
_KNOWN: Final = re.compile(r"(?:jax|jnp|lax|np|numpy)\b[\w.]*")


def named_cause(check: CheckResult) -> str:
    """Returns the stable name of the mistake's class (``python-if``); "" where the check names none."""
    found = check.detail.get("cause")
    if not found:
        rows = check.detail.get("findings")
        faults = (row for row in rows if isinstance(row, dict) and row.get("fault")) if isinstance(rows, list) else ()
        found = next((row.get("kind") for row in faults), "")
    return clean(found)[:_LONGEST] if isinstance(found, str) else ""


def cause(check: CheckResult) -> str:
    """Returns the cause's name, or else the message's first sentence with its names, code and numbers left open."""
    if name := named_cause(check):
        return name
    # The rest of a long message is not needed for its first sentence, and may be anything.
    line = " ".join(clean(check.message[: 8 * _LONGEST]).split())
    line = re.split(r"(?<=[.!?])\s(?=[A-Z`])", line, maxsplit=1)[0]
    line = _CODE.sub(lambda found: found[0] if _says_much(found[1]) else "`…`", line)
    line = _QUOTED.sub("'…'", line)
    line = _ROW.sub("N", _NUMBER.sub("N", line))
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _says_much(code: str) -> bool:
    """Whether code is the same in many files: a word of Python or a name of jax or NumPy."""
    return keyword.iskeyword(code) or _KNOWN.fullmatch(code) is not None
