"""One attack: a file that tries a single thing, read from a folder and made ready to be handed in."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import msgspec

__all__ = ["Attack", "read_attacks"]


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack's name, the folder it came from, and its text, whatever bytes that is."""

    name: str
    folder: str
    source: bytes

    @property
    def prevents(self) -> str:
        """What its first line says must be prevented."""
        first = self.source.split(b"\n", 1)[0].decode("utf-8", "replace").strip().strip("\"'# ")
        return first.removeprefix("MUST PREVENT:").strip()

    def handed_in(self, told: dict[str, Any], word: str) -> bytes:
        """The text with one line more, which gives it what it is told, and its process a name to be known by.

        The line stands where the file's own imports may begin: after its docstring and its imports from the future.
        """
        main = '__name__ = "__main__"; ' if b"__main__" in self.source else ""
        line = (
            f'{main}import os; os.environ["ATK"] = {json.dumps(told)!r}; '
            f"__import__('ctypes').CDLL(None).prctl(15, {word[:15].encode()!r}, 0, 0, 0)\n"
        )
        lines = self.source.splitlines(keepends=True)
        at = _end_of_preamble(self.source)
        return b"".join((*lines[:at], line.encode(), *lines[at:]))


def read_attacks(folders: list[Path]) -> list[Attack]:
    """All attacks of these folders, by folder and name."""
    return [
        Attack(name=path.stem, folder=str(folder), source=path.read_bytes())
        for folder in folders
        for path in sorted(folder.glob("*.py"))
    ]


def _end_of_preamble(source: bytes) -> int:
    """How many lines come before the first statement that may have another before it."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 0
    end = 0
    for number, statement in enumerate(body):
        docstring = number == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not docstring and not future:
            break
        end = statement.end_lineno or 0
    return end
