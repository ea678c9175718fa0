"""What was seen of a submission beside its program, in words and in order: compilations, impurities."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from grader.reports.frame import frame, place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.report import Report
    from grader.reports.setting import Setting

__all__ = ["UNSEEN", "Note", "Section", "sections"]

UNSEEN = "This exercise does not look at it, or it did not come to that."
_SETTLED = ("passed", "failed")


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was seen: where it is to be found and the text of that line, both empty where it has none.

    ``fault`` is False where it is told without being held against anybody.
    """

    place: str
    code: str
    words: str
    line: int | None = None
    fault: bool = True


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """Notes of one kind, what they are in a sentence, and what to say where there are none."""

    title: str
    notes: tuple[Note, ...]
    otherwise: str
    told: str = ""


def sections(report: Report, setting: Setting) -> tuple[Section, ...]:
    """Returns what was compiled, by line and cause, and what is impure, faults first."""
    compiled = tuple(_compilations(report, setting))
    faults_first = sorted(_rows(report, "findings"), key=lambda row: not row.get("fault", True))
    judged = {check.detail.get("kind") for check in report.checks if check.status in _SETTLED}
    counted = [check.title or check.name for check in report.checks if check.detail.get("compilations")]
    calls = f"For {_listed(counted)} the grader makes several calls. This is what jax compiled then, and why."
    return (
        Section(
            title="Compilations",
            notes=compiled,
            otherwise="None was counted." if "recompiles" in judged else UNSEEN,
            told=calls if compiled else "",
        ),
        Section(
            title="Purity",
            notes=tuple(_finding(row, setting) for row in faults_first),
            otherwise="Nothing impure was seen." if "purity" in judged else UNSEEN,
        ),
    )


def _listed(checks: list[str]) -> str:
    """The checks by their titles."""
    return f"the check{'' if len(checks) == 1 else 's'} {' and '.join(f'“{title}”' for title in checks)}"


def _compilations(report: Report, setting: Setting) -> Iterator[Note]:
    """Each line and cause once, with the programs that were compiled there for it."""
    programs: dict[tuple[object, str], Counter[str]] = {}
    for row in _rows(report, "compilations"):
        key = row.get("line"), str(row.get("cause") or "first of its kind")
        programs.setdefault(key, Counter())[str(row.get("program") or "a program")] += 1
    for (line, cause), counted in programs.items():
        names = ", ".join(name if times == 1 else f"{name} {times} times" for name, times in counted.items())
        yield _note(line, f"{names}: {cause}", setting)


def _finding(row: dict[str, Any], setting: Setting) -> Note:
    """One finding of the purity detectors."""
    words = f"{row.get('kind')}: {row.get('detail') or row.get('subject')}"
    if row.get("fault", True):
        return _note(row.get("line"), words, setting)
    return msgspec.structs.replace(_note(row.get("line"), f"{words} (no fault)", setting), fault=False)


def _note(line: object, words: str, setting: Setting) -> Note:
    """A note at the student's line, where there is one."""
    if not isinstance(line, int):
        return Note(place="", code="", words=words)
    code = "".join(one.text.strip() for one in frame(setting.source, line, around=0))
    return Note(place=place(setting.source, setting.path, line), code=code, words=words, line=line)


def _rows(report: Report, key: str) -> Iterator[dict[str, Any]]:
    """The rows that checks keep under a word of their detail."""
    for check in report.checks:
        for row in check.detail.get(key) or ():
            if isinstance(row, dict):
                yield row
