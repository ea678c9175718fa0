"""A fingerprint of all state the student's file can reach, place by place."""

from __future__ import annotations

import contextlib
import contextvars
import functools
import gc
import threading
import types
import warnings
import weakref
from collections import deque
from typing import TYPE_CHECKING, Any

import jax
import jax.core
import numpy as np

from grader.worker.purity.attribution import student_function
from grader.worker.purity.libraries import is_owned, made_by, put_on
from grader.worker.purity.marks import Look, leaf_look, of
from grader.worker.purity.places import Fingerprint, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["CAP", "fingerprint", "key_text", "own_attributes"]

_DEPTH = 9
_PLACES = 4000
_ITEMS = 300
_LIBRARY = 3000  # places within objects of libraries
_LIBRARY_DEPTH = 5
CAP = 16 << 20
_JITTED = type(jax.jit(lambda: None))
_MEMO = type(functools.lru_cache(lambda: None))
_SEQUENCES: tuple[Any, ...] = (list, tuple, deque, set, frozenset)
_CONTAINERS = (dict, *_SEQUENCES, np.ndarray)
_ITERATORS = ("iterator", "enumerate", "zip", "map", "filter", "reversed")
_UNFOLLOWED = (types.ModuleType, types.CodeType, types.FrameType, types.TracebackType, weakref.ref, type)
_FRAMES = ("gi_frame", "cr_frame", "ag_frame")
_HASHES = frozenset({"_hashlib", "_blake2", "_md5", "_sha1", "_sha2", "_sha256", "_sha512", "_sha3"})
_UNTOLD = {"__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__wrapped__", "__slots__"}


def fingerprint(
    roots: Mapping[str, object],
    *,
    file: str,
    module: str,
    cap: int = CAP,
    words: str = "the global",
    added: Iterable[tuple[str, str, Any]] = (),
) -> Fingerprint:
    """Walks from ``roots`` through containers and through the functions, classes and instances of ``file``.

    Objects of libraries come last, so that large ones hide nothing. ``added`` are more roots, from libraries.py.
    """
    walk = _Walk(file=file, module=module, cap=cap)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # looking at an iterator of itertools is deprecated
        for name, value in roots.items():
            walk.visit(name, Place(name, f"{words} `{name}`"), value, _DEPTH)
        for path, said, value in added:
            walk.visit(path, Place(path, said), value, _DEPTH)
        walk.most = len(walk.found.looks) + _LIBRARY
        for path, place, value, depth in walk.later:  # it grows meanwhile
            for step, inner, part in walk.library_parts(path, place, value):
                walk.visit(path + step, inner, part, depth - 1)
    return walk.found


