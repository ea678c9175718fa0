"""One row of the table: which exceptions it knows, and what it says about them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.explain.sight import Sight
from grader.explain.words import readable

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Rule"]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """Knows exceptions with ``error`` along their MRO whose text ``pattern`` is found in and whose line fits ``sees``.

    ``say`` makes the message: a function, or a template with ``{code}`` (the line, quoted, with its number),
    ``{at}``, ``{doer}``, ``{wanted}``, ``{stands}``, ``{who}`` and the pattern's named groups. ``hint`` is a
    template, too. ``line`` finds the line to name where it is another one than the sight's. ``cause`` is stable: tests
    and statistics know the mistake by it.
    """

    error: str
    cause: str
    say: str | Callable[[Sight, re.Match[str]], str]
    pattern: str = ""
    hint: str | Callable[[Sight, re.Match[str]], str] = ""
    link: str = ""
    sees: Callable[[Sight], object] | None = None
    line: Callable[[Sight, re.Match[str]], int | None] | None = None

    def match(self, sight: Sight) -> re.Match[str] | None:
        """Where the rule's pattern is found in the exception's text; None where the rule does not know it."""
        if self.error not in sight.failure.mro and self.error != sight.failure.type:
            return None
        found = re.search(self.pattern, sight.text, re.DOTALL)
        if found is None or (self.sees is not None and not self.sees(sight)):
            return None
        return found

    def message(self, sight: Sight, found: re.Match[str]) -> str:
        """What happened, in at most three sentences."""
        text = _filled(self.say, sight, found)
        return text[:1].upper() + text[1:]

    def place(self, sight: Sight, found: re.Match[str]) -> int | None:
        """The line to name."""
        return (self.line(sight, found) if self.line else None) or sight.line

    def advice(self, sight: Sight, found: re.Match[str]) -> str:
        """What to try."""
        return _filled(self.hint, sight, found)


def _filled(words: str | Callable[[Sight, re.Match[str]], str], sight: Sight, found: re.Match[str]) -> str:
    """The words with their blanks filled; what is filled in is never read as a template again."""
    if not isinstance(words, str):
        return words(sight, found)
    if "{" not in words:
        return words
    groups = {name: readable(text or "", 80).replace("`", "'") for name, text in found.groupdict().items()}
    own = {
        name: getattr(sight, name)
        for name in ("code", "at", "doer", "wanted", "stands", "who")
        if f"{{{name}}}" in words
    }
    return words.format(**groups, **own)
