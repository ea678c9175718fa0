"""Renders reports as JUnit XML, which Artemis, GitLab and Jenkins read; points go into properties."""

from __future__ import annotations

import html
from itertools import count
from typing import TYPE_CHECKING

from grader.reports.frame import place
from grader.reports.plain import clean, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model.report import CheckResult, Report
    from grader.reports.setting import Setting

__all__ = ["render", "render_all"]

_OUTCOMES = {"failed": "failure", "broken": "error", "skipped": "skipped", "pending": "skipped"}


def render(report: Report, setting: Setting) -> str:
    """Returns one test suite with one test case for each check, each name once."""
    return render_all([(report, setting)])


def render_all(told: Sequence[tuple[Report, Setting]], *, fault: str = "", note: str = "") -> str:
    """Returns a test suite for each report, each test case's name once in all of them.

    ``fault`` is why nothing was graded, in a sentence, and becomes a case that is an error; ``note`` is said of all.
    """
    reports = [(plain(report), setting) for report, setting in told]
    return "\n".join(_lines(reports, clean(fault), clean(note))) + "\n"


def _lines(reports: Sequence[tuple[Report, Setting]], fault: str, note: str) -> Iterator[str]:
    """The lines of the document."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    totals = _totals([report for report, _ in reports], failed=bool(fault))
    yield f"<testsuites {_attributes(name='jitgrade')} {totals}>"
    if fault:
        yield f"  <testsuite {_attributes(name='submission')} {_totals([], failed=True)}>"
        yield f"    <testcase {_attributes(classname='submission', name='submission', time='0')}>"
        yield f"      <error {_attributes(message=fault.split(chr(10), 1)[0], type='broken')}>{_body(fault)}</error>"
        yield "    </testcase>"
        yield "  </testsuite>"
    seen: set[str] = set()
    for report, setting in reports:
        yield from _suite(report, setting, seen, note, several=len(reports) > 1)
    yield "</testsuites>"


def _totals(reports: Sequence[Report], *, failed: bool) -> str:
    """How many cases of each outcome there are, as attributes; one error more where it ``failed`` as a whole."""
    found = [check.status for report in reports for check in report.checks]
    return _attributes(
        tests=len(found) + failed,
        failures=found.count("failed"),
        errors=found.count("broken") + failed,
        skipped=found.count("skipped") + found.count("pending"),
        time=f"{sum(report.seconds for report in reports):.3f}",
    )


def _suite(report: Report, setting: Setting, seen: set[str], note: str, *, several: bool) -> Iterator[str]:
    """One report as a test suite; ``seen`` has the names there are so far."""
    suite = f"exercise{report.number} {report.exercise}"
    yield f"  <testsuite {_attributes(name=suite)} {_totals([report], failed=False)}>"
    yield from _properties(
        "    ",
        **({"note": note} if note else {}),
        status=report.status,
        score=report.score,
        pending_score=report.pending_score,
        max_score=report.max_score,
        submission=report.submission.name,
        sha256=report.submission.sha256,
        attempted=str(report.attempted).lower(),
        **{name: value for name, value in _known(report).items() if value},
    )
    for check in report.checks:
        first = f"exercise{report.number}-{check.name}" if several else check.name
        numbered = (first if at == 1 else f"{first} ({at})" for at in count(1))
        name = next(one for one in numbered if one not in seen)
        seen.add(name)
        yield from _case(check, name, suite, setting)
    yield "  </testsuite>"


def _known(report: Report) -> dict[str, str]:
    """What it was graded with, empty where that is not known."""
    env = report.environment
    return {"seed": report.seed, "jax": env.jax, "platform": env.platform, "isolation": env.isolation}


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
            body = _body("\n\n".join(part for part in told if part))
            yield f"      <{tag} {_attributes(message=first, type=check.status)}>{body}</{tag}>"
    yield "    </testcase>"


def _body(said: str) -> str:
    """Text between tags, escaped."""
    return html.escape(said, quote=False)


def _properties(indent: str, **values: object) -> Iterator[str]:
    """A block of named values."""
    yield f"{indent}<properties>"
    for name, value in values.items():
        yield f"{indent}  <property {_attributes(name=name, value=value)}/>"
    yield f"{indent}</properties>"


def _attributes(**values: object) -> str:
    """XML attributes, escaped."""
    return " ".join(f'{name}="{html.escape(str(value))}"' for name, value in values.items())
