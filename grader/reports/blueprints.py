"""Programs for whoever shows them: each once, below the student's lines, long ones with lines left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from grader.model.answers import Traced
from grader.reports.frame import frame, label
from grader.reports.plain import ascii_only, clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grader.model.report import Report
    from grader.reports.setting import Setting

__all__ = ["Blueprint", "blueprints", "left_out", "no_blueprint", "programs_of"]

_WIDEST: Final = 60  # columns of a student's line among those of a program
_LONGEST: Final = 80  # lines of a program that are shown unasked
_SIZES: Final = re.compile(r"(?<=[\w>])\[[\d,]+\]|\bshape=\([\d, ]+\)")
_NO_INPUT: Final = "; . let"  # in a jaxpr: nothing stands between its constants and its equations
_DONE: Final = ": every argument is static, so all was computed while tracing, and nothing is left to do"
_NUMBER: Final = re.compile(r"\d+")


class Blueprint(msgspec.Struct, frozen=True, kw_only=True):
    """One program: the cases that share it, the lines to show, and how many of its lines are left out of them.

    Where the student's lines are known, each stands before the lines that come from it.
    """

    heading: str
    lines: tuple[str, ...]
    more: int


def blueprints(programs: Iterable[tuple[str, Traced | None, str]], setting: Setting) -> tuple[Blueprint, ...]:
    """Returns each program once; ``programs`` are the name of a case, its trace, or why there is none.

    Programs that differ in the sizes of arrays alone count as one, shown for the first case.
    """
    groups: dict[str, dict[str, list[str]]] = {}
    firsts: dict[str, Traced | None] = {}
    for case, traced, message in programs:
        if traced is not None and traced.whole:
            text = traced.jaxpr
            key = _but_for_sizes(text)
        else:
            key = text = message or "It could not be traced."
            if traced is not None:
                key = text = "It is not jitted as a whole, so it has no program of its own: Python runs it."
        groups.setdefault(key, {}).setdefault(text, []).append(case)
        firsts.setdefault(key, traced)
    done = next((key for key, traced in firsts.items() if traced is not None and _is_done(traced)), None)
    return tuple(_blueprint(cases, firsts[key], setting, _DONE * (key == done)) for key, cases in groups.items())


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


def left_out(one: Blueprint) -> str:
    """Returns how many lines of a program are not shown, and how to see them."""
    return f"{one.more} line{' is' if one.more == 1 else 's are'} left out; --full shows all."


def _but_for_sizes(text: str) -> str:
    """The program without the sizes of its arrays, and without line breaks, which depend on them."""
    return " ".join(_SIZES.sub(lambda found: _NUMBER.sub("_", found[0]), text).split())


def _is_done(traced: Traced) -> bool:
    """Whether a program computes nothing, for want of an input."""
    return traced.whole and not traced.equations and _NO_INPUT in traced.jaxpr


def _blueprint(cases: dict[str, list[str]], traced: Traced | None, setting: Setting, why: str) -> Blueprint:
    """The first of the texts, under the names of all ``cases``, and ``why`` it has so many equations."""
    (text, names), *others = cases.items()
    heading = ", ".join(names)
    places: tuple[int, ...] = ()
    if traced is not None and traced.whole:
        heading += f" ({traced.equations} equation{'' if traced.equations == 1 else 's'}{why})"
        places = traced.places
    if others:
        heading += f"; the same but for sizes: {', '.join(name for _, alike in others for name in alike)}"
    lines = clean(text if setting.symbols else ascii_only(text)).splitlines()
    blocks = tuple(_blocks(lines, places, setting))
    most = len(lines) if setting.full else _most(blocks)
    shown = [line for block in blocks for line in _first(block, most)]
    more = sum(max(0, len(block) - most) for block in blocks)
    return Blueprint(heading=clean(heading), lines=tuple(shown), more=more)


def _blocks(lines: Sequence[str], places: Sequence[int], setting: Setting) -> Iterator[list[str]]:
    """The lines of a program in pieces, each the student's line and then those that come from it."""
    block: list[str] = []
    before = 0
    for at, line in enumerate(lines):
        place = places[at] if at < len(places) else 0
        code = "".join(one.text.strip() for one in frame(setting.source, place, around=0))
        if code and place != before:
            if block:
                yield block
            code = code if len(code) <= _WIDEST else f"{code[: _WIDEST - 1]}…"
            block = [f"{line[: len(line) - len(line.lstrip())]}# {label(setting.source, place)}: {code}"]
        before = place or before
        block.append(line)
    yield block


def _most(blocks: Sequence[list[str]]) -> int:
    """How many lines of each block can be shown, so that all is about as long as may be; at least the first two."""
    fits = (
        most for most in range(_LONGEST, 2, -1) if sum(min(len(block), most + 1) for block in blocks) <= _LONGEST + 1
    )
    return next(fits, 2)


def _first(block: Sequence[str], most: int) -> Iterator[str]:
    """So many lines of a block, and how many are left out after them."""
    yield from block[:most]
    if len(block) > most:
        left, line = len(block) - most, block[most]
        yield f"{line[: len(line) - len(line.lstrip())]}... {left} more line{'' if left == 1 else 's'}"
