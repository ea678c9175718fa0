"""Examines one function: experiments with it, then turns what was seen into findings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from grader.model.answers import Examined, Raised
from grader.model.incidents import Finding
from grader.worker.failures import described, plain
from grader.worker.purity import effects, state
from grader.worker.purity.calling import Given, agree
from grader.worker.purity.clocks import shifted
from grader.worker.purity.events import Audit
from grader.worker.purity.experiment import Experiment, NeverWorksError
from grader.worker.purity.hooks import unfollowed
from grader.worker.purity.locating import lines_run
from grader.worker.purity.overwriting import overwriting_findings
from grader.worker.purity.sources import stores
from grader.worker.purity.stale_state import stale_state
from grader.worker.purity.staleness import stale_globals
from grader.worker.purity.streams import listening
from grader.worker.purity.usage import usage
from grader.worker.purity.watching import StateWatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.worker.purity.sources import Sources
    from grader.worker.purity.usage import Usage
    from grader.worker.subject import Subject

__all__ = ["examine"]

_SAME_PROGRAM = 1e-4  # relative: one program run twice; parallel sums on an accelerator may come in another order
_OTHER_PROGRAM = 2e-2  # relative: eager operations round more often than one fused program
_SAME_OPERATIONS = 1e-3  # relative: the same operations one by one
_TRACED = "while jax traced the function"
_RAN = "while the function ran"
_CHANGING = re.compile(r"(secrets|uuid|random)\.\w+|uuid\d|urandom|SystemRandom|default_rng\(\)|\b(hash|id)\(")


def examine(subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any]) -> Examined | Raised:
    """Examines the subject on these arguments; gives what the student's function raises if it never works."""
    experiment = Experiment(subject, Given(subject.plain, positional, keyword))
    sources = stores(subject.source)
    try:
        return _examined(experiment, sources)
    except NeverWorksError as never:  # perhaps because of what an earlier call left behind
        leaks = state.leak_findings(experiment, sources)
        if leaks:
            return Examined(findings=tuple(_once(leaks)))
        return Raised(failure=described(never.error, subject.file, "call"))


def _examined(experiment: Experiment, sources: Sources) -> Examined:
    """Experiments, then lists what was seen."""
    subject = experiment.subject
    module, file = subject.module, subject.file
    watch = subject.watch if isinstance(subject.watch, StateWatch) else None
    audit = watch.audit if watch else Audit(file)
    used = usage(subject.plain, module, file=file)
    found: list[Finding] = []
    with (
        listening(module, file=file) as heard,
        shifted(module, file=file) as clock,
        audit.listening() as events,
        unfollowed(module, events, file=file),
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
        found += state.collected_findings(experiment, leaked={leak.subject for leak in leaks})
        found += overwriting_findings(experiment, told={one.subject for one in found if one.fault})
        found += effects.event_findings(events)  # what was done only while its instructions were followed
        program, call = _identity(experiment), _called(experiment)
        found += stale_globals(module, subject.function, sources=sources, usage=used, program=program, call=call)
        found += stale_state(experiment.subject, used, trace=experiment.trace, call=call)
        found = list(_placed(found, _run_by_each(call, file)))
    found += effects.replaced_findings(subject)
    return Examined(findings=tuple(_once([*found, *(watch.findings if watch else ())])))


def _identity(experiment: Experiment) -> Any:  # noqa: ANN401 - a function without arguments, or None
    trace = experiment.trace
    return None if trace is None else lambda: trace().identity


def _called(experiment: Experiment) -> Any:  # noqa: ANN401 - a function without arguments, or None
    """Calls as given once more; None where that raised before."""
    if experiment.again is not None:
        return None
    return next((step.run for step in experiment.steps if step.how == "call"), None)


def _run_by_each(call: Any, file: str) -> set[int]:  # noqa: ANN401 - a function without arguments, or None
    """The lines of the file that run again in a call whose programs are compiled already."""
    if call is None:
        return set()
    try:
        call()
    except Exception:  # noqa: BLE001 - student code may raise anything; then nothing is known
        return set()
    return lines_run(call, file=file)


def _placed(found: list[Finding], lines: set[int]) -> Iterator[Finding]:
    """The findings, each told whether its line is among those that every call runs."""
    return (msgspec.structs.replace(one, each_call=True) if one.line in lines else one for one in found)


def _program_findings(experiment: Experiment, used: Usage) -> Iterator[Finding]:
    """Programs that differ between traces, and runs that fail after one that worked."""
    if experiment.again is not None and not _out_of_memory(experiment.again[1]):
        how, error = experiment.again
        detail = f"a later {how} raised {type(error).__name__}, though the first trace worked"
        yield Finding(kind="unstable-program", fault=True, detail=detail)
    identities = [program.identity for program in experiment.programs]
    if not identities:
        return
    if len(set(identities)) > 1:
        line, name = _suspect(experiment.subject.source, used)
        yield Finding(
            kind="unstable-program",
            fault=True,
            line=line,
            subject=name,
            detail=f"{len(identities)} traces on the same arguments gave {len(set(identities))} programs",
        )
    else:
        yield Finding(kind="program", fault=False, detail=identities[0])


def _out_of_memory(error: BaseException) -> bool:
    """Whether an exception tells of memory rather than of the program."""
    return isinstance(error, MemoryError) or "RESOURCE_EXHAUSTED" in str(error)


def _suspect(source: str, used: Usage) -> tuple[int | None, str]:
    """The first reachable line that names a known source of change, and its name."""
    for line, text in enumerate(source.splitlines(), 1):
        found = _CHANGING.search(text)
        if found and used.runs(line):
            return line, found.group().rstrip("()")
    return None, ""


def _result_findings(experiment: Experiment) -> Iterator[Finding]:
    """Results that differ between calls with the same arguments."""
    for results, how in ((experiment.results, "called"), (experiment.eager, "run without jit")):
        if any(not agree(results[0], other, rtol=_SAME_PROGRAM) for other in results[1:]):
            detail = f"{how} {len(results)} times on the same arguments, it returned different values"
            yield Finding(kind="unstable-result", fault=True, detail=detail)
            return
    jitted, eager = experiment.results, experiment.eager
    if not (jitted and eager) or agree(jitted[0], eager[0], rtol=_OTHER_PROGRAM):
        return
    # Rounding may have tipped a comparison: the program, run operation by operation, must differ as well.
    traced = experiment.interpreted()
    if traced is not None and not agree(traced, eager[0], rtol=_SAME_OPERATIONS):
        yield Finding(kind="eager-differs", fault=True, detail="jitted and not jitted, it returns different values")


def _once(found: Iterable[Finding]) -> Iterator[Finding]:
    """Drops what says again what an earlier finding said; the file's words come out as text that can be sent."""
    met: set[tuple[str, str, int | None]] = set()
    subjects: set[tuple[str, str]] = set()
    for finding in found:
        key = (finding.kind, finding.subject, finding.line)
        if key in met or (finding.line is None and (finding.kind, finding.subject) in subjects):
            continue
        met.add(key)
        subjects.add((finding.kind, finding.subject))
        yield msgspec.structs.replace(finding, subject=plain(finding.subject), detail=plain(finding.detail))
