"""A fingerprint of all state the student's file can reach, place by place, so that two can be compared."""

from __future__ import annotations

import functools
import gc
import sys
import types
import warnings
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.core
import numpy as np

from grader.worker.purity.attribution import student_function
from grader.worker.purity.marks import ABSENT, Look, leaf_look

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["CAP", "Change", "Fingerprint", "Place", "changes", "fingerprint"]

_DEPTH = 9
_PLACES = 4000
_ITEMS = 300
CAP = 16 << 20
_JITTED = type(jax.jit(lambda: None))
_MEMO = type(functools.lru_cache(lambda: None))
_CONTAINERS = (dict, list, tuple, deque, set, frozenset, np.ndarray)
_ITERATORS = ("iterator", "enumerate", "zip", "map", "filter", "reversed", "itertools.")
_UNTOLD = {"__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__wrapped__", "__slots__"}


class Place(NamedTuple):
    """A place that can hold state: its variable's name, and the words that tell a student which place it is."""

    name: str
    words: str


class Change(NamedTuple):
    """A place that looks different in two fingerprints."""

    path: str
    place: Place
    before: Look
    after: Look


@dataclass(eq=False)
class Fingerprint:
    """How each place looked. ``tracers`` are places that held a tracer.

    ``modules`` holds, for each module of others, which object each of its names meant (by ``id``). ``kept`` holds
    the objects that were compared by identity, so that no other can take their address.
    """

    looks: dict[str, Look] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    tracers: dict[str, Place] = field(default_factory=dict)
    modules: dict[str, dict[str, int]] = field(default_factory=dict)
    kept: list[object] = field(default_factory=list)

    def add(self, path: str, place: Place, look: Look) -> None:
        """Records one place."""
        self.looks[path] = look
        self.places[path] = place


def fingerprint(
    roots: Mapping[str, object], *, file: str, module: str, cap: int = CAP, words: str = "the global"
) -> Fingerprint:
    """Walks from ``roots`` through containers and through the functions, classes and instances of ``file``."""
    walk = _Walk(file=file, module=module, cap=cap)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # looking at an iterator of itertools is deprecated
        for name, value in roots.items():
            walk.visit(name, Place(name, f"{words} `{name}`"), value, _DEPTH)
    return walk.found


def changes(before: Fingerprint, after: Fingerprint) -> list[Change]:
    """Returns the places that look different, those of ``before`` first."""
    places = {**after.places, **before.places}
    found = []
    for path, place in places.items():
        old, new = before.looks.get(path, ABSENT), after.looks.get(path, ABSENT)
        if (old.shown, old.exact) != (new.shown, new.exact):
            found.append(Change(path, place, old, new))
    for module, names in before.modules.items():
        found += _renamed(module, names, after.modules.get(module, names))
    return found


def _renamed(module: str, before: dict[str, int], after: dict[str, int]) -> Iterator[Change]:
    """Names of another module that mean something else. Its submodules come and go with lazy imports."""
    if before == after:
        return
    for name in {**before, **after}:
        if before.get(name) != after.get(name) and not (name.startswith("_") or f"{module}.{name}" in sys.modules):
            words = f"the name `{module}.{name}`"
            old, new = (Look("something" if name in side else "nothing", "") for side in (before, after))
            yield Change(words, Place(f"{module}.{name}", words), old, new)


