"""Draws what speed checks measured: pictures for a page, or one SVG file that needs nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.reports.plain import plain
from grader.reports.plots_drawing import STYLE, Drawing
from grader.reports.plots_panels import WIDTH, panels
from grader.reports.timings import read, told

if TYPE_CHECKING:
    from grader.model.report import Report
    from grader.reports.timings import Timings

__all__ = ["STYLE", "figures", "render"]

_MARGIN = 24.0
_HEAD = 50.0
_GAP = 34.0
_NAME = 22.0


def figures(one: Timings, name: str) -> tuple[str, ...]:
    """Returns the pictures of one check as SVG elements for a page that has ``STYLE`` and nothing else of that name."""
    return tuple(drawing.svg(f"{name}-{at}") for at, drawing in enumerate(panels(one), 1))


def render(report: Report) -> str:
    """Returns all pictures of a report below each other as an SVG file; "" where nothing was timed."""
    report = plain(report)
    timed = [(one, tuple(panels(one))) for one in read(report)]
    if not timed:
        return ""
    named = len(timed) > 1
    title = f"Exercise {report.number} · {report.title}"
    heights = [drawing.height + _GAP for _, drawings in timed for drawing in drawings]
    whole = Drawing(
        width=WIDTH + 2 * _MARGIN,
        height=_HEAD + sum(heights) + _NAME * named * len(timed),
        title=f"{title}: how fast it is",
        description=" ".join(sentence for one, _ in timed for sentence in told(one)),
    )
    whole.area(0, 0, whole.width, whole.height, "back")
    whole.text(_MARGIN, 34, title, "ink title large")
    below = _HEAD
    for one, drawings in timed:
        if named:
            whole.text(_MARGIN, below + 20, one.title, "soft title")
            below += _NAME
        for drawing in drawings:
            below += _GAP / 3
            whole.put(drawing, _MARGIN, below)
            below += drawing.height + _GAP * 2 / 3
    return whole.svg("plots", style=STYLE) + "\n"
