"""A report that has everything a page can show, and one whose every text is hostile; made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.model.exercise import Source
from grader.model.report import ChecklistAnswer, CheckResult, Environment, Report, SubmissionMark
from grader.reports.setting import Setting
from tests.reports.conftest import PAIRS, SIZES

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CODE", "HOSTILE", "JAXPR", "hostile", "report", "setting"]

CODE = '''"""Absolute value, by a static argument."""

import jax
import jax.numpy as jnp

calls = 0


@jax.jit
def absolute(x, positive):
    global calls
    calls += 1
    if positive:
        return x
    return jnp.where(x > 0, x, -x)  # a remark that is too long for the screen of a phone, where it has to be wrapped


for n in range(3):
    absolute(jnp.ones(n), True)
'''
JAXPR = """{ lambda ; a:f32[3] b:bool[]. let
    c:bool[3] = gt a 0.0:f32[]
    d:f32[3] = neg a
    e:f32[3] = jit[
      name=_where
      jaxpr={ lambda ; c:bool[3] a:f32[3] d:f32[3]. let
          e:f32[3] = select_n c d a
        in (e,) }
    ] c a d
  in (e,) }"""
HOSTILE = (
    "</style></code></li><script>window.hurt = 1</script><img src=x onerror='window.hurt = 2'>"
    '<a href="javascript:window.hurt=3">x</a> & &lt; " \' `<b>` ]]> --> \x00\x1b[31m\u202e\u2066\ufffe end'
)
_ENVIRONMENT = Environment(
    python="3.13.1",
    jax="0.12.0",
    jaxlib="0.12.0",
    platform="cpu",
    device="cpu",
    isolation="landlock",
    isolation_lacks=("that a path exists can be learned",),
    cores=2,
)
_SPEED = {
    "kind": "speedup",
    "ratio": 120.0,
    "low": 110.0,
    "high": 125.0,
    "threshold": 50.0,
    "platform": "cpu",
    "clock": "processor",
    "pairs": PAIRS * 3,
    "first_call": {"submission": 0.062, "baseline": 0.0054},
    "transfer": 2.1e-5,
    "sizes": SIZES,
    "crossover": 196,
}


def setting(code: str = CODE, **given: Any) -> Setting:
    """Returns the setting of a page about this file."""
    return Setting(**{"source": Source(name="exercise3.py", data=code.encode()), "path": "exercise3.py", **given})


def report(**given: Any) -> Report:
    """Returns a failed report with a check of each status."""
    usual: dict[str, Any] = {
        "exercise": "abs_static",
        "number": 3,
        "title": "Absolute value, by a static argument",
        "submission": SubmissionMark(name="exercise3.py", sha256="ab" * 32),
        "attempted": True,
        "status": "failed",
        "score": 4.0,
        "pending_score": 3.0,
        "max_score": 12.0,
        "checks": tuple(_checks()),
        "checklist": (
            ChecklistAnswer(
                item="Is there enough work?", answer="There is enough.", good=True, why="Measured here: 120×."
            ),
            ChecklistAnswer(
                item="Is the function pure?", answer="It is not pure.", good=False, why="`calls` is changed."
            ),
            ChecklistAnswer(
                item="Does the benchmark wait (`block_until_ready`)?",
                answer="Not looked at: does the benchmark wait (`block_until_ready`)?",
                good=None,
                why="",
            ),
        ),
        "environment": _ENVIRONMENT,
        "seed": "5e" * 16,
        "seconds": 1.25,
    }
    return Report(**{**usual, **given})


def hostile() -> tuple[Report, Setting]:
    """Returns a report and a file that try to be more than text, in every place where there is one."""
    cases = [{"name": HOSTILE, "hidden": False, "status": status, "message": HOSTILE} for status in ("passed", HOSTILE)]
    rows = {
        "compilations": [{"program": HOSTILE, "line": 2, "cause": HOSTILE}],
        "findings": [{"kind": HOSTILE, "fault": True, "line": 3, "detail": HOSTILE}],
    }
    sizes = [{**size, "case": HOSTILE} for size in SIZES]
    details = (
        {"kind": "correctness", "cases": cases, "link": f"https://example.org/{HOSTILE}"},
        {"kind": "recompiles", "link": "javascript:window.hurt=4", **rows},
        {"kind": "purity"},
        {"kind": "traces", "case": HOSTILE, "equations": 1, "jaxpr": HOSTILE},
        {**_SPEED, "platform": HOSTILE, "sizes": sizes},
    )
    checks = tuple(
        CheckResult(
            name=f"check-{at}",
            title=HOSTILE,
            status="failed",
            score=0.0,
            max_score=1.0,
            message=HOSTILE,
            line=1,
            hint=HOSTILE,
            detail=detail,
        )
        for at, detail in enumerate(details)
    )
    answers = (ChecklistAnswer(item=HOSTILE, answer="no", good=False, why=HOSTILE),)
    made = report(
        title=HOSTILE,
        submission=SubmissionMark(name=HOSTILE, sha256="ab" * 32),
        checks=checks,
        checklist=answers,
        environment=_ENVIRONMENT,
    )
    return made, setting(f"# {HOSTILE}\n" * 3, path=HOSTILE)


def _checks() -> Iterator[CheckResult]:
    yield CheckResult(
        name="traces",
        title="jax can trace it",
        status="passed",
        score=0.0,
        max_score=0.0,
        message="jax traced it into a program of 4 equations.",
        detail={"kind": "traces", "whole": True, "case": "three numbers", "equations": 4, "jaxpr": JAXPR},
    )
    yield CheckResult(
        name="values",
        title="Right results",
        status="failed",
        score=2.0,
        max_score=4.0,
        message="Case `negative` gives [1., 3.], expected [1., 2.]. 1 more of 4 cases differ.",
        line=15,
        hint="Look at `jnp.where` again.",
        detail={
            "kind": "correctness",
            "cases": [
                {"name": "positive", "hidden": False, "status": "passed", "message": ""},
                {"name": "negative", "hidden": False, "status": "failed", "message": "[1., 3.], expected [1., 2.]"},
                {"name": "large", "hidden": True, "status": "failed", "message": "The values differ."},
            ],
        },
    )
    yield CheckResult(
        name="pure",
        title="A pure function",
        status="failed",
        score=0.0,
        max_score=2.0,
        message="The global name `calls` is changed. jax runs Python only while it traces, so it is counted once.",
        line=12,
        hint="Return what changes, or leave it out.",
        detail={
            "kind": "purity",
            "link": "https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html",
            "findings": [{"kind": "global", "fault": True, "line": 12, "detail": "`calls` changed"}],
        },
    )
    yield CheckResult(
        name="compiles",
        title="Compiled once",
        status="passed",
        score=2.0,
        max_score=2.0,
        message="1 compilation for 4 calls.",
        detail={
            "kind": "recompiles",
            "compilations": [{"program": "absolute", "line": 19, "cause": "arg x: f32[3] → f32[4]"}],
        },
    )
    yield CheckResult(
        name="speed",
        title="Speed",
        status="pending",
        score=None,
        max_score=2.0,
        message="Graded on the grading accelerator; here, on cpu, it looks like 120×.",
        detail=_SPEED,
    )
    yield CheckResult(
        name="refuses",
        title="Refuses text",
        status="skipped",
        score=0.0,
        max_score=1.0,
        message="Not judged: an earlier check has to pass first.",
    )
    yield CheckResult(
        name="memory", title="Memory", status="broken", score=None, max_score=1.0, message="The grader failed, not you."
    )
