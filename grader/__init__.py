"""jitgrade: grades exercises that teach just-in-time compilation in JAX. The public names, loaded on first use."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.grading import grade
    from grader.model.check import Broken, Check, Explanation, Inquiry, Verdict, Worker
    from grader.model.exercise import Case, Exercise, Source
    from grader.model.report import CheckResult, Report
    from grader.notebook.checking import check
    from grader.notebook.magic import load_ipython_extension, unload_ipython_extension

__version__ = "0.1.0"

_HOME = {
    "Broken": "grader.model.check",
    "Case": "grader.model.exercise",
    "Check": "grader.model.check",
    "CheckResult": "grader.model.report",
    "Exercise": "grader.model.exercise",
    "Explanation": "grader.model.check",
    "Inquiry": "grader.model.check",
    "Report": "grader.model.report",
    "Source": "grader.model.exercise",
    "Verdict": "grader.model.check",
    "Worker": "grader.model.check",
    "check": "grader.notebook.checking",
    "grade": "grader.grading",
    "load_ipython_extension": "grader.notebook.magic",
    "unload_ipython_extension": "grader.notebook.magic",
}

__all__ = [
    "Broken",
    "Case",
    "Check",
    "CheckResult",
    "Exercise",
    "Explanation",
    "Inquiry",
    "Report",
    "Source",
    "Verdict",
    "Worker",
    "__version__",
    "check",
    "grade",
    "load_ipython_extension",
    "unload_ipython_extension",
]


def __getattr__(name: str) -> object:
    """Imports a public name when it is first asked for: a worker imports this package and needs none of them."""
    if name not in _HOME:
        raise AttributeError(f"module 'grader' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)
