"""The share of the points that a platform takes from what it is given, and whether that is valid by its contract."""

from __future__ import annotations

import json
from typing import Final

import jsonschema
import msgspec

from tests.lms.contracts import reading

__all__ = ["HIGHEST", "POINTS", "Read", "read"]

POINTS: Final = 8.0
"""Of the exercise that is handed in for."""
HIGHEST: Final = 20.0
"""Of the grade in Moodle."""


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """The share, None for no mark; or what is ``wrong`` with the result itself, in words."""

    share: float | None = None
    wrong: str = ""


def read(platform: str, given: bytes | None) -> Read:
    """Returns what a platform reads in a result file or a printed text; ``None``: there was no file."""
    if given is None:
        return Read()
    try:
        return Read(share=_share(platform, given))
    except (AssertionError, ValueError, jsonschema.ValidationError) as error:
        return Read(wrong=f"no valid result: {[*str(error).splitlines(), type(error).__name__][0]}")


def _share(platform: str, given: bytes) -> float | None:
    if platform == "autolab":
        scores = reading.autolab(given)
        reading.layout(given)
        return None if scores is None else sum(scores.values()) / POINTS
    if platform == "vpl":
        reading.vpl_comments(given)
        grade = reading.vpl(given)
        return None if grade is None else grade / HIGHEST
    score = reading.of_json(given, {"oci": "results"}.get(platform, platform))
    if platform == "prairielearn" and not json.loads(given).get("gradable", True):
        return None
    if score is None or platform in {"prairielearn", "coderunner", "classroom50"}:
        return score
    return score / POINTS
