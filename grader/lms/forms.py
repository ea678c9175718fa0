"""The formats that platforms read, by name; what a format needs is imported when it is used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.lms.result import Occasion, Result
    from grader.model.report import Report
    from grader.reports.setting import Setting

__all__ = ["FORMS", "OF_ONE_REPORT", "of_report", "renderer"]

FORMS: Final = (
    "gradescope",
    "prairielearn",
    "autolab",
    "vpl",
    "coderunner",
    "classroom50",
    "coursera",
    "xqueue",
    "exercism",
    "junit",
    "results",
)
"""Of the platforms that packages are made for, and of others that a container of one's own can serve."""
OF_ONE_REPORT: Final = tuple(form for form in FORMS if form not in ("classroom50", "junit", "results"))
"""Those of a single report, too; Classroom 50 has to be told of whom, and reports are JUnit XML and JSON anyhow."""


def renderer(form: str) -> Callable[[Result, Occasion], bytes]:
    """Returns the function that renders a format. Raises KeyError for an unknown one.

    What it returns is the whole content, valid whatever the result is; empty where the platform's way to say "not
    graded" is to be given nothing: then nothing is to be written, and the run has to fail.
    """
    if form not in FORMS:
        raise KeyError(form)
    render: Callable[[Result, Occasion], bytes] = importlib.import_module(f"grader.lms.formats.{form}").render
    return render


def of_report(form: str) -> Callable[[Report, Setting], str]:
    """Returns the function that renders a single report for a platform, with none of the platform's own settings."""
    from grader.lms.result import Graded, Occasion, Result

    render = renderer(form)

    def rendered(report: Report, setting: Setting) -> str:
        one = Graded(report=report, source=setting.source)
        return render(Result(exercises=(one,), seconds=report.seconds), Occasion(key=setting.key)).decode("utf-8")

    return rendered
