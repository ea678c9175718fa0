"""What the stack tells at the moment of a compilation: whose function missed the cache, with what, on which line.

There is no public way to ask, so frames of jax's own are recognised by name. Where a release of jax renames them,
compilations are still counted, and only their explanation is lost; tests/worker/test_counting.py says so then.
"""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass
from types import CellType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal

import jax
import jax.extend.core

from grader.worker.genuine import JAX, is_of_jax

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType, FrameType

__all__ = ["Miss", "miss"]

# What jax.vmap, jax.grad and the like return is wrapped as they are themselves.
_TRANSFORMED = jax.vmap.__code__.co_filename
_Array = jax.Array
_PROGRAMS = (jax.extend.core.ClosedJaxpr, jax.extend.core.Jaxpr)
_EMPTY: Final = CellType()
_MISSES = frozenset({"cache_miss", "_pjit_call_impl"})
_LOOPS = frozenset({"while", "scan", "cond"})
_DEEPEST = 20


@dataclass(frozen=True, kw_only=True, eq=False)
class Miss:
    """A call that was not in the cache. It holds the student's objects, so it must not outlive the listener's call.

    ``function`` is what was handed to ``jax.jit`` (None where only types are known: differentiated, vmapped or
    compiled ahead of time), ``how`` the way it came to be compiled, ``source`` its file, line and name.
    """

    program: str
    kind: Literal["jit", "loop", "eager"]
    how: Literal["called", "transformed", "ahead of time", "primitive"]
    line: int | None
    source: tuple[str, int, str]
    function: Any = None
    positional: tuple[Any, ...] = ()
    keyword: dict[str, Any] | None = None
    static_positions: frozenset[int] = frozenset()
    static_names: frozenset[str] = frozenset()


def miss(frame: FrameType | None, program: str, file: str) -> Miss:
    """Reads the stack upwards from ``frame``; ``file`` is the ``co_filename`` of the student's code."""
    cached: FrameType | None = None
    primitive: FrameType | None = None
    transformed: FrameType | None = None
    line: int | None = None
    while frame is not None:
        code = frame.f_code
        if code.co_filename == file:
            line = frame.f_lineno
            break
        if cached is None and code.co_name in _MISSES and is_of_jax(code, frame.f_globals):
            if code.co_name == "cache_miss" and "jit_info" in code.co_freevars:
                cached = frame
            elif code.co_name == "_pjit_call_impl" and transformed is None:
                transformed = frame
        elif primitive is None and code.co_name == "apply_primitive" and is_of_jax(code, frame.f_globals):
            primitive = frame
        frame = frame.f_back
    if transformed is not None:
        return _of_transform(transformed, program, line)
    if cached is None:
        return Miss(program=program, kind="jit", how="ahead of time", line=line, source=("", 0, program))
    if primitive is not None and _called_by(cached, primitive):
        return _of_primitive(primitive, program, line)
    return _of_call(cached, program, line, file)


def _called_by(inner: FrameType, outer: FrameType) -> bool:
    """Whether only jax's traceback filter lies between the two frames."""
    frame = inner.f_back
    while frame is not None and frame is not outer and "traceback" in frame.f_code.co_filename:
        frame = frame.f_back
    return frame is outer


def _of_primitive(frame: FrameType, program: str, line: int | None) -> Miss:
    """One operation outside jit; loops among them are told apart, for they compile again at each call."""
    name = str(frame.f_locals.get("prim"))
    return Miss(
        program=program,
        kind="loop" if name in _LOOPS else "eager",
        how="primitive",
        line=line,
        source=("", line or 0, name),
        positional=tuple(frame.f_locals.get("args", ())),
    )


