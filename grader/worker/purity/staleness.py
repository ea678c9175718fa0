"""Globals that a traced function reads, changed between traces to see which of them its program has baked in."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING

from grader.model.incidents import Finding
from grader.worker.purity.differing import differing
from grader.worker.purity.marks import leaf_look, of
from grader.worker.purity.replacing import rebound
from grader.worker.purity.stale_state import Kept, follows

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.worker.purity.sources import Sources, Store
    from grader.worker.purity.usage import Usage

__all__ = ["stale_globals"]

_MOST = 12


def stale_globals(
    module: types.ModuleType,
    function: str,
    *,
    sources: Sources,
    usage: Usage,
    program: Callable[[], str] | None,
    call: Callable[[], object] | None,
) -> list[Finding]:
    """Changes each global that the function reads, one at a time, and puts it back.

    ``function`` is its name in the file. Where ``program`` (which traces afresh and returns the program's identity)
    then gives another program, a jitted function goes on with the old value. That is a fault where other code of
    the file changes the global and ``call`` (which calls as given) does not follow, as it does where the global is
    handed on to a jitted function; it is worth knowing where nothing changes it: then it is a constant.
    """
    found: list[Finding] = []
    names = vars(module)
    calls = sources.uses.get(function, [])
    for name, line in list(usage.reads.items()):
        if name not in names or len(found) >= _MOST:
            continue
        value = names[name]
        if of(value, types.ModuleType | type | types.FunctionType | types.BuiltinFunctionType):
            continue
        store = _changed_elsewhere(name, sources, usage, calls=[at for at in calls if at > line])
        other = differing(value, module.__name__)
        if other is None:
            depends = store is not None and store.how == "rebinds" and _is_setting(value)
        else:
            depends = program is not None and _depends(module, name, other, program)
            if depends and store is not None and call is not None:
                depends = not follows(call, Kept(module, name, f"the global `{name}`"), other)
        if depends:
            found.append(_finding(name, value, other, line, store))
    return found


def _finding(name: str, value: object, other: object, line: int, store: Store | None) -> Finding:
    shown = leaf_look(value, cap=1 << 20)
    after = leaf_look(other, cap=1 << 20)
    detail = f"the global `{name}`"
    if shown and after and shown.shown != after.shown and other is not None:
        detail += f": with {after.shown} in place of {shown.shown} the program is another"
    if store is not None:
        place = f"`{store.function}`" if store.function else "the file itself"
        detail += f"; {place} changes it on line {store.line}"
    kind = "stale-global" if store is not None else "global-read"
    return Finding(kind=kind, fault=store is not None, line=line, subject=name, detail=detail)


def _changed_elsewhere(name: str, sources: Sources, usage: Usage, *, calls: list[int]) -> Store | None:
    """The first store by code that a call does not run: another function, or the file itself after it has called.

    What the function and its callees store is seen by comparing fingerprints.
    """
    for store in sources.stores.get(name, []):
        if not usage.runs(store.line) if store.function else any(at < store.line for at in calls):
            return store
    return None


def _depends(module: types.ModuleType, name: str, other: object, program: Callable[[], str]) -> bool:
    try:
        before = program()
    except Exception:  # noqa: BLE001 - student code may raise anything; the examination told it already
        return False
    try:
        with rebound(module, name, other):
            return program() != before
    except Exception:  # noqa: BLE001 - another value that it cannot bear was read all the same
        return True


def _is_setting(value: object) -> bool:
    return of(value, bool | str | types.NoneType | tuple)
