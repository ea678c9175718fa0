"""How the same content is laid out as a page of its own, or as a part of somebody else's: a notebook's output."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader.reports.html_page import text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Layout", "Section"]

_UNLISTED = "jp-toc-ignore"
"""JupyterLab leaves headings of this class out of its table of contents."""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """One part of the content: its name in links, its heading, what is in it; ``folded`` where that is secondary."""

    name: str
    title: str
    parts: tuple[str, ...]
    folded: bool = True


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """Where the content stands: ``top`` is the level of its title, ``prefix`` keeps its names apart from others'."""

    top: int = 1
    prefix: str = ""

    @property
    def page(self) -> bool:
        """Whether it is a page of its own."""
        return self.top == 1

    def name(self, name: str) -> str:
        """Returns a name as it is an ``id`` here."""
        return f"{self.prefix}{name}"

    def heading(self, depth: int, content: str, name: str = "") -> str:
        """Returns a heading ``depth`` levels below the title, of content that is HTML already."""
        kind = f"h{depth + 1}" if self.page else f"h{depth + 1} {_UNLISTED}"
        level = self.top + depth
        named = f' id="{self.name(name)}"' if name else ""
        return f'<h{level}{named} class="{kind}">{content}</h{level}>'

    def section(self, section: Section) -> Iterator[str]:
        """Yields a section: with a heading on a page; in a part a heading too, or folded together."""
        title = text(section.title)
        if section.folded and not self.page:
            yield f'<details id="{self.name(section.name)}">\n<summary>{title}</summary>'
            yield from section.parts
            yield "</details>"
            return
        head = f"{section.name}-title"
        yield f'<section id="{self.name(section.name)}" aria-labelledby="{self.name(head)}">'
        yield self.heading(1, title, head)
        yield from section.parts
        yield "</section>"

    def contents(self, sections: Iterable[Section]) -> str:
        """Returns the links to all sections of a page."""
        links = " ".join(f'<li><a href="#{self.name(one.name)}">{text(one.title)}</a></li>' for one in sections)
        return f'<nav aria-label="On this page">\n<ul class="contents">{links}</ul>\n</nav>'