def _of_transform(frame: FrameType, program: str, line: int | None) -> Miss:
    """A jitted function under ``jax.grad`` or ``jax.vmap`` outside jit: only its program is on the stack."""
    jaxpr = frame.f_locals.get("jaxpr")
    told = getattr(getattr(jaxpr, "jaxpr", jaxpr), "debug_info", None)
    name, _, place = str(getattr(told, "func_src_info", "")).partition(" at ")
    file, _, number = place.rpartition(":")
    caller = frame.f_back
    while caller is not None and not caller.f_code.co_name.startswith("_pjit"):
        caller = caller.f_back
    rule = caller.f_code.co_name if caller is not None else ""
    return Miss(
        program=program,
        kind="eager" if file.startswith(JAX) else "jit",
        how="transformed",
        line=line,
        source=(file, int(number) if number.isdigit() else 0, f"{name} {rule}"),
        positional=tuple(frame.f_locals.get("args", ())),
    )


def _of_call(frame: FrameType, program: str, line: int | None, file: str) -> Miss:
    """A call of a jitted function: jax's own, such as ``jnp.where``, or the student's."""
    function = frame.f_locals.get("fun")
    info = frame.f_locals.get("jit_info")
    source = _source_of(function)
    if line is None and source[0] == file:
        line = source[1]
    return Miss(
        program=program,
        kind="eager" if _is_of_jax(function) else "jit",
        how="called",
        line=line,
        source=source,
        function=function,
        positional=tuple(frame.f_locals.get("args", ())),
        keyword=dict(frame.f_locals.get("kwargs", {})),
        static_positions=frozenset(getattr(info, "static_argnums", ())),
        static_names=frozenset(getattr(info, "static_argnames", ())),
    )


def _code(function: object) -> CodeType | None:
    """The code under partials, bound methods and wrappers."""
    for _ in range(_DEEPEST):
        if isinstance(function, functools.partial):
            function = function.func
        elif isinstance(function, MethodType):
            function = function.__func__
        elif (inner := getattr(function, "__wrapped__", None)) is not None:
            function = inner
        else:
            break
    if not isinstance(function, FunctionType):
        function = vars(type(function)).get("__call__")
    return getattr(function, "__code__", None)


def _source_of(function: object) -> tuple[str, int, str]:
    """The file, first line and name of a function's code, whatever it is wrapped in."""
    code = _code(function)
    if code is None:
        return "", 0, type(function).__name__
    return code.co_filename, code.co_firstlineno, code.co_name


def _is_of_jax(function: object) -> bool:
    """Whether jax itself jitted this function.

    The name decides nothing (a student's ``abs`` compiles as ``jit(abs)``, like ``jnp.abs``): the function must be
    defined in a module of jax, and must not be the public object by which a student names it, for jax's own
    functions stand under their name already jitted, and ``jax.jit(jnp.where)`` hands in the public one. Nor does jax
    jit methods of what it gives out: a student hands in ``exported.call`` or ``array.dot``; nor what was made of a
    program, as ``jaxpr_as_fun`` and ``jax.linearize`` do.
    """
    while isinstance(function, functools.partial):
        if _hold_a_program((*function.args, *function.keywords.values())):
            return False
        function = function.func
    if isinstance(function, MethodType):
        if _is_given_out(function.__self__):
            return False
        function = function.__func__
    if not isinstance(function, FunctionType):
        return False
    if _hold_a_program(cell.cell_contents for cell in function.__closure__ or () if cell != _EMPTY):
        return False
    code = _code(function)
    if function.__code__.co_filename == _TRANSFORMED or not is_of_jax(function.__code__, function.__globals__):
        return False
    if code is None or not is_of_jax(code):
        return False
    name = function.__name__
    public = getattr(sys.modules.get(function.__module__), name, None)
    return public is not function or name.startswith("_")


def _hold_a_program(values: Iterable[object]) -> bool:
    """Whether a program that jax traced is among these values."""
    return any(isinstance(value, _PROGRAMS) for value in values)


def _is_given_out(value: object) -> bool:
    """Whether this is an array, or an object of a class that a public module of jax has under its name."""
    kind = type(value)
    return isinstance(value, _Array) or any(
        vars(module).get(kind.__name__) is kind
        for name, module in list(sys.modules.items())
        if name.startswith("jax.") and "._" not in name and isinstance(module, ModuleType)
    )
