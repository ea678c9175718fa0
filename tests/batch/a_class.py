"""A made-up class of any size: its results through the real types, always the same for the same numbers.

``python -m tests.batch.a_class FOLDER [STUDENTS [EXERCISES]]`` leaves what a batch of it leaves.
"""

from __future__ import annotations

import itertools
import random
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from grader.batch.nouns import Begun, Finished, Graded, Order, Submission
from grader.model.report import ChecklistAnswer, CheckResult, Environment, Report, SubmissionMark
from grader.reports import renderer
from grader.reports.setting import Setting

__all__ = ["HOSTILE", "a_class", "write"]

HOSTILE = "<img src=x onerror=alert(1)>&amp;"
BEGIN = datetime(2026, 11, 30, 12, tzinfo=UTC)
DUE = datetime(2026, 11, 29, 23, 59, tzinfo=UTC)
EXERCISES = (
    # folder, title, how hard, speed asked, seconds
    ("03_abs_static", "Absolute value, by a static argument", 0.25, None, 0.8),
    ("05_static_loop", "A loop whose length is known", 0.35, None, 1.1),
    ("06_while_log", "A loop that ends by itself", 0.55, None, 1.6),
    ("07_pure", "Pure functions only", 0.3, None, 0.9),
    ("09_jit_cache", "What is compiled again", 0.45, 20.0, 4.2),
    ("11_workload", "When compiling pays", 0.6, 10.0, 8.5),
)
GIVEN = (
    "Anna Lars Mei Yusuf Chloé Tomasz Priya Björn Aïcha João Elif Niamh Sofía Hiroshi Kwame Ingrid Dmitri Zoë Omar "
    "Linnéa Raúl Fatima Søren Leila"
)
FAMILY = (
    "Berg Okafor Nguyen Müller Silva Novák Rossi Haddad Tanaka Kowalska O'Neill García Lindqvist Demir Petrov Yamada "
    "Mensah Dubois Çelik Iyer"
)
ODD = (HOSTILE, "محمد الأحمد", "李小龍", "\u202egnp.exe", "Ana\x1b[31mRed", "x" * 200, "=HYPERLINK(1)")
WRONG = (
    # where, cause, message, line, hint
    (
        "traces",
        "python-if",
        "Line 7 decides with a Python `if` on `x`, whose value is not known while jax traces the function.",
        7,
        "`jnp.where(x < 0, -x, x)` chooses between two values that are both computed.",
    ),
    (
        "traces",
        "python-range",
        "Line 5 loops with `range(n)`, and `n` is traced: Python needs the number now.",
        5,
        "Make `n` static, or loop with `lax.fori_loop`.",
    ),
    ("correctness", "", "Case `large`: 3 of 1000 values differ, the first by 0.25.", None, ""),
    ("correctness", "result-type", "Case `small` gives int32 where float32 is asked.", 9, "Mind the dtype."),
    (
        "purity",
        "print",
        "Line 4 prints while the function is traced, so the second call prints nothing.",
        4,
        "Return the value, or use `jax.debug.print`.",
    ),
    (
        "recompiles",
        "python-scalar",
        "It was compiled 6 times, at most 2 are allowed: `n` was another Python number each time.",
        3,
        "Pass it as an array, or keep it fixed.",
    ),
)


