"""Findings from stores that every trace makes though they change nothing: the same value was there already.

A memo does not store again once it is filled. So one more trace, in which nothing is touched, tells which stores
run on every trace; and of those places, one at a time, each gets another value before a further trace. What is
overwritten is no memo, and nothing that the function puts back as it found it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax

from grader.model.incidents import Finding
from grader.worker.purity.executing import executed
from grader.worker.purity.marks import leaf_look, of
from grader.worker.purity.restoring import put_back
from grader.worker.purity.slots import same, slots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.worker.purity.experiment import Experiment
    from grader.worker.purity.places import Fingerprint
    from grader.worker.purity.slots import Slot

__all__ = ["overwriting_findings"]

_MOST = 12  # places; each costs a trace
_CAP = 1 << 20  # bytes


def overwriting_findings(experiment: Experiment, *, told: set[str]) -> Iterator[Finding]:
    """Places outside the function that each trace writes over; those ``told`` already are passed by."""
    subject = experiment.subject
    names = vars(subject.module)
    run: Callable[[], object] = experiment.trace or experiment.steps[-1].run
    state = experiment.file_state()
    if experiment.again is not None:
        return
    with put_back(state, names):
        found = executed(run, source=subject.source, file=subject.file)
    places: dict[str, tuple[Slot, int]] = {}
    for stored in found:
        for slot in slots(stored, state, names):
            if slot.place.name not in told:
                places.setdefault(f"{slot.how} {slot.path}", (slot, stored.line))
    for slot, line in list(places.values())[:_MOST]:
        if slot.place.name not in told and _is_overwritten(slot, run, state, names):
            told.add(slot.place.name)
            yield Finding(kind="global-state", fault=True, line=line, subject=slot.place.name, detail=_detail(slot))


def _is_overwritten(slot: Slot, run: Callable[[], object], state: Fingerprint, names: dict[str, Any]) -> bool:
    """Puts another value there, traces, and tells whether something else is there then."""
    other = slot.other(str(names.get("__name__")))
    if other is None:
        return False
    with put_back(state, names):
        slot.write(other)
        before = slot.read()
        try:
            run()
        except (Exception, SystemExit):  # noqa: BLE001 - student code may raise anything: it read the value, and stopped
            return False
        finally:
            # No program made with the other value in it stays behind.
            jax.clear_caches()  # type: ignore[no-untyped-call]
        return not _alike(before, slot.read(), whole=slot.how == "contents")


def _alike(before: Any, after: Any, *, whole: bool) -> bool:  # noqa: ANN401 - whatever a slot holds
    if not whole:
        return same(before, after)
    if of(before, dict):
        keys = before.keys()
        return len(before) == len(after) and all(key in after and same(before[key], after[key]) for key in keys)
    if of(before, set):
        return bool(before == after)
    if leaf_look(before, cap=_CAP) is not None:  # an array
        return same(before, after)
    return len(before) == len(after) and all(same(one, other) for one, other in zip(before, after, strict=True))


def _detail(slot: Slot) -> str:
    look = leaf_look(slot.read(), cap=_CAP)
    return f"{slot.place.words}: every trace writes it" + (f", here {look.shown}" if look else "")
