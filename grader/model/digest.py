"""A report's keyed digest, which tells whether this grader wrote the report just so; arithmetic only."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from grader.model.report import Report

__all__ = ["KEY_BYTES", "bears", "keyed", "signed"]

KEY_BYTES: Final = 32
_FIELD: Final = "digest"


def signed(report: Report, key: bytes) -> Report:
    """Returns the report as it may leave the grader: with its digest under this key, with none where that is empty.

    What stands for the exercise is keyed, too: from a plain digest, hidden cases could be guessed one by one.
    """
    if not key:
        return msgspec.structs.replace(report, exercise_digest="", digest="")
    report = msgspec.structs.replace(report, exercise_digest=keyed(report.exercise_digest.encode(), key))
    return msgspec.structs.replace(report, digest=_digest(msgspec.to_builtins(report), key))


def keyed(data: bytes, key: bytes) -> str:
    """Returns the HMAC-SHA256 of data under this key, in hexadecimal."""
    return hmac.new(key, data, hashlib.sha256).hexdigest()


def bears(tree: dict[str, Any], key: bytes) -> bool:
    """Tells whether a report, as its JSON has it, bears its own digest under this key."""
    found = tree.get(_FIELD)
    return bool(key) and isinstance(found, str) and hmac.compare_digest(found.encode(), _digest(tree, key).encode())


def _digest(tree: dict[str, Any], key: bytes) -> str:
    """The digest over all fields but the digest's own, in the one order and spelling that JSON is given here."""
    bare = {name: value for name, value in tree.items() if name != _FIELD}
    return keyed(msgspec.json.encode(bare, order="sorted"), key)
