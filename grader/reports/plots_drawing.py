"""A picture being drawn as SVG by hand: text stays text, and a style sheet colours it for light and for dark screens.

Written without a library, since none lets one picture follow the reader's ``prefers-color-scheme``, and so that the
same data give the same bytes everywhere.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["BACK", "DARK", "FONT", "FORMS", "LIGHT", "STYLE", "Drawing", "spread"]

LIGHT = {"ink": "#1b1f24", "soft": "#57606a", "grid": "#d4d9df", "yours": "#00629b", "baseline": "#a04000"}
DARK = {"ink": "#e6e9ed", "soft": "#a3adb8", "grid": "#3a424c", "yours": "#62bdf2", "baseline": "#f0a040"}
"""Blue and orange: told apart by everybody who sees colours in whatever way, and each has a form of its own besides."""
BACK = {"light": "#ffffff", "dark": "#14171b"}
FONT = 13


def _colours(named: dict[str, str], back: str) -> str:
    rules = "".join(f".plot .{name} {{ color: {colour}; }} " for name, colour in named.items())
    return f".plot {{ color: {named['ink']}; }} .plot .back {{ color: {back}; }} {rules}".rstrip()


FORMS = f"""
.plot {{ font: {FONT}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-variant-numeric: tabular-nums; }}
.plot text, .plot .fill {{ fill: currentColor; stroke: none; }} .plot .stroke {{ stroke: currentColor; fill: none; }}
.plot .title {{ font-size: 15px; font-weight: 600; }} .plot .large {{ font-size: 18px; }}
.plot .strong {{ font-weight: 600; }} .plot .thick {{ stroke-width: 2.5; }}
.plot .dashed {{ stroke-dasharray: 5 4; stroke-width: 1.5; }}
.plot .dotted {{ stroke-dasharray: 1.5 3.5; stroke-width: 1.5; }} .plot .faint {{ opacity: .4; }}
.plot .shade {{ opacity: .1; }} .plot .wide {{ stroke-width: 8; opacity: .35; }}
"""
"""The style of pictures but for their colours, which a page may have of its own."""
STYLE = f"""{FORMS}{_colours(LIGHT, BACK["light"])}
@media (prefers-color-scheme: dark) {{ {_colours(DARK, BACK["dark"])} }}
"""


class Drawing:
    """One picture, drawn part by part; ``kind`` names classes of the style sheet: a colour and a form."""

    def __init__(self, *, width: float, height: float, title: str, description: str) -> None:
        self.width = width
        self.height = height
        self.title = title
        self.description = description
        self._parts: list[str] = []

    @property
    def parts(self) -> str:
        """All that has been drawn, without the element around it."""
        return "\n".join(self._parts)

    def text(self, x: float, y: float, words: str, kind: str = "ink", *, anchor: str = "start") -> None:
        """Writes a line of text whose base line is at ``y``."""
        self._parts.append(
            f'<text class="{kind}" x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def line(self, points: Iterable[tuple[float, float]], kind: str) -> None:
        """Draws straight lines from point to point."""
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._parts.append(f'<polyline class="{kind} stroke" points="{path}"/>')

    def area(self, left: float, top: float, right: float, bottom: float, kind: str) -> None:
        """Fills a rectangle."""
        size = f'width="{_n(right - left)}" height="{_n(bottom - top)}"'
        self._parts.append(f'<rect class="{kind} fill" x="{_n(left)}" y="{_n(top)}" {size}/>')

    def mark(self, x: float, y: float, side: str, size: float, words: str = "") -> None:
        """Marks a point in the form of its side: a disc for yours, a square for the baseline; ``words`` show on it."""
        told = f"<title>{escape(words)}</title>" if words else ""
        if side == "baseline":
            wide = 1.8 * size  # it looks as large as the disc
            place = f'x="{_n(x - wide / 2)}" y="{_n(y - wide / 2)}" width="{_n(wide)}" height="{_n(wide)}"'
            form = f'<rect class="{side} fill" {place}>{told}</rect>'
        else:
            form = f'<circle class="{side} fill" cx="{_n(x)}" cy="{_n(y)}" r="{_n(size)}">{told}</circle>'
        self._parts.append(form)

    def put(self, other: Drawing, x: float, y: float) -> None:
        """Puts another picture into this one."""
        self._parts.append(f'<g transform="translate({_n(x)} {_n(y)})">\n{other.parts}\n</g>')

    def svg(self, name: str, *, style: str = "") -> str:
        """Returns the picture as an element, ``name`` being its own in the page, which has the style unless given."""
        size = f'viewBox="0 0 {_n(self.width)} {_n(self.height)}"'
        if style:
            size = f'width="{_n(self.width)}" height="{_n(self.height)}" {size}'
        read_out = f'role="img" aria-labelledby="{name}-title {name}-desc"'
        lines = (
            f'<svg class="plot" xmlns="http://www.w3.org/2000/svg" {size} {read_out}>',
            f'<title id="{name}-title">{escape(self.title)}</title>',
            f'<desc id="{name}-desc">{escape(self.description)}</desc>',
            f"<style>{style}</style>" if style else "",
            self.parts,
            "</svg>",
        )
        return "\n".join(line for line in lines if line)


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Returns places as near as may be to the wanted ones, ``gap`` apart, from ``low`` to ``high``."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [0.0] * len(wanted)
    least = low
    for at in order:
        placed[at] = max(wanted[at], least)
        least = placed[at] + gap
    most = high
    for at in reversed(order):
        placed[at] = min(placed[at], most)
        most = placed[at] - gap
    return placed


def _n(value: float) -> str:
    """A number for a picture: a tenth of a pixel is as fine as anybody sees."""
    return f"{round(value, 1) + 0.0:g}"
