"""JUnit XML for a plain container: a suite for each exercise, an error where nothing was graded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.lms.fitting import LONGEST, cut, one_line
from grader.lms.statement import statement
from grader.reports.junit import render_all
from grader.reports.setting import Setting

if TYPE_CHECKING:
    from grader.lms.result import Occasion, Result

__all__ = ["render"]


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the file; a report of ours that is broken has its errors at its checks already."""
    stated = statement(result, occasion, longest=LONGEST[0])
    told = [
        (report, Setting(source=one.source, path=one_line(report.submission.name)))
        for one, report in zip(result.exercises, stated.reports, strict=True)
    ]
    fault = stated.title if result.broken or stated.way == "usage" or not told else ""
    return render_all(told, fault=fault, note=cut(result.note, LONGEST[0])).encode("utf-8")