class _Walk:
    """One walk, which meets each object once."""

    def __init__(self, *, file: str, module: str, cap: int) -> None:
        self.file = file
        self.module = module
        self.cap = cap
        self.found = Fingerprint()
        self.met: dict[int, str] = {}
        self.most = _PLACES
        self.depth = _DEPTH
        self.later: list[tuple[str, Place, Any, int]] = []

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
        if depth <= 0 or len(self.found.looks) >= self.most:
            return
        self.met[id(value)] = path
        self.found.holders.setdefault(id(value), (path, value))
        self.found.kept.append(value)
        self.found.add(path, place, self._own_look(value))
        self.depth = depth
        for step, inner, part in list(self._parts(path, place, value)):
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
            yield from self._held_as_keys(place, list(dict.keys(value))[:_ITEMS])
        elif of(value, list | tuple | deque):
            yield from ((f"[{index}]", place, item) for index, item in enumerate(_items(value)[:_ITEMS]))
        elif of(value, set | frozenset):
            yield from ((f"{{{item}}}", place, item) for item in sorted(map(key_text, _items(value)))[:_ITEMS])
            yield from self._held_as_keys(place, _items(value)[:_ITEMS])
        elif of(value, types.FunctionType):
            if student_function(value, self.file):
                yield from _function_parts(path, value)
            else:
                yield from _attributes(path, "the function attribute", put_on(value))
        elif of(value, types.MethodType):
            yield ".__self__", place, value.__self__
            yield ".__func__", place, value.__func__
        elif of(value, functools.partial):
            yield from (("()", place, part) for part in (value.func, value.args, value.keywords))
            yield from _attributes(path, "the attribute", vars(value))
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
            own = value.__module__ == self.module
            yield from _attributes(path, "the class attribute", dict(vars(value)) if own else put_on(value))
        else:
            yield from self._object_parts(path, place, value)
        if of(value, _CONTAINERS) and type(value) not in _CONTAINERS:
            yield from self._object_parts(path, place, value)

    def _held_as_keys(self, place: Place, keys: list[Any]) -> Iterator[tuple[str, Place, Any]]:
        """What may hold something itself among the keys of a dict or the items of a set."""
        plain = (int, float, complex, str, bytes, type(None), types.FunctionType)
        yield from ((f"{{{index}}}", place, key) for index, key in enumerate(keys) if not of(key, plain))

    def _object_parts(self, path: str, place: Place, value: Any) -> Iterator[tuple[str, Place, Any]]:  # noqa: ANN401
        cls = type(value)
        name = f"{cls.__module__}.{cls.__qualname__}"
        if cls.__module__ == self.module or cls is types.SimpleNamespace:
            yield ".__class__", Place(cls.__name__, f"the class `{cls.__name__}`"), cls
            yield from _attributes(path, "the attribute", own_attributes(value))
            yield from ((step, place, part) for step, part in _fields(value))
        elif cls is threading.local:
            yield from _attributes(path, "the attribute", dict(vars(value)))
        elif cls is contextvars.ContextVar:
            yield ".get()", place, value.get(None)
        elif _iterates(cls, name):
            state, place = value.__reduce__(), _iterator(place)
            yield from ((f".{index}", place, part) for index, part in enumerate(state[1:]))
        elif name.endswith("Ref") and cls.__module__.startswith("jax") and hasattr(value, "__getitem__"):
            yield "[...]", place, value[...]
        elif not of(value, _UNFOLLOWED):
            self.later.append((path, place, value, min(self.depth, _LIBRARY_DEPTH)))

    def library_parts(self, path: str, place: Place, value: Any) -> Iterator[tuple[str, Place, Any]]:  # noqa: ANN401
        """The parts of an object of a library; none of its methods is asked that is not written in C.

        What the library itself holds, a registry say, is its own affair: of that, what was put on it.
        """
        cls = type(value)
        package = made_by(cls)
        if package in ("grader", "fixtures"):
            return
        place = Place(place.name, place.words.replace("the global `", f"the {cls.__name__} `"))
        held = put_on(value) if is_owned(value) else own_attributes(value)
        public = {name: part for name, part in held.items() if not name.startswith("_")}
        yield from _attributes(path, "the attribute", public)
        if is_owned(value) or package in ("jax", "jaxlib"):
            return
        private = {name: part for name, part in held.items() if name not in public}
        yield from ((step, place, part) for step, _, part in _attributes(path, "the attribute", private))
        frame = next((getattr(value, name) for name in _FRAMES if name in vars(cls)), None)
        if frame is not None:
            yield ".line", _iterator(place), f"line {frame.f_lineno}, {frame.f_lasti}"
            yield from ((f".{name}", _iterator(place), part) for name, part in frame.f_locals.items())
        elif not hasattr(value, "__dict__"):
            yield from ((step, place, part) for step, part in _native_state(value))


def _native_state(value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - an object of a class written in C
    """What an object without attributes holds: its bytes, what is pickled of it, its fields, or what it refers to."""
    cls = type(value)
    yield from _fields(value)
    if cls.__module__ in _HASHES and hasattr(value, "digest"):
        yield ".digest()", value.copy().digest(*((16,) if "shake" in str(value.name) else ()))
        return
    if cls.__module__ == "_thread" and hasattr(value, "locked"):
        yield ".locked()", value.locked()
    if cls is contextvars.Context:
        yield "{}", {f"{key.name} {id(key)}": held for key, held in value.items()}
        return
    with contextlib.suppress(TypeError, BufferError, ValueError):
        yield "{bytes}", bytes(memoryview(value).cast("B"))
        return
    owner = _owner(cls, "__reduce__")
    if owner is not object and of(vars(owner)["__reduce__"], types.MethodDescriptorType):
        with contextlib.suppress(Exception):  # it may refuse to be pickled
            reduced = value.__reduce__()
            yield from ((f"{{{index}}}", part) for index, part in enumerate(reduced[1:]) if of(reduced, tuple))
            return
    held = gc.get_referents(value)[:_ITEMS]
    yield from ((f"{{{index}}}", part) for index, part in enumerate(held) if not of(part, _UNFOLLOWED))


def _fields(value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - an instance
    """The fields that classes written in C give an instance, as far as they are plain data."""
    for base in type(value).__mro__[:-1]:
        if base.__module__.startswith(("jax", "builtins")) or issubclass(base, np.dtype):
            continue
        for name, member in vars(base).items():
            if of(member, types.GetSetDescriptorType) and not name.startswith("_"):
                with contextlib.suppress(Exception):  # some fields cannot be read in every state
                    part = member.__get__(value)
                    if of(part, int | float | str | bytes | tuple | type(None)):
                        yield f".{name}", part


def _owner(cls: type, name: str) -> type:
    """The class among its bases that defines a name."""
    return next((base for base in cls.__mro__ if name in vars(base)), object)


def _iterates(cls: type, name: str) -> bool:
    """Whether this is a class of iterators of Python's own that tell what is left of them."""
    kind = name.startswith("itertools.") or (cls.__module__ == "builtins" and any(map(name.__contains__, _ITERATORS)))
    return kind and hasattr(cls, "__next__")


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
