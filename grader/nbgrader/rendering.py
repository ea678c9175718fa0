"""In nbgrader's feedback and formgrader: what a student wrote as Markdown is shown, and does nothing.

nbgrader puts it into its pages as it is. A script in it would act as the instructor who opens them, and an attachment
that is missing would keep the page, or the feedback of a class, from being made.
"""

from __future__ import annotations

import html
import re
from typing import Any, Final

import bleach
from jinja2 import pass_context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

__all__ = ["markdown2html"]

_BLOCKS: Final = {"blockquote", "br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "p", "pre"}
_LISTS: Final = {"dd", "dl", "dt", "li", "ol", "table", "tbody", "td", "th", "thead", "tr", "ul"}
_WORDS: Final = {"a", "b", "code", "del", "em", "i", "img", "span", "strong", "sub", "sup"}
_ATTRIBUTES: Final = {"*": ["class"], "a": ["href", "title"], "img": ["src", "alt", "title"]}
_PROTOCOLS: Final = frozenset({"http", "https", "mailto", "data"})
_ACTIVE: Final = re.compile(r"\\(href|require|style|class|cssId)\b")
"""What MathJax makes links, styles and more of code by."""


@pass_context
def markdown2html(context: Any, source: str) -> str:  # noqa: ANN401 - jinja's
    """Returns Markdown as HTML: the instructor's, in a locked cell or a comment, as nbgrader does; else harmless."""
    cell = context.get("cell", {})
    mark = cell.get("metadata", {}).get("nbgrader", {})
    attachments = cell.get("attachments", {})
    if source != cell.get("source") or (mark.get("locked") and not mark.get("solution")):
        return _rendered(source, attachments)
    try:
        shown = bleach.clean(_rendered(source, attachments), _BLOCKS | _LISTS | _WORDS, _ATTRIBUTES, _PROTOCOLS)
    except Exception:  # noqa: BLE001 - whatever a student wrote, it is shown
        return f'<pre class="tex2jax_ignore mathjax_ignore">{html.escape(source)}</pre>'
    quiet = _ACTIVE.search(html.unescape(shown))
    return f'<div class="tex2jax_ignore mathjax_ignore">{shown}</div>' if quiet else shown


def _rendered(source: str, attachments: dict[str, Any]) -> str:
    text: str = MarkdownWithMath(renderer=IPythonRenderer(escape=False, attachments=attachments)).render(source)
    return text