class _Walk:
    """One walk, which meets each object once."""

    def __init__(self, *, file: str, module: str, cap: int) -> None:
        self.file = file
        self.module = module
        self.cap = cap
        self.found = Fingerprint()
        self.met: dict[int, str] = {}

    def visit(self, path: str, place: Place, value: Any, depth: int) -> None:  # noqa: ANN401 - anything at all
        """Records ``value`` at ``path``, then visits its parts."""
        if isinstance(value, jax.core.Tracer):
            self.found.add(path, place, Look("a tracer", f"tracer {id(value)}"))
            self.found.tracers[path] = place
            return
        if isinstance(value, _CONTAINERS):
            place = Place(place.name, _called(value, place))
        if isinstance(value, np.ndarray) and value.dtype == object:
            value = value.ravel().tolist()
        look = leaf_look(value, cap=self.cap)
        if look is not None:
            if look.exact.startswith("#"):
                self.found.kept.append(value)
            self.found.add(path, place, look)
            return
        if id(value) in self.met:
            self.found.add(path, place, Look("the same object", f"-> {self.met[id(value)]}"))
            return
        if depth <= 0 or len(self.found.looks) >= _PLACES:
            return
        self.met[id(value)] = path
        self.found.kept.append(value)
        self.found.add(path, place, self._own_look(value))
        for step, inner, part in self._parts(path, place, value):
            self.visit(path + step, inner, part, depth - 1)

    def _own_look(self, value: Any) -> Look:  # noqa: ANN401 - anything at all
        if isinstance(value, dict):
            return Look("a dict", "dict")
        if isinstance(value, list | tuple | deque | set | frozenset):
            return Look(f"{type(value).__name__} of {len(value)}", "")
        if isinstance(value, types.ModuleType):
            return Look(f"module {value.__name__}", "")
        return Look(f"{type(value).__name__}", f"#{id(value)}")

    def _parts(self, path: str, place: Place, value: Any) -> Iterator[tuple[str, Place, Any]]:  # noqa: ANN401, C901, PLR0912
        """Yields the parts of a value as (how the path goes on, place, part)."""
        if isinstance(value, dict):
            for key, item in list(value.items())[:_ITEMS]:
                text = _key(key)
                yield f"[{text}]", Place(place.name, f"{place.words} (entry {text})"), item
        elif isinstance(value, list | tuple | deque):
            yield from ((f"[{index}]", place, item) for index, item in enumerate(list(value)[:_ITEMS]))
        elif isinstance(value, set | frozenset):
            yield from ((f"{{{item}}}", place, item) for item in sorted(map(_key, value))[:_ITEMS])
        elif isinstance(value, types.FunctionType):
            if student_function(value, self.file):
                yield from _function_parts(path, value)
        elif isinstance(value, types.MethodType):
            yield ".__self__", place, value.__self__
            yield ".__func__", place, value.__func__
        elif isinstance(value, functools.partial):
            yield from (("()", place, part) for part in (value.func, value.args, value.keywords))
        elif isinstance(value, _JITTED):
            yield ".__wrapped__", place, getattr(value, "__wrapped__", None)
            yield from _attributes(path, "the function attribute", vars(value))
        elif isinstance(value, _MEMO):
            yield from (("{cache}", place, held) for held in _tracers_behind(value))
        elif isinstance(value, staticmethod | classmethod):
            yield "", place, value.__func__
        elif isinstance(value, property):
            yield from (("", place, part) for part in (value.fget, value.fset) if part is not None)
        elif isinstance(value, type):
            if value.__module__ == self.module:
                yield from _attributes(path, "the class attribute", dict(vars(value)))
        elif isinstance(value, types.GeneratorType):
            if value.gi_frame is not None:
                yield ".line", place, f"line {value.gi_frame.f_lineno}, {value.gi_frame.f_lasti}"
                yield from ((f".{name}", place, part) for name, part in value.gi_frame.f_locals.items())
        else:
            yield from self._object_parts(path, place, value)

    def _object_parts(self, path: str, place: Place, value: Any) -> Iterator[tuple[str, Place, Any]]:  # noqa: ANN401
        cls = type(value)
        name = f"{cls.__module__}.{cls.__qualname__}"
        if cls.__module__ == self.module or cls is types.SimpleNamespace:
            yield ".__class__", Place(cls.__name__, f"the class `{cls.__name__}`"), cls
            yield from _attributes(path, "the attribute", getattr(value, "__dict__", {}))
            slots = [slot for base in cls.__mro__ for slot in _slots(base)]
            missing = object()
            read = {slot: getattr(value, slot, missing) for slot in slots if slot not in _UNTOLD}
            yield from _attributes(path, "the attribute", {k: v for k, v in read.items() if v is not missing})
        elif name.startswith("queue."):
            yield ".queue", place, list(getattr(value, "queue", ()))
        elif cls.__module__ in {"builtins", "itertools"} and any(word in name for word in _ITERATORS):
            state = value.__reduce__()
            yield from ((f".{index}", place, part) for index, part in enumerate(state[1:]))
        elif name.endswith("Ref") and cls.__module__.startswith("jax") and hasattr(value, "__getitem__"):
            yield "[...]", place, value[...]


def _slots(base: type) -> tuple[str, ...]:
    slots = vars(base).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _function_parts(path: str, function: types.FunctionType) -> Iterator[tuple[str, Place, Any]]:
    code = function.__code__
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=False):
        try:
            held = cell.cell_contents
        except ValueError:  # a cell that was never filled
            continue
        yield f"<{name}>", Place(name, f"the variable `{name}` of the function around `{code.co_name}`"), held
    positional = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    named = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=False))
    for name, held in {**named, **(function.__kwdefaults__ or {})}.items():
        yield f"({name})", Place(name, f"the default argument `{name}` of `{code.co_name}`"), held
    if "__wrapped__" in vars(function):
        yield ".__wrapped__", Place(path, f"the function `{path}`"), vars(function)["__wrapped__"]
    yield from _attributes(path, "the function attribute", vars(function))


def _attributes(path: str, words: str, held: dict[str, Any]) -> Iterator[tuple[str, Place, Any]]:
    for name, value in list(held.items())[:_ITEMS]:
        if name in _UNTOLD or name.startswith(("_abc_", "__jax")):
            continue
        yield f".{name}", Place(f"{path}.{name}", f"{words} `{path}.{name}`"), value


def _called(value: object, place: Place) -> str:
    """A global container goes by what it is (``the list `history```); one held elsewhere by where it is held."""
    kind = "array" if isinstance(value, np.ndarray) else type(value).__name__
    return place.words.replace("the global `", f"the {kind} `")


def _key(key: object) -> str:
    if isinstance(key, int | float | str | bytes | bool | type(None)):
        return repr(key)[:40]
    if isinstance(key, tuple):
        return f"({', '.join(map(_key, key))})"[:80]
    return getattr(key, "__name__", type(key).__name__)


def _tracers_behind(value: object) -> list[object]:
    """Tracers that an ``lru_cache`` keeps: it shows its contents to the garbage collector only."""
    found: list[object] = []
    layer = [value]
    met = {id(value)}
    for _ in range(4):
        inner: list[object] = []
        for held in layer:
            for part in gc.get_referents(held):
                if id(part) in met or isinstance(part, types.ModuleType | types.FunctionType | type):
                    continue
                met.add(id(part))
                (found if isinstance(part, jax.core.Tracer) else inner).append(part)
        layer = inner[:_ITEMS]
    return found[:1]
