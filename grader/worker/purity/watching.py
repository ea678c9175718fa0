"""Looks at the file's state around the calls that other checks make: a function may be pure only while it is traced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.incidents import Finding
from grader.worker.purity.events import Audit
from grader.worker.purity.fingerprints import CAP, fingerprint
from grader.worker.purity.libraries import added
from grader.worker.purity.marks import ABSENT
from grader.worker.purity.places import Change, Fingerprint, changes
from grader.worker.purity.surroundings import generators, settings

if TYPE_CHECKING:
    from types import ModuleType

    from grader.worker.subject import Subject

__all__ = ["StateWatch", "file_state", "watch"]

_CAP = 4096  # bytes of an array that are hashed: a call may take microseconds
_REPEATED = 2


def watch(subject: Subject) -> StateWatch:
    """Starts watching a subject."""
    return StateWatch(subject)


def file_state(module: ModuleType, *, file: str, cap: int = CAP) -> Fingerprint:
    """Takes a fingerprint of what the globals of the file reach, and of what it put on objects of libraries."""
    names = {name: value for name, value in vars(module).items() if not name.startswith("__")}
    return fingerprint(names, file=file, module=module.__name__, cap=cap, added=added(module))


class StateWatch:
    """State around real calls, compared.

    A place that changes in one call may be a memo being filled; one that changes again is no memo. New entries of
    a dict and new items of a set are a memo's growth, and are never held against it here: the examination sees
    them grow under one and the same input.
    """

    def __init__(self, subject: Subject) -> None:
        self._module = subject.module
        self._file = subject.file
        self._before: tuple[Fingerprint, Fingerprint] | None = None
        self._times: dict[str, int] = {}
        self._changes: dict[str, Change] = {}
        self._tracers: dict[str, Finding] = {}
        self._around = settings(Fingerprint())
        self.audit = Audit(subject.file)

    def before(self) -> None:
        """Remembers the state just before a call."""
        self._before = self._look()

    def after(self) -> None:
        """Compares the state just after it."""
        if self._before is None:
            return
        (file, shared), self._before = self._before, None
        new_file, new_shared = self._look()
        around = settings(Fingerprint())
        for change in changes(self._around, around):  # since the call before: it may have left something that acts
            self._note(change, 1)
        self._around = around
        for change in changes(file, new_file):
            if change.before != ABSENT and not change.before.shown.startswith(("set of", "dict")):
                self._note(change, 1)
        for change in changes(shared, new_shared):
            self._note(change, _REPEATED)
        for path, place in new_file.tracers.items():
            if path not in file.tracers:
                self._tracers[path] = Finding(kind="tracer-leak", fault=True, subject=place.name, detail=place.words)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What changed in more than one call."""
        leaked = {finding.subject for finding in self._tracers.values()}
        told = [
            Finding(
                kind=change.kind,
                fault=True,
                subject=change.place.name,
                detail=f"{change.place.words}: {change.before.shown} → {change.after.shown}",
            )
            for path, change in self._changes.items()
            if self._times[path] >= _REPEATED and change.place.name not in leaked
        ]
        return (*self._tracers.values(), *told)

    def _look(self) -> tuple[Fingerprint, Fingerprint]:
        return file_state(self._module, file=self._file, cap=_CAP), generators()

    def _note(self, change: Change, times: int) -> None:
        self._times[change.path] = self._times.get(change.path, 0) + times
        self._changes[change.path] = change
