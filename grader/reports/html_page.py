"""What all our pages of HTML share: the document around them, and how text becomes HTML.

A page is one file that asks for nothing else, and it tells the browser so (Content-Security-Policy): what is not in it
is neither loaded nor run.
"""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape
from typing import TYPE_CHECKING

from grader.reports.html_style import CLASS, SHEET, STYLE
from grader.reports.plain import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SYMBOLS", "document", "text", "words"]

SYMBOLS = {"passed": "✓", "failed": "✗", "skipped": "\N{EN DASH}", "pending": "…", "broken": "!"}
"""So that no status is told by its colour alone."""
_CODE = re.compile(r"`([^`\n]+)`")


def text(said: object) -> str:
    """Returns any text as HTML that shows it: escaped, and without characters that cannot be shown."""
    return escape(clean(str(said)))


def words(said: str) -> str:
    """Returns a sentence as HTML: as ``text``, what stands between backticks as code."""
    return _CODE.sub(r"<code>\1</code>", text(said))


def document(
    title: str,
    main: Iterable[str],
    *,
    above: Iterable[str] = (),
    below: Iterable[str] = (),
    style: str = "",
    script: str = "",
) -> str:
    """Returns a whole page: a header of the title and what is ``above``, the main part, a footer of what is ``below``.

    ``title`` is plain text, the parts are HTML already. ``style`` is added to what all pages have; ``script`` is the
    only one that a browser will run.
    """
    title = text(title)
    style = f"{SHEET}{STYLE}{style}"
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src {_hash(style)}"
    if script:
        policy += f"; script-src {_hash(script)}"
    parts = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">',
        f"<style>{style}</style>\n</head>",
        f'<body class="{CLASS}">\n<a class="skip" href="#main">Skip to the content</a>',
        f"<header>\n<h1>{title}</h1>",
        *above,
        '</header>\n<main id="main" tabindex="-1">',
        *main,
        "</main>\n<footer>",
        *below,
        "</footer>",
        *([f"<script>{script}</script>"] if script else []),
        "</body>\n</html>",
    )
    return "\n".join(parts) + "\n"


def _hash(content: str) -> str:
    """A style or a script as a policy names it: by what is in it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"
