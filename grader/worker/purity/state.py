"""Findings from state that differs between runs: tracers left behind, variables changed, arguments mutated."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.model.incidents import Finding
from grader.worker.purity.locating import changing_line, lines_run
from grader.worker.purity.marks import ABSENT
from grader.worker.purity.places import NOTHING
from grader.worker.purity.surroundings import generators, surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.worker.purity.experiment import Experiment, Step
    from grader.worker.purity.places import Change
    from grader.worker.purity.sources import Sources

__all__ = ["argument_findings", "change_findings", "collected_findings", "leak_findings"]

_GENERATORS = ("random", "np.random")


def leak_findings(experiment: Experiment, sources: Sources) -> list[Finding]:
    """Places where a run left a tracer, one finding for each variable."""
    found: dict[str, Finding] = {}
    for step in experiment.steps:
        file = step.after[0]
        for path, place in file.tracers.items():
            if place.name in found:
                continue

            def probe(name: str = place.name) -> object:
                now = experiment.file_state()
                return [now.looks[path] for path, place in now.tracers.items() if place.name == name]

            line = _line(experiment, step, probe) or _written_line(sources, path)
            found[place.name] = Finding(
                kind="tracer-leak", fault=True, line=line, subject=place.name, detail=place.words
            )
    return list(found.values())


def change_findings(experiment: Experiment, sources: Sources, *, leaked: set[str]) -> Iterator[Finding]:
    """Variables and surroundings that a run changed.

    In the first run of a sort a change of the file's own state is a memo, unless its line runs every time.
    """
    told: set[str] = set(leaked)
    for step in experiment.steps:
        file = [] if step.first else step.file_changes
        outside = [change for change in step.outside_changes if not _imported(experiment, step, change)]
        for change in _telling([*file, *outside]):
            if change.place.name in told:
                continue
            told.add(change.place.name)
            line = _line(experiment, step, _probe(experiment, change)) or _written_line(sources, change.path)
            yield _finding(change, line or _naming_line(experiment, step, change))
    for step in experiment.steps:
        for change in _telling(step.file_changes if step.first else []):
            if change.place.name in told:
                continue
            told.add(change.place.name)
            line = _line_that_always_runs(experiment, sources, change)
            if line is not None:
                yield _finding(change, line)
            else:
                detail = _detail(change)
                yield Finding(kind="first-run-only", fault=False, subject=change.place.name, detail=detail)


def argument_findings(experiment: Experiment) -> Iterator[Finding]:
    """Arguments that an eager call changed: under jit, containers are rebuilt and nothing shows."""
    told: set[str] = set()
    for change in _telling(experiment.arguments):
        if change.place.name in told:
            continue
        told.add(change.place.name)
        positional, keyword = experiment.given.again()

        def run(positional: tuple[object, ...] = positional, keyword: dict[str, object] = keyword) -> object:
            return experiment.subject.plain(*positional, **keyword)

        def probe(positional: tuple[object, ...] = positional, keyword: dict[str, object] = keyword) -> object:
            return experiment.argument_state(positional, keyword).looks

        line = changing_line(run, probe, file=experiment.subject.file)
        yield Finding(kind="argument-mutated", fault=True, line=line, subject=change.place.name, detail=_detail(change))


def collected_findings(experiment: Experiment, *, leaked: set[str]) -> Iterator[Finding]:
    """What changed when Python collected what the runs left behind."""
    for change in _telling(experiment.collected()):
        if change.place.name not in leaked:
            yield _finding(change, None)


def _imported(experiment: Experiment, step: Step, change: Change) -> bool:
    """Tells whether a change outside may come from a library that the first run imported.

    Libraries define settings, variables and names of their own; what the student's lines set themselves is told
    by Python's audit events, or stands in the text.
    """
    if not step.first or change.kind == "randomness":
        return False
    if change.path.startswith("the name "):
        return change.before == NOTHING and change.place.name.rpartition(".")[2] not in experiment.subject.source
    return change.kind == "environment" or change.before == ABSENT


def _telling(found: list[Change]) -> list[Change]:
    """Puts a variable's own change before that of its parts, and what was there before what is new."""
    return sorted(found, key=lambda change: (change.before == ABSENT, change.after == ABSENT))


def _finding(change: Change, line: int | None) -> Finding:
    return Finding(kind=change.kind, fault=True, line=line, subject=change.place.name, detail=_detail(change))


def _detail(change: Change) -> str:
    before, after = change.before.shown, change.after.shown
    if before == after:
        return f"{change.place.words}: changed"
    return f"{change.place.words}: {before} → {after}"


def _probe(experiment: Experiment, change: Change) -> Callable[[], object]:
    """Returns a function that looks at the changed place, and at nothing else where that is dear."""
    module, file = experiment.subject.module, experiment.subject.file
    if change.path in _GENERATORS:
        return lambda: generators().looks[change.path]
    if change.path in experiment.steps[-1].after[1].looks or change.path in experiment.steps[0].before[1].looks:
        return lambda: surroundings(module, file=file).looks.get(change.path)
    if change.path.startswith("the name "):
        return lambda: surroundings(module, file=file).modules
    name = change.place.name

    def looks() -> object:
        now = experiment.file_state()
        return [look for path, look in now.looks.items() if now.places[path].name == name]

    return looks


def _line(experiment: Experiment, step: Step, probe: Callable[[], object]) -> int | None:
    return changing_line(step.run, probe, file=experiment.subject.file)


def _root(path: str) -> str:
    """The variable's name at the beginning of a path."""
    for index, letter in enumerate(path):
        if not (letter.isalnum() or letter == "_"):
            return path[:index]
    return path


def _written_line(sources: Sources, path: str) -> int | None:
    """The first line inside a function whose text changes the variable."""
    inside = [store.line for store in sources.stores.get(_root(path), []) if store.function]
    return inside[0] if inside else None


def _naming_line(experiment: Experiment, step: Step, change: Change) -> int | None:
    """A line that ran and names what changed: a change made once, and not again, shows only so."""
    words = re.findall(r"\w+", change.place.name)
    file = experiment.subject.file
    text = experiment.subject.source.splitlines()
    ran = sorted(lines_run(step.run, file=file)) if words else []
    return next((line for line in ran if line <= len(text) and words[-1] in text[line - 1]), None)


def _line_that_always_runs(experiment: Experiment, sources: Sources, change: Change) -> int | None:
    """A line that sets the variable unconditionally and runs again though it was set: no memo does that."""
    candidates = {
        store.line
        for store in sources.stores.get(_root(change.path), [])
        if store.function and store.always and store.how != "method"
    }
    if not candidates:
        return None
    run = experiment.trace or experiment.steps[-1].run
    return min(candidates & lines_run(run, file=experiment.subject.file), default=None)
