"""JUnit XML for a plain container: a suite for each exercise, an error where nothing was graded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader.lms.fitting import LONGEST, cut, one_line
from grader.lms.statement import statement
from grader.reports.junit import render_all
from grader.reports.setting import Setting

if TYPE_CHECKING:
    from grader.lms.result import Occasion, Result
    from grader.lms.statement import Statement
    from grader.model.report import Report

__all__ = ["render"]


def render(result: Result, occasion: Occasion) -> bytes:
    """Returns the file; a report of ours that is broken has its errors at its checks already.

    What a check found that is hidden, or has hidden cases, is told as its items tell it: the hidden ones nothing.
    """
    stated = statement(result, occasion, longest=LONGEST[0])
    told = [
        (_veiled(report, at, stated), Setting(source=one.source, path=one_line(report.submission.name)))
        for at, (one, report) in enumerate(zip(result.exercises, stated.reports, strict=True))
    ]
    fault = stated.title if result.broken or stated.way == "usage" or not told else ""
    return render_all(told, fault=fault, note=cut(result.note, LONGEST[0])).encode("utf-8")


def _veiled(report: Report, exercise: int, stated: Statement) -> Report:
    """The report of the exercise at this place, without what is to be hidden, and without its seed.

    Students may see JUnit, and a package without solutions has three seeds in all.
    """
    checks = []
    for at, check in enumerate(report.checks):
        parts = [item for item in stated.items if (item.exercise, item.check) == (exercise, at)]
        if any(part.hidden for part in parts):
            told = "\n\n".join(part.message for part in sorted(parts, key=lambda part: part.status == "passed"))
            checks.append(msgspec.structs.replace(check, message=told, line=None, hint=""))
        else:
            checks.append(check)
    return msgspec.structs.replace(report, checks=tuple(checks), seed="")
