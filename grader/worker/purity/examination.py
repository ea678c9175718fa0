"""Examines one function: experiments with it, then turns what was seen into findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.model.answers import Examined, Finding, Raised
from grader.worker.failures import described
from grader.worker.purity import effects, state
from grader.worker.purity.calling import Given, agree
from grader.worker.purity.clocks import shifted
from grader.worker.purity.events import Audit
from grader.worker.purity.experiment import Experiment, NeverWorksError
from grader.worker.purity.sources import stores, usage
from grader.worker.purity.staleness import stale_globals
from grader.worker.purity.streams import listening
from grader.worker.purity.tracers import leak_told
from grader.worker.purity.watching import StateWatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.worker.purity.sources import Usage
    from grader.worker.subject import Subject

__all__ = ["examine"]

_SAME_PROGRAM = 1e-4  # relative: one program run twice; parallel sums on an accelerator may come in another order
_OTHER_PROGRAM = 2e-2  # relative: eager operations round more often than one fused program
_TRACED = "while jax traced the function"
_RAN = "while the function ran"
_CHANGING = ("secrets", "uuid", "id", "hash", "os", "random", "np", "numpy", "time", "datetime")


def examine(subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any]) -> Examined | Raised:
    """Examines the subject on these arguments; gives what the student's function raises if it never works."""
    try:
        return _examined(subject, positional, keyword)
    except NeverWorksError as never:
        return Raised(failure=described(never.error, subject.file, "call"))


def _examined(subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any]) -> Examined:
    module, file = subject.module, subject.file
    watch = subject.watch if isinstance(subject.watch, StateWatch) else None
    audit = watch.audit if watch else Audit(file)
    sources = stores(subject.source)
    used = usage(subject.plain, module, file=file)
    experiment = Experiment(subject, Given(subject.plain, positional, keyword))
    found: list[Finding] = []
    with (
        listening(module, file=file) as heard,
        shifted(module, file=file) as clock,
        audit.listening() as events,
    ):
        experiment.trace_thrice()
        found += effects.heard_findings(heard, subject.source, when=_TRACED if experiment.trace else _RAN)
        experiment.call()
        found += effects.heard_findings(heard, subject.source, when=_RAN)
        found += effects.clock_findings(clock)
        found += effects.event_findings(events)
        leaks = state.leak_findings(experiment, sources)
        found += leaks
        found += state.change_findings(experiment, sources, leaked={leak.subject for leak in leaks})
        found += state.argument_findings(experiment)
        found += effects.callback_findings(experiment)
        found += effects.standing_findings(experiment, sources)
        found += _program_findings(experiment, used)
        found += _result_findings(experiment)
        if experiment.trace is not None and not leaks and experiment.again is None:
            told = leak_told(experiment.trace)
            if told:
                found.append(Finding(kind="tracer-leak", fault=True, detail=f"jax's own leak check: {told}"))
        found += state.collected_findings(experiment, leaked={leak.subject for leak in leaks})
        found += stale_globals(module, sources=sources, usage=used, program=_identity(experiment))
    return Examined(findings=tuple(_once([*found, *(watch.findings if watch else ())])))


def _identity(experiment: Experiment) -> Any:  # noqa: ANN401 - a function without arguments, or None
    trace = experiment.trace
    return None if trace is None else lambda: trace().identity


def _program_findings(experiment: Experiment, used: Usage) -> Iterator[Finding]:
    """Programs that differ between traces, and runs that fail after one that worked."""
    if experiment.again is not None:
        how, error = experiment.again
        detail = f"another {how} raised {type(error).__name__}, though the first trace of the function worked"
        yield Finding(kind="unstable-program", fault=True, detail=detail)
    identities = [program.identity for program in experiment.programs]
    if not identities:
        return
    if len(set(identities)) > 1:
        name = next((name for name in _CHANGING if name in used.reads), "")
        yield Finding(
            kind="unstable-program",
            fault=True,
            line=used.reads.get(name),
            subject=name,
            detail=f"{len(identities)} traces on the same arguments gave {len(set(identities))} programs",
        )
    else:
        yield Finding(kind="program", fault=False, detail=identities[0])


def _result_findings(experiment: Experiment) -> Iterator[Finding]:
    """Results that differ between calls with the same arguments."""
    for results, how in ((experiment.results, "called"), (experiment.eager, "run without jit")):
        if any(not agree(results[0], other, rtol=_SAME_PROGRAM) for other in results[1:]):
            detail = f"{how} {len(results)} times on the same arguments, it returned different values"
            yield Finding(kind="unstable-result", fault=True, detail=detail)
            return
    jitted, eager = experiment.results, experiment.eager
    if jitted and eager and not agree(jitted[0], eager[0], rtol=_OTHER_PROGRAM):
        yield Finding(kind="eager-differs", fault=True, detail="jitted and not jitted, it returns different values")


def _once(found: Iterable[Finding]) -> Iterator[Finding]:
    """Drops what says again what an earlier finding said."""
    met: set[tuple[str, str, int | None]] = set()
    subjects: set[tuple[str, str]] = set()
    for finding in found:
        key = (finding.kind, finding.subject, finding.line)
        if key in met or (finding.line is None and (finding.kind, finding.subject) in subjects):
            continue
        met.add(key)
        subjects.add((finding.kind, finding.subject))
        yield finding
