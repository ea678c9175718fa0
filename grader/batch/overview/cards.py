"""Each exercise by itself, on the class's page: how marks and speed-ups are spread, and why checks failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.batch.overview import histograms
from grader.batch.overview.compared import STANDINGS, bar, title
from grader.batch.overview.words import counted, named, shown
from grader.reports.html_page import SYMBOLS, text, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.batch.overview.exercises import Cause, Exercise
    from grader.batch.overview.words import Links

__all__ = ["parts"]

_COMMONEST: Final = 5
_FIRST: Final = 4  # students named at once; the others are behind a click


def parts(exercises: Sequence[Exercise], links: Links) -> Iterator[str]:
    """Yields the part of the page, a card for each exercise."""
    yield '<section aria-labelledby="exercises">\n<h2 id="exercises">Exercise by exercise</h2>'
    for at, one in enumerate(exercises):
        yield from _card(one, links, f"exercise-{at}")
    yield "</section>"


def _card(one: Exercise, links: Links, name: str) -> Iterator[str]:
    """One exercise."""
    told = ", ".join(f"{one.standings[word]} {word}" for word in STANDINGS if one.standings[word])
    yield f'<article class="card" aria-labelledby="{name}">'
    yield f'<h3 id="{name}">{title(one)}</h3>'
    yield f'<p class="soft">{counted(one.count, "submission")}: {told}</p>\n{bar(one)}'
    if len(one.versions) > 1:
        yield (
            f"<p>Not all were graded by the same exercise: it changed in between ({len(one.versions)} versions). "
            "<code>grade batch --changed</code> grades anew what the change concerns.</p>"
        )
    yield '<div class="row">\n<div class="plots">'
    if one.scores and one.most:
        yield _figure("Marks", histograms.marks_in_words(one), histograms.marks(one).svg(f"{name}-marks"))
    for at, found in enumerate(one.speeds.values()):
        drawn = histograms.speeds(one.title, found).svg(f"{name}-speed{at}")
        heading = "Speed-ups" if len(one.speeds) == 1 else f"Speed-ups: {text(found.title)}"
        yield _figure(heading, histograms.speeds_in_words(found), drawn)
    yield "</div>"
    yield from _causes(one, links)
    yield "</div>\n</article>"


def _figure(heading: str, told: str, drawn: str) -> str:
    """A picture with its heading, and what it shows in a sentence."""
    return f"<figure>\n<figcaption><h4>{heading}</h4>{text(told)}</figcaption>\n{drawn}\n</figure>"


def _causes(one: Exercise, links: Links) -> Iterator[str]:
    """The commonest reasons why checks did not pass."""
    common, others = one.causes(_COMMONEST)
    if not common:
        return
    yield '<div class="causes">\n<h4>Commonest causes</h4>\n<ol>'
    for found in common:
        yield f"<li>{''.join(_cause(found, one, links))}</li>"
    yield "</ol>"
    if others:
        yield f'<p class="soft">And {counted(others, "other cause")}: checks.csv has all.</p>'
    yield "</div>"


def _cause(found: Cause, one: Exercise, links: Links) -> Iterator[str]:
    """One reason, and whose submissions show it."""
    kind = f'<span class="tag {found.status}">{SYMBOLS[found.status]} {found.status}</span> '
    name = f"<code>{shown(found.name)}</code> " if found.name else ""
    yield f"<strong>{found.count:,} ×</strong> {'' if found.status == 'failed' else kind}{name}"
    yield f'<span class="soft">in {shown(", ".join(found.checks))}</span>\n<p>{words(found.message)}</p>'
    whose = [links.put(named(student), student, one.name) for student in found.students]
    yield f'<p class="whose">{", ".join(whose[:_FIRST])}</p>'
    if rest := whose[_FIRST:]:
        unnamed = found.count - len(whose)
        more = f", and {unnamed:,} more" if unnamed else ""
        yield f"<details><summary>and {found.count - _FIRST:,} more</summary>\n"
        yield f'<p class="whose">{", ".join(rest)}{more}</p></details>'
