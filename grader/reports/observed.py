"""What was seen of a submission, in words and in order, for whoever shows it: programs, compilations, impurities."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from grader.model.answers import Traced
from grader.reports.frame import frame, label, place
from grader.reports.plain import ascii_only, clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.model.report import Report
    from grader.reports.setting import Setting

__all__ = ["UNSEEN", "Blueprint", "Note", "Section", "blueprints", "no_blueprint", "programs_of", "sections"]

UNSEEN = "This exercise does not look at it, or it did not come to that."
_SETTLED = ("passed", "failed")
_WIDEST = 60  # columns of a student's line among those of a program
_LONGEST = 60  # lines of a jaxpr: what is longer teaches by its length alone


class Blueprint(msgspec.Struct, frozen=True, kw_only=True):
    """One program: the cases that share it, its first lines, and how many there are besides.

    Where the student's lines are known, each stands before the lines that come from it.
    """

    heading: str
    lines: tuple[str, ...]
    more: int


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
    """Notes of one kind, and what to say where there are none."""

    title: str
    notes: tuple[Note, ...]
    otherwise: str


def blueprints(programs: Iterable[tuple[str, Traced | None, str]], setting: Setting) -> tuple[Blueprint, ...]:
    """Returns each program once; ``programs`` are the name of a case, its trace, or why there is none."""
    names: dict[str, list[str]] = {}
    sizes: dict[str, str] = {}
    places: dict[str, tuple[int, ...]] = {}
    for case, traced, message in programs:
        if traced is None:
            text = message or "It could not be traced."
        elif traced.whole:
            text = traced.jaxpr
        else:
            text = "A Python function around jitted ones: it has no program of its own."
        names.setdefault(text, []).append(case)
        many = traced.equations if traced is not None and traced.whole else None
        sizes[text] = "" if many is None else f" ({many} equation{'' if many == 1 else 's'})"
        places[text] = traced.places if traced is not None else ()
    return tuple(
        _blueprint(f"{', '.join(cases)}{sizes[text]}", text, places[text], setting) for text, cases in names.items()
    )


def programs_of(report: Report) -> Iterator[tuple[str, Traced | None, str]]:
    """Yields the programs that a report holds itself, as ``blueprints`` takes them."""
    for check in report.checks:
        jaxpr, equations = check.detail.get("jaxpr"), check.detail.get("equations")
        if isinstance(jaxpr, str) and jaxpr and isinstance(equations, int):
            case = str(check.detail.get("case") or check.title or check.name)
            yield case, Traced(whole=True, equations=equations, jaxpr=jaxpr), ""


def no_blueprint(report: Report) -> str:
    """Returns why there is no program at all: what was said of the file, where something was."""
    said = next((check.message for check in report.checks if check.status in ("failed", "broken")), "")
    return f"There is none. {said}" if said else "There is none: nothing is called."


def sections(report: Report, setting: Setting) -> tuple[Section, ...]:
    """Returns what was compiled, by line and cause, and what is impure, faults first."""
    compiled = tuple(_compilations(report, setting))
    faults_first = sorted(_rows(report, "findings"), key=lambda row: not row.get("fault", True))
    judged = any(check.detail.get("kind") == "purity" and check.status in _SETTLED for check in report.checks)
    pure = "Nothing impure was seen." if judged else UNSEEN
    return (
        Section(title="Compilations", notes=compiled, otherwise="None was counted."),
        Section(title="Purity", notes=tuple(_finding(row, setting) for row in faults_first), otherwise=pure),
    )


def _blueprint(heading: str, text: str, places: tuple[int, ...], setting: Setting) -> Blueprint:
    lines = clean(text if setting.symbols else ascii_only(text)).splitlines()
    shown = tuple(_annotated(lines[:_LONGEST], places, setting))
    return Blueprint(heading=clean(heading), lines=shown, more=max(0, len(lines) - _LONGEST))


def _annotated(lines: list[str], places: tuple[int, ...], setting: Setting) -> Iterator[str]:
    """The lines of a program, the student's line before those that come from it."""
    before = 0
    for at, line in enumerate(lines):
        place = places[at] if at < len(places) else 0
        code = "".join(one.text.strip() for one in frame(setting.source, place, around=0))
        if code and place != before:
            code = code if len(code) <= _WIDEST else f"{code[: _WIDEST - 1]}…"
            yield f"{line[: len(line) - len(line.lstrip())]}# {label(setting.source, place)}: {code}"
        before = place or before
        yield line


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
