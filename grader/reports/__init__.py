"""Renderers: each turns a report into the text of one format; none of them reads or writes a file."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.report import Report
    from grader.reports.setting import Setting

__all__ = ["FORMATS", "renderer"]

FORMATS = ("terminal", "json", "junit", "html")


def renderer(form: str) -> Callable[[Report, Setting], str]:
    """Returns the function that renders this format, importing only what that format needs."""
    if form not in FORMATS:
        raise KeyError(form)
    render: Callable[[Report, Setting], str] = importlib.import_module(f"grader.reports.{form}").render
    return render
