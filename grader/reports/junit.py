"""Renders a report as JUnit XML, which Artemis, GitLab and Jenkins read; points go into properties."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from grader.reports.frame import place
from grader.reports.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.report import CheckResult, Report
    from grader.reports.setting import Setting

__all__ = ["render"]

_OUTCOMES = {"failed": "failure", "broken": "error", "skipped": "skipped", "pending": "skipped"}


def render(report: Report, setting: Setting) -> str:
    """Returns one test suite with one test case for each check, each name once."""
    return "\n".join(_lines(plain(report), setting)) + "\n"


def _lines(report: Report, setting: Setting) -> Iterator[str]:
    """The lines of the document."""
    suite = f"exercise{report.number} {report.exercise}"
    counts = {word: sum(check.status == word for check in report.checks) for word in _OUTCOMES}
    totals = _attributes(
        tests=len(report.checks),
        failures=counts["failed"],
        errors=counts["broken"],
        skipped=counts["skipped"] + counts["pending"],
        time=f"{report.seconds:.3f}",
    )
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<testsuites {_attributes(name='jitgrade')} {totals}>"
    yield f"  <testsuite {_attributes(name=suite)} {totals}>"
    yield from _properties(
        "    ",
        status=report.status,
        score=report.score,
        pending_score=report.pending_score,
        max_score=report.max_score,
        submission=report.submission.name,
        sha256=report.submission.sha256,
        attempted=str(report.attempted).lower(),
        seed=report.seed,
        jax=report.environment.jax,
        platform=report.environment.platform,
        isolation=report.environment.isolation,
    )
    seen: dict[str, int] = {}
    for check in report.checks:
        seen[check.name] = seen.get(check.name, 0) + 1
        name = check.name if seen[check.name] == 1 else f"{check.name} ({seen[check.name]})"
        yield from _case(check, name, suite, setting)
    yield "  </testsuite>"
    yield "</testsuites>"


def _case(check: CheckResult, name: str, suite: str, setting: Setting) -> Iterator[str]:
    """One check as a test case."""
    yield f"    <testcase {_attributes(classname=suite, name=name, time='0')}>"
    score = "" if check.score is None else check.score
    yield from _properties("      ", title=check.title, status=check.status, score=score, max_score=check.max_score)
    if tag := _OUTCOMES.get(check.status):
        first = check.message.split("\n", 1)[0] or check.status
        told = [check.message]
        if check.line is not None:
            told.append(place(setting.source, setting.path, check.line))
        told.append(check.hint)
        if tag == "skipped":
            yield f"      <{tag} {_attributes(message=first)}/>"
        else:
            body = html.escape("\n\n".join(part for part in told if part), quote=False)
            yield f"      <{tag} {_attributes(message=first, type=check.status)}>{body}</{tag}>"
    yield "    </testcase>"


def _properties(indent: str, **values: object) -> Iterator[str]:
    """A block of named values."""
    yield f"{indent}<properties>"
    for name, value in values.items():
        yield f"{indent}  <property {_attributes(name=name, value=value)}/>"
    yield f"{indent}</properties>"


def _attributes(**values: object) -> str:
    """XML attributes, escaped."""
    return " ".join(f'{name}="{html.escape(str(value))}"' for name, value in values.items())
