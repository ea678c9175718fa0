"""What a platform makes of what it is given: whether that is valid by its contract, and which mark it takes from it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import jsonschema
import msgspec

__all__ = ["Read", "read"]

CONTRACTS: Final = Path(__file__).with_name("contracts")
_GRADE: Final = re.compile(r"^Grade :=>>\s*(\S+)\s*$", re.MULTILINE)


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """The share of the points, None for no mark; what is ``wrong`` with the result itself, in words."""

    share: float | None = None
    wrong: str = ""


def read(platform: str, given: bytes | None) -> Read:
    """Returns what a platform reads in a result file or a printed text; ``None``: there was no file."""
    if given is None:
        return Read()
    try:
        text = given.decode("utf-8")
        return Read(share=_READERS[platform](text))
    except (ValueError, jsonschema.ValidationError) as error:
        return Read(wrong=f"no valid result: {str(error).splitlines()[0]}")


def _gradescope(text: str) -> float | None:
    tree = _valid("gradescope", text)
    most = sum(test.get("max_score", 0) for test in tree.get("tests", []))
    score = tree.get("score", sum(test.get("score", 0) for test in tree.get("tests", [])))
    return score / most if most else 0.0


def _prairielearn(text: str) -> float | None:
    if len(text.encode()) > 1_000_000:
        raise ValueError("more than a megabyte")
    tree = _valid("prairielearn", text)
    return tree["score"] if tree.get("gradable", True) else None


def _autolab(text: str) -> float | None:
    """Autolab takes the last line for the scores, and the one before it for the layout; POINTS is the lab's sum."""
    lines = text.rstrip("\n").split("\n")
    if not lines[-1].startswith("{"):
        return None
    scores = _valid("autolab", lines[-1])["scores"]
    if len(lines) > 1 and lines[-2].startswith("{"):
        _valid("autolab-layout", lines[-2])
    return sum(scores.values()) / POINTS


POINTS: Final = 8.0
"""Of the exercise that is handed in for."""


def _vpl(text: str) -> float | None:
    """VPL takes the last line of a grade; here it goes from 0 to 20."""
    found = _GRADE.findall(text)
    return float(found[-1]) / 20 if found else None


def _coderunner(text: str) -> float | None:
    return _valid("coderunner", text).get("fraction")


def _classroom50(text: str) -> float | None:
    tree = _valid("classroom50", text)
    return tree["score"] / tree["max-score"]


def _oci(text: str) -> float | None:
    tree = _valid("results", text)
    return None if tree["score"] is None else tree["score"] / POINTS


def _valid(name: str, text: str) -> dict[str, Any]:
    tree = json.loads(text)
    jsonschema.validate(tree, json.loads((CONTRACTS / f"{name}.json").read_text(encoding="utf-8")))
    return tree


_READERS: Final = {
    "gradescope": _gradescope,
    "prairielearn": _prairielearn,
    "autolab": _autolab,
    "vpl": _vpl,
    "coderunner": _coderunner,
    "classroom50": _classroom50,
    "oci": _oci,
}
