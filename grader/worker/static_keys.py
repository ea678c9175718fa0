"""Static arguments that changed since jax kept a program under them: their hash, or what they hold under the same one.

jax finds a program by hash and `==` of static arguments. A change of the hash makes it a matter of luck, and of the
release of jax, which program runs; one that leaves the hash has the old program go on.
"""

from __future__ import annotations

import ast
import functools
import sys
import weakref
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Final

import jax

from grader.model.incidents import MutatedStatic
from grader.worker.arguments import parameter_names
from grader.worker.misses import miss
from grader.worker.purity.fingerprints import fingerprint, own_attributes
from grader.worker.purity.places import changes
from grader.worker.purity.stale_state import setters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.worker.misses import Miss
    from grader.worker.purity.places import Fingerprint
    from grader.worker.subject import Subject

__all__ = ["StaticKeys"]

_COMPILED: Final = "/jax/core/compile/backend_compile_duration"
_MOST: Final = 32
_DEEPEST: Final = 4
_register = jax.monitoring.register_event_duration_secs_listener
_getframe = sys._getframe  # noqa: SLF001 - the stack of a compilation tells its arguments
_hash = hash


@dataclass(kw_only=True, eq=False)
class _Key:
    """An object that a program is kept under: how it was when that was compiled, on which line."""

    name: str
    held: Any
    hashed: int | None
    looked: Fingerprint
    line: int | None

    @property
    def value(self) -> Any:  # noqa: ANN401 - an object of the file's
        """The object; None once it is gone."""
        return self.held() if type(self.held) is weakref.ref else self.held


class StaticKeys:
    """Listens for compilations from the time that it is made, and remembers the static arguments of each."""

    def __init__(self, subject: Subject) -> None:
        self._file = subject.file
        self._source = subject.source
        self._module = subject.module.__name__
        self._keys: list[_Key] = []
        self._changes: dict[tuple[str, str, bool], MutatedStatic] = {}
        _register(self._hear)

    def changed(self) -> tuple[MutatedStatic, ...]:
        """The changes so far. No code of the file runs but `__hash__`."""
        for key in self._keys:
            self._compare(key)
        return tuple(self._changes.values())

    def _hear(self, event: str, duration_secs: float, **told: str | int) -> None:
        del duration_secs
        if event != _COMPILED:
            return
        try:
            found = miss(_getframe(1), str(told.get("fun_name", "")), self._file)
            if found.kind == "jit" and found.function is not None:
                self._remember(found)
        except Exception:  # noqa: BLE001 - within the student's call, on objects whose methods may raise anything
            return

    def _remember(self, found: Miss) -> None:
        for name, value in _static(found):
            for part in _parts(value):
                self._changed_before(part)
                key = _Key(
                    name=name, held=_weak(part), hashed=_hashed(part), looked=self._look(name, part), line=found.line
                )
                self._keys = [*(old for old in self._keys if old.value is not part), key][-_MOST:]

    def _changed_before(self, part: object) -> None:
        """Compares with what was remembered of the same object, before that is forgotten."""
        for key in self._keys:
            if key.value is part:
                self._compare(key)

    def _look(self, name: str, value: object) -> Fingerprint:
        found = fingerprint({name: value}, file=self._file, module=self._module)
        found.kept.clear()  # so that nothing is kept alive
        found.holders.clear()
        return found

    def _compare(self, key: _Key) -> None:
        value = key.value
        if value is None:
            return
        hashed = _hashed(value)
        lost = hashed != key.hashed
        found = changes(key.looked, self._look(key.name, value))
        if not lost and not found:
            return
        path = found[0].path if found else ""
        attribute = path.removeprefix(f"{key.name}.").partition(".")[0].partition("[")[0] if "." in path else ""
        change = MutatedStatic(
            name=key.name, attribute=attribute[:60], line=self._line(attribute), kept=key.line, rehashed=lost
        )
        self._changes.setdefault((change.name, change.attribute, lost), change)

    def _line(self, attribute: str) -> int | None:
        """The first line in a function of the file that sets such an attribute."""
        try:
            tree = ast.parse(self._source)
        except (SyntaxError, ValueError):  # it ran, so this is a text changed since
            return None
        return min((one.line for one in setters(tree) if one.owner and one.name == attribute), default=None)


def _static(found: Miss) -> Iterator[tuple[str, Any]]:
    """What is static in a call, by the names of the parameters: what is bound to the function, too."""
    names = parameter_names(found)
    function = found.function
    while isinstance(function, functools.partial):
        yield from ((f"#{index + 1}", value) for index, value in enumerate(function.args))
        yield from function.keywords.items()
        function = function.func
    if isinstance(function, MethodType):
        yield "self", function.__self__
    for position, value in enumerate(found.positional):
        name = names[position] if position < len(names) else f"#{position + 1}"
        if position in found.static_positions or name in found.static_names:
            yield name, value
    for name, value in (found.keyword or {}).items():
        if name in found.static_names or (name in names and names.index(name) in found.static_positions):
            yield name, value


def _parts(value: Any, depth: int = _DEEPEST) -> Iterator[Any]:  # noqa: ANN401 - a static argument
    """The objects with attributes in a static argument."""
    if isinstance(value, tuple | frozenset) and depth:
        for item in value:
            yield from _parts(item, depth - 1)
    elif isinstance(value, functools.partial) and depth:
        yield from _parts((value.func, value.args, tuple(value.keywords.values())), depth - 1)
    elif isinstance(value, MethodType) and depth:
        yield from _parts(value.__self__, depth - 1)
    elif not isinstance(value, type | FunctionType) and own_attributes(value):
        yield value


def _hashed(value: object) -> int | None:
    try:
        return _hash(value)
    except Exception:  # noqa: BLE001 - `__hash__` of the file
        return None


def _weak(value: object) -> Any:  # noqa: ANN401 - as the object allows
    try:
        return weakref.ref(value)
    except TypeError:
        return value
