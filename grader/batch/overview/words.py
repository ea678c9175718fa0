"""Words and links as the class's page writes them: whatever comes from strangers is cleaned, cut and escaped here."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from urllib.parse import quote

from grader.reports.plain import clean

__all__ = ["Links", "counted", "named", "one_line", "percent", "shown"]

_LONGEST = 240
_LONGEST_NAME = 48


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Returns text on one line, without control or bidirectional characters, and cut where it is long."""
    line = " ".join(clean(text[: 8 * longest]).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def shown(text: str) -> str:
    """Returns text on one line, for HTML."""
    return escape(one_line(text))


def named(name: str) -> str:
    """Returns a name for HTML, kept to itself, so that one that is written from right to left turns nothing around."""
    return f"<bdi>{escape(one_line(name, _LONGEST_NAME)) or '(without a name)'}</bdi>"


def counted(count: int, what: str) -> str:
    """Returns ``1 submission`` or ``2,000 submissions``."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def percent(part: float, whole: float) -> str:
    """Returns a share; ``–`` of nothing. Neither all nor nothing is said of what is only nearly so."""
    if not whole:
        return "–"
    share = 100 * part / whole
    near = min(max(round(share), 1), 99) if 0 < part < whole else round(share)
    return f"{near}%"


class Links:
    """Ways from the page to what lies beside the results, relative ones, so that all can be moved together."""

    def __init__(self, folder: Path, page: Path) -> None:
        self._folder = folder
        self._way = _way(folder, page.parent)

    def to(self, *parts: str) -> str:
        """Returns the address of a file below the folder, for an attribute of HTML; "" where there is none."""
        if self._way is None or any(part in {"", ".", ".."} or {*"/\\\0"} & {*part} for part in parts):
            return ""
        try:
            there = self._folder.joinpath(*parts).is_file()
        except (OSError, ValueError):  # a name too long, or with characters that no file has
            return ""
        return escape("/".join(map(quote, (*self._way, *parts)))) if there else ""

    def put(self, text: str, student: str, exercise: str) -> str:
        """Returns HTML as a link to a submission's own report, or as it is where there is none."""
        address = self.to("reports", student, f"{exercise}.html")
        return f'<a href="{address}">{text}</a>' if address else text


def _way(folder: Path, start: Path) -> tuple[str, ...] | None:
    """The steps from one folder to another; None where there is no way, as between drives of Windows."""
    try:
        return Path(os.path.relpath(folder.resolve(), start.resolve())).parts
    except ValueError:
        return None
