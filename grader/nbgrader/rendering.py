"""In nbgrader's feedback and formgrader: what a student wrote as Markdown or raw text is shown, and does nothing.

nbgrader puts it into its pages as it is. A script in it would act as the instructor who opens them, and an attachment
that is missing would keep the page, or the feedback of a class, from being made.
"""

from __future__ import annotations

import html
import re
from typing import Any, Final

import bleach
from jinja2 import pass_context
from nbconvert.filters import strings
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

__all__ = ["clean_html", "markdown2html"]

_BLOCKS: Final = {"blockquote", "br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "p", "pre"}
_LISTS: Final = {"dd", "dl", "dt", "li", "ol", "table", "tbody", "td", "th", "thead", "tr", "ul"}
_WORDS: Final = {"a", "b", "code", "del", "em", "i", "img", "span", "strong", "sub", "sup"}
_ATTRIBUTES: Final = {
    "*": lambda _, name, value: name == "class" and "process" not in value,
    "a": ["href", "title"],
    "img": lambda _, name, value: name in {"alt", "title"} or (name == "src" and value.startswith("data:")),
}
"""Pictures lie in the cell, so that nobody elsewhere is told who looks. Of all classes but ``mathjax_process`` and its
like, by which MathJax reads what it was told to ignore."""
_PROTOCOLS: Final = frozenset({"http", "https", "mailto", "data"})
_ACTIVE: Final = re.compile(r"\\(href|require|style|class|cssId|mmlToken)\b")
"""What MathJax makes links, styles and more of code by."""
_LONGEST: Final = 50_000
_MOST_TAGS: Final = 1000
"""What is rendered of Markdown has no more: for nested markup, the time that takes grows with the square."""


@pass_context
def markdown2html(context: Any, source: str) -> str:  # noqa: ANN401 - jinja's
    """Returns Markdown as HTML: the instructor's, in a locked cell or a comment, as nbgrader does; else harmless."""
    cell = context.get("cell", {})
    mark = cell.get("metadata", {}).get("nbgrader", {})
    attachments = cell.get("attachments", {})
    if source != cell.get("source") or (mark.get("locked") and not mark.get("solution")):
        return _rendered(source, attachments)
    if len(source) > _LONGEST or source.count("<") > _MOST_TAGS:
        return _as_it_is(source)
    try:
        shown = bleach.clean(_rendered(source, attachments), _BLOCKS | _LISTS | _WORDS, _ATTRIBUTES, _PROTOCOLS)
    except Exception:  # noqa: BLE001 - whatever a student wrote, it is shown
        return _as_it_is(source)
    quiet = _ACTIVE.search(html.unescape(shown))
    return f'<div class="tex2jax_ignore mathjax_ignore">{shown}</div>' if quiet else shown


@pass_context
def clean_html(context: Any, element: Any) -> str:  # noqa: ANN401 - as above
    """Returns a raw cell, which nbgrader shows as HTML, as text; all else as nbconvert cleans it."""
    cell = context.get("cell", {})
    if cell.get("cell_type") == "raw" and not cell.get("metadata", {}).get("nbgrader", {}).get("locked"):
        return _as_it_is(cell["source"])
    return str(strings.clean_html(element))


def _as_it_is(source: str) -> str:
    return f'<pre class="tex2jax_ignore mathjax_ignore">{html.escape(source)}</pre>'


def _rendered(source: str, attachments: dict[str, Any]) -> str:
    text: str = MarkdownWithMath(renderer=IPythonRenderer(escape=False, attachments=attachments)).render(source)
    return text
