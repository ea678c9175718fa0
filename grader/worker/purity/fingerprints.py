"""A fingerprint of all state the student's file can reach, place by place."""

from __future__ import annotations

import array
import contextlib
import contextvars
import functools
import gc
import threading
import types
import warnings
from collections import deque
from typing import TYPE_CHECKING, Any

import jax
import jax.core
import numpy as np

from grader.worker.purity.attribution import student_function
from grader.worker.purity.marks import Look, leaf_look, of
from grader.worker.purity.places import Fingerprint, Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["CAP", "fingerprint", "key_text", "own_attributes"]

_DEPTH = 9
_PLACES = 4000
_ITEMS = 300
CAP = 16 << 20
_JITTED = type(jax.jit(lambda: None))
_MEMO = type(functools.lru_cache(lambda: None))
_SEQUENCES: tuple[Any, ...] = (list, tuple, deque, set, frozenset)
_CONTAINERS = (dict, *_SEQUENCES, np.ndarray)
_HOLDERS = frozenset(
    {
        "argparse.Namespace",
        "collections.UserDict",
        "collections.UserList",
        "weakref.WeakKeyDictionary",
        "weakref.WeakValueDictionary",
    }
)
"""Classes of the standard library whose instances hold what a file puts into them."""
_ITERATORS = ("iterator", "enumerate", "zip", "map", "filter", "reversed", "itertools.")
_UNTOLD = {"__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__wrapped__", "__slots__"}


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
        if of(value, jax.core.Tracer):
            self.found.add(path, place, Look("a tracer", f"tracer {id(value)}"))
            self.found.tracers[path] = place
            return
        if of(value, _CONTAINERS):
            place = Place(place.name, _called(value, place))
        if of(value, np.ndarray | bytearray):
            self.found.holders.setdefault(id(value), (path, value))
        if of(value, np.ndarray) and value.dtype == object:
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
        self.found.holders.setdefault(id(value), (path, value))
        self.found.kept.append(value)
        self.found.add(path, place, self._own_look(value))
        for step, inner, part in self._parts(path, place, value):
            self.visit(path + step, inner, part, depth - 1)

    def _own_look(self, value: Any) -> Look:  # noqa: ANN401 - anything at all
        if of(value, dict):
            return Look("a dict", "dict")
        if of(value, list | tuple | deque | set | frozenset):
            return Look(f"{type(value).__name__} of {len(_items(value))}", "")
        if of(value, types.ModuleType):
            return Look(f"module {value.__name__}", "")
        return Look(f"{type(value).__name__}", f"#{id(value)}")

    def _parts(self, path: str, place: Place, value: Any) -> Iterator[tuple[str, Place, Any]]:  # noqa: ANN401, C901, PLR0912
        """Yields the parts of a value as (how the path goes on, place, part)."""
        if of(value, dict):
            for key, item in list(dict.items(value))[:_ITEMS]:
                text = key_text(key)
                yield f"[{text}]", Place(place.name, f"{place.words} (entry {text})"), item
        elif of(value, list | tuple | deque):
            yield from ((f"[{index}]", place, item) for index, item in enumerate(_items(value)[:_ITEMS]))
        elif of(value, set | frozenset):
            yield from ((f"{{{item}}}", place, item) for item in sorted(map(key_text, _items(value)))[:_ITEMS])
        elif of(value, types.FunctionType):
            if student_function(value, self.file):
                yield from _function_parts(path, value)
        elif of(value, types.MethodType):
            yield ".__self__", place, value.__self__
            yield ".__func__", place, value.__func__
        elif of(value, functools.partial):
            yield from (("()", place, part) for part in (value.func, value.args, value.keywords))
        elif of(value, _JITTED):
            yield ".__wrapped__", place, getattr(value, "__wrapped__", None)
            set_by_file = {name: held for name, held in vars(value).items() if not name.startswith("_")}
            yield from _attributes(path, "the function attribute", set_by_file)
        elif of(value, _MEMO):
            yield from (("{cache}", place, held) for held in _tracers_behind(value))
        elif of(value, staticmethod | classmethod):
            yield "", place, value.__func__
        elif of(value, property):
            yield from (("", place, part) for part in (value.fget, value.fset) if part is not None)
        elif of(value, type):
            if value.__module__ == self.module:
                yield from _attributes(path, "the class attribute", dict(vars(value)))
        elif of(value, types.GeneratorType):
            place = _iterator(place)
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
            yield from _attributes(path, "the attribute", own_attributes(value))
        elif name in _HOLDERS:
            yield from _attributes(path, "the attribute", own_attributes(value))
        elif cls is threading.local:
            yield from _attributes(path, "the attribute", dict(vars(value)))
        elif cls is contextvars.ContextVar:
            yield ".get()", place, value.get(None)
        elif cls is array.array:
            yield ".tobytes()", place, value.tobytes()
        elif name.startswith("queue."):
            yield ".queue", place, list(getattr(value, "queue", ()))
        elif cls.__module__ in {"builtins", "itertools"} and any(word in name for word in _ITERATORS):
            state, place = value.__reduce__(), _iterator(place)
            yield from ((f".{index}", place, part) for index, part in enumerate(state[1:]))
        elif name.endswith("Ref") and cls.__module__.startswith("jax") and hasattr(value, "__getitem__"):
            yield "[...]", place, value[...]


def _iterator(place: Place) -> Place:
    return Place(place.name, place.words.replace("the global `", "the iterator `"))


def _items(value: Any) -> list[Any]:  # noqa: ANN401 - a list, tuple, deque, set or frozenset
    """The items as the built-in class has them: a subclass may iterate as it likes, or not end."""
    base = next(base for base in _SEQUENCES if of(value, base))
    return list(base.__iter__(value))


def own_attributes(value: object) -> dict[str, Any]:
    """Returns what an instance holds, read past whatever its class says of reading attributes."""
    found: dict[str, Any] = {}
    for base in type(value).__mro__:
        for name, member in vars(base).items():
            if of(member, types.MemberDescriptorType):  # a slot
                with contextlib.suppress(AttributeError):  # an empty one
                    found[name] = member.__get__(value)
    with contextlib.suppress(AttributeError):
        found.update(object.__getattribute__(value, "__dict__"))
    return found


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
    kind = "array" if of(value, np.ndarray) else type(value).__name__
    return place.words.replace("the global `", f"the {kind} `")


def key_text(key: Any) -> str:  # noqa: ANN401 - anything hashable
    """Returns how the key of an entry stands in a path."""
    if of(key, int | float | str | bytes | bool | type(None)):
        return repr(key)[:40]
    if of(key, tuple):
        return f"({', '.join(map(key_text, key))})"[:80]
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
                if id(part) in met or of(part, types.ModuleType | types.FunctionType | type):
                    continue
                met.add(id(part))
                (found if of(part, jax.core.Tracer) else inner).append(part)
        layer = inner[:_ITEMS]
    return found[:1]
