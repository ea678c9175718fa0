"""The answers an author keeps, wrong ones and unusual right ones: each fails, or passes, as its first line says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from grader.course import SubmissionError, read_submission
from grader.lint.folders import visible, within_solutions
from grader.lint.proof import fault, loss, proof
from grader.lint.room import AGAIN, measured, too_near
from grader.model.spelling import meant

if TYPE_CHECKING:
    from pathlib import Path

    from grader.lint.proof import Graded, Proof
    from grader.model.exercise import Exercise
    from grader.model.report import CheckResult, Report

__all__ = ["kept", "paths", "unproved"]

_EXPECT = re.compile(r"#\s*expect:\s*(?:passed\s*$|(?P<check>[A-Za-z0-9_-]+)\s*:\s*(?P<words>.+?)\s*$)")

_CONDITIONS = {
    "memory": ("donated", "kept", "temporary"),
    "structure": ("required", "forbidden", "any_of", "at_most", "growth", "equal"),
}
"""By kind of check, the fields each of which asks for something that an answer may fail by itself."""


class Expected(msgspec.Struct, frozen=True):
    """What an answer's first line promises: the check that fails, with words of its report; no check: it passes."""

    check: str
    words: str


def paths(exercise: Exercise) -> list[Path]:
    """Returns where the answers are."""
    folders = [within_solutions(exercise, word) for word in ("wrong", "right")]
    return [path for folder in folders for path in visible(folder) if path.suffix == ".py"]


def unproved(exercise: Exercise) -> tuple[str, ...]:
    """Returns which answers nobody wrote: of each check one that it catches, and one that is right in another way."""
    promised = [_expected(_bytes(path)) for path in paths(exercise)]
    caught = [expected.check for expected in promised if expected is not None]
    found = [
        f"no wrong answer fails in {check.name}; write one that begins `# expect: {check.name}: <words>`"
        for check in exercise.checks
        if check.points and check.name not in caught
    ]
    for check in exercise.checks:
        asked = [field for field in _CONDITIONS.get(check.kind, ()) if getattr(check, field)]
        if 0 < (many := caught.count(check.name)) < len(asked):
            words = f"asks for {', '.join(asked)}, and {many} wrong answer{'s fail' if many > 1 else ' fails'} in it"
            found.append(f"{check.name} {words}; write one for each")
    if "" not in caught:
        found.append("there is no right/ answer; write one that is right in another way: `# expect: passed`")
    return tuple(found)


def kept(exercise: Exercise, path: Path, graded: Graded) -> Proof:
    """Returns the proof that an answer is graded as its first line says."""
    subject = f"{path.parent.name}/{path.name}"
    try:
        source = read_submission(path, exercise)
    except SubmissionError as error:
        return proof(exercise, subject, str(error))
    expected = _expected(source.data)
    if expected is None:
        words = "its first line must be `# expect: <check>: <words the report must contain>` or `# expect: passed`"
        return proof(exercise, subject, words)
    promised = "wrong" if expected.check else "right"
    if path.parent.name != promised:
        says = f"fails in {expected.check}" if expected.check else "passes"
        return proof(exercise, subject, f"its first line says that it {says}; that belongs under {promised}/")
    if not expected.check:
        report = graded(exercise, source, subject)
        return proof(exercise, subject, fault(report) or loss(report), "passes")
    # What is judged after the check that catches it proves nothing, and takes longest. The author whom it does not
    # catch is told of all.
    report = graded(exercise, source, subject, _until(exercise, expected.check))
    for _ in range(AGAIN):
        if not _is_pending(report, expected.check):
            break
        report = graded(exercise, source, subject, _until(exercise, expected.check))
    wrong = _unmet(report, expected)
    if wrong:
        wrong = _unmet(graded(exercise, source, subject), expected) or wrong
    weak = () if wrong else _repeated(exercise, _named(report, expected.check), subject)
    return proof(exercise, subject, wrong, f"fails in {expected.check}: {expected.words}", weak)


def _bytes(path: Path) -> bytes:
    """What is in a file; nothing where it cannot be read, which its own proof tells."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _expected(data: bytes) -> Expected | None:
    """What a file's first line promises; None where it promises nothing."""
    first = data.partition(b"\n")[0].decode("utf-8", "replace").removeprefix("\ufeff").strip()
    found = _EXPECT.match(first)
    return Expected(found["check"] or "", found["words"] or "") if found else None


def _until(exercise: Exercise, name: str) -> tuple[str, ...]:
    """The checks up to the one of this name, in the order in which they are judged; none where it is not among them."""
    names = [check.name for check in exercise.judged]
    return tuple(names[: names.index(name) + 1]) if name in names else ()


def _named(report: Report, check: str) -> CheckResult | None:
    return next((result for result in report.checks if result.name == check), None)


def _is_pending(report: Report, check: str) -> bool:
    result = _named(report, check)
    return result is not None and result.status == "pending"


def _unmet(report: Report, expected: Expected) -> str:
    """Why a wrong answer was not caught as it states; "" where it was."""
    if broken := fault(report):
        return broken
    result = _named(report, expected.check)
    if result is None:
        return f"there is no check '{expected.check}'{meant(expected.check, [known.name for known in report.checks])}"
    if result.status != "failed":
        why = f" ({result.message})" if result.status == "pending" else ""
        return f"check {expected.check} is {result.status}{why or measured(result)}; failed: {loss(report) or 'none'}"
    said = " ".join([result.message, result.hint, msgspec.json.encode(result.detail).decode()])
    if _plain(expected.words) in _plain(said):
        return too_near(result)
    return f"check {expected.check} failed without the words {expected.words!r}; it said: {result.message}"


def _repeated(exercise: Exercise, result: CheckResult | None, subject: str) -> tuple[str, ...]:
    """Whether the exercise's own hint, as it was told, only repeats what was told anyhow."""
    own = {*exercise.hints.values(), *(check.hint for check in exercise.checks)}
    if result is None or result.hint not in own or not result.hint.strip():
        return ()
    if _plain(result.hint) not in _plain(result.message):
        return ()
    return (f"of {subject} {result.name} says all that its hint says; let the hint tell what to try",)


def _plain(text: str) -> str:
    """A text without its case, its marks of code and its line breaks."""
    return re.sub(r"\s+", " ", text.replace("`", "")).casefold()