def _names(count: int) -> list[str]:
    """So many different names, the odd ones among them."""
    names, given, families = [*ODD[: max(0, count - 5)]], GIVEN.split(), FAMILY.split()
    for at in range(count - len(names)):
        again = at // (len(given) * len(families))
        family = families[(at * 7 + at // len(given)) % len(families)]
        names.append(f"{given[at % len(given)]} {family}{f' {again + 1}' if again else ''}")
    return list(dict.fromkeys(names))


def _check(kind: str, most: float, status: str = "passed", **more: object) -> CheckResult:
    """A check, with all its points or none of them."""
    score = {"passed": most, "pending": None, "broken": None}.get(status, 0.0)
    detail = {"kind": kind, "witness": "grader", **more.pop("detail", {})}
    return CheckResult(name=kind, title=kind.title(), status=status, score=score, max_score=most, detail=detail, **more)


def _checks(draw: random.Random, skill: float, hard: float, asked: float | None) -> list[CheckResult]:
    """The checks of a submission of somebody so able."""
    checks = [_check("loads", 0.0), _check("traces", 0.0)]
    wrong = None if draw.random() < skill - hard + 0.55 else draw.choice(WRONG)
    for kind, most in (("correctness", 4.0), ("purity", 2.0), ("recompiles", 4.0)):
        if wrong and wrong[0] == "traces":
            checks.append(_check(kind, most, "skipped"))
        elif wrong and wrong[0] == kind:
            where, cause, message, line, hint = wrong
            partly = draw.random() < 0.4 and kind == "correctness"
            found = _check(
                where, most, "failed", message=message, line=line, hint=hint, detail={"cause": cause} if cause else {}
            )
            checks.append(msgspec.structs.replace(found, score=most / 2) if partly else found)
        else:
            checks.append(_check(kind, most))
    if wrong and wrong[0] == "traces":
        _, cause, message, line, hint = wrong
        checks[1] = _check("traces", 0.0, "failed", message=message, line=line, hint=hint, detail={"cause": cause})
    if asked:
        checks.append(_speed(draw, skill, asked, skipped=bool(wrong and wrong[0] == "traces")))
    return checks


def _speed(draw: random.Random, skill: float, asked: float, *, skipped: bool) -> CheckResult:
    """What a speed check came to."""
    if skipped:
        return _check("speedup", 5.0, "skipped")
    ratio = asked * draw.lognormvariate(1.1 * (skill - 0.35), 0.55)
    detail = {
        "ratio": ratio,
        "low": ratio / 1.04,
        "high": ratio * 1.05,
        "threshold": asked,
        "platform": "cpu",
        "clock": "processor",
        "pairs": [[1e-4, 1e-4 * ratio * draw.uniform(0.95, 1.05)] for _ in range(8)],
    }
    if draw.random() < 0.04:
        message = "The machine was too noisy to tell: between 0.9 and 1.2 of what is asked."
        return _check("speedup", 5.0, "pending", message=message, detail=detail)
    if ratio >= asked:
        return _check("speedup", 5.0, message=f"It is {ratio:.3g}× as fast as the starter.", detail=detail)
    message = f"It is {ratio:.3g}× as fast as the starter; asked are {asked:g}×."
    return _check(
        "speedup", 5.0, "failed", message=message, hint="Look for what is done again each call.", detail=detail
    )


def a_class(students: int = 120, exercises: int = 6):
    """Yields the results of a class, one at a time."""
    draw = random.Random(6)
    chosen = [
        EXERCISES[at] if at < len(EXERCISES) else (f"{at + 20:02}_more", f"More {at}", 0.4, None, 1.0)
        for at in range(exercises)
    ]
    at = 0
    for student in _names(students):
        skill = min(max(draw.gauss(0.62, 0.22), 0.0), 1.0)
        for folder, title, hard, asked, seconds in chosen:
            at += 1
            if draw.random() > 0.75 + skill / 3:
                continue
            spent = round(draw.lognormvariate(0, 0.25) * seconds, 3)
            yield _graded(draw, student, folder, title, _checks(draw, skill, hard, asked), seconds=spent, at=at)


def _graded(draw, student, folder, title, checks, *, seconds, at):
    """One result; now and then the file could not be read, or we failed."""
    python, attempted, chance = "3.13.1", True, draw.random()
    if chance < 0.008:
        message = "The notebook is not JSON: line 1 breaks off. Save it again in Jupyter."
        checks = [_check("loads", 0.0, "failed", message=message)] + [
            _check(one.detail["kind"], one.max_score, "skipped") for one in checks[1:]
        ]
        python = ""
    elif chance < 0.012:
        message = "jitgrade failed here: the reference gave no answer."
        checks = [
            *checks[:2],
            *(_check(one.detail["kind"], one.max_score, "broken", message=message) for one in checks[2:]),
        ]
    found = {check.status for check in checks}
    report = Report(
        exercise=folder.partition("_")[2],
        number=int(folder.partition("_")[0]),
        title=title,
        submission=SubmissionMark(name="exercise.py", sha256=f"{at:064x}"),
        attempted=attempted,
        status=next((one for one in ("broken", "failed", "pending") if one in found), "passed"),
        score=sum(check.score or 0.0 for check in checks),
        pending_score=sum(check.max_score for check in checks if check.score is None),
        max_score=sum(check.max_score for check in checks),
        checks=tuple(checks),
        checklist=(
            ChecklistAnswer(item="Is the function pure?", answer="It is pure.", good=True, why="Nothing changed."),
        ),
        environment=Environment(
            python=python,
            jax="0.12.0",
            jaxlib="0.12.0",
            platform="cpu",
            device="cpu",
            isolation="namespaces",
            isolation_lacks=(),
            cores=2,
        ),
        seed="5e" * 16,
        seconds=seconds,
        exercise_digest="e1" + folder,
    )
    late = timedelta(hours=draw.uniform(1, 30)) if draw.random() < 0.06 else -timedelta(hours=draw.uniform(0, 90))
    submission = Submission(
        student=student, exercise=folder, path=f"/in/{at}.py", sha256=f"{at:064x}", handed_in=DUE + late, due=DUE
    )
    return Graded(batch="b1", at=BEGIN + timedelta(seconds=at), submission=submission, report=report, seconds=seconds)


def write(folder: Path, students: int = 120, exercises: int = 6, *, reports: bool = True) -> Path:
    """Writes what a batch of the class leaves, results and reports, and returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    order = Order(course=str(folder / "no-course"), seed="00")
    with (folder / "results.jsonl").open("wb") as file:
        begun = Begun(batch="b1", at=BEGIN, order=order, course="Just-in-time compilation in JAX")
        for line in itertools.chain([begun], a_class(students, exercises), [Finished(batch="b1", at=BEGIN)]):
            file.write(msgspec.json.encode(line) + b"\n")
            if reports and isinstance(line, Graded):
                _file(folder, line)
    return folder


def _file(folder: Path, graded: Graded) -> None:
    """Files a report as a batch does, for most of them: a few are missing."""
    if graded.report.environment.python and len(graded.submission.student) < 100:
        page = folder / "reports" / graded.submission.student / f"{graded.submission.exercise}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(renderer("html")(graded.report, Setting()), encoding="utf-8")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[2:]]
    write(Path(sys.argv[1]), *numbers, reports=not numbers or numbers[0] <= 1000)
