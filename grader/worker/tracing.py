"""A traced program as plain data: what it is made of, what goes in and out, the constants it carries."""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import jax
import numpy as np
from msgspec import structs

from grader.model.answers import Raised, Traced
from grader.worker.calling import guarded
from grader.worker.failures import plain
from grader.worker.genuine import name_of
from grader.worker.jitting import tracing
from grader.worker.private import ArrayImpl, PRNGKeyArray, to_numpy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.worker.subject import Subject

__all__ = ["CALLS", "line_of", "traced"]

_LONGEST_PROGRAM: Final = 19_000
_MOST_LOOPS: Final = 20
_LOOPS: Final = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")
CALLS: Final = ("jit", "pjit")

_jit = jax.jit
_flatten, _unflatten = jax.tree_util.tree_flatten, jax.tree_util.tree_unflatten


def traced(
    subject: Subject,
    positional: tuple[Any, ...],
    keyword: dict[str, Any],
    *,
    within: bool = False,
    placed: bool = False,
) -> Traced | Raised:
    """The program the function is traced to on these arguments; without one where it is not jitted as a whole.

    ``within``: then the largest program of the jitted functions that it calls, if it can be traced at all. ``placed``:
    it tells which lines of the file its lines come from.
    """
    trace = tracing(subject.callable)
    if trace is None:
        return _within(subject, positional, keyword) if within else Traced(whole=False)
    jaxpr = guarded(lambda: trace(*positional, **keyword).jaxpr, "call", subject.file)
    if isinstance(jaxpr, Raised):
        return jaxpr
    found = _program(jaxpr, subject)
    return structs.replace(found, places=_places(jaxpr, found.jaxpr, subject.file)) if placed else found


def _within(subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any]) -> Traced:
    """The largest program that a plain function has compiled; numbers stay what they are, as Python code sees them."""
    leaves, tree = _flatten((positional, keyword))
    places = [index for index, leaf in enumerate(leaves) if type(leaf) in (ArrayImpl, np.ndarray, PRNGKeyArray)]

    def whole(arrays: list[Any]) -> Any:  # noqa: ANN401 - whatever the function returns
        given = dict(zip(places, arrays, strict=True))
        filled, named = _unflatten(tree, [given.get(index, leaf) for index, leaf in enumerate(leaves)])
        return subject.callable(*filled, **named)

    jaxpr = guarded(lambda: _jit(whole).trace([leaves[place] for place in places]).jaxpr, "call", subject.file)
    if isinstance(jaxpr, Raised):
        return Traced(whole=False)
    called = [
        inner
        for equation, _ in _equations(jaxpr, subject.file)
        if name_of(equation.primitive) in CALLS
        for inner in _programs(list(equation.params.values()))
    ]
    if not called:
        return Traced(whole=False)
    largest = max(called, key=lambda inner: sum(1 for _ in _equations(inner, subject.file)))
    return structs.replace(_program(largest, subject), whole=False)


def _program(jaxpr: Any, subject: Subject) -> Traced:  # noqa: ANN401 - a Jaxpr or ClosedJaxpr, as the release has it
    """What a jaxpr is made of, sub-programs included."""
    primitives: Counter[str] = Counter()
    lines: dict[int, Counter[str]] = {}
    loops: Counter[int] = Counter()
    looping = _looping(subject.source)
    for equation, line in _equations(jaxpr, subject.file):
        met = [looping[frame] for frame in _lines_of(equation, subject.file) if frame in looping]
        loops.update(met[-1:])
        name = name_of(equation.primitive)
        primitives[name] += 1
        if line is not None:
            lines.setdefault(line, Counter())[name] += 1
    return Traced(
        whole=True,
        primitives=dict(primitives),
        equations=primitives.total(),
        lines={line: dict(counts) for line, counts in lines.items()},
        loops=dict(loops.most_common(_MOST_LOOPS)),
        inputs=tuple(_type(aval) for aval in jaxpr.in_avals),
        outputs=tuple(_type(aval) for aval in jaxpr.out_avals),
        effects=tuple(sorted(str(effect) for effect in jaxpr.effects)),
        constants=tuple(_digest(constant) for constant in _constants(jaxpr)),
        jaxpr=_text(jaxpr),
    )


def _equations(jaxpr: Any, file: str) -> Iterator[tuple[Any, int | None]]:  # noqa: ANN401 - as above
    """All equations of a jaxpr and of those in their parameters, with the student's line that each comes from.

    What a jitted function is made of counts to the line that calls it: it may have been traced for another one.
    """
    waiting: list[tuple[Any, int | None]] = [(jaxpr, None)]
    while waiting:
        item, caller = waiting.pop()
        for equation in getattr(item, "jaxpr", item).eqns:
            line = caller or line_of(equation, file)
            yield equation, line
            inner = line if name_of(equation.primitive) in CALLS else caller
            waiting.extend((one, inner) for one in _programs(list(equation.params.values())))


def line_of(equation: Any, file: str) -> int | None:  # noqa: ANN401 - a JaxprEqn
    """The student's innermost line that an equation was made by; None where jax kept none."""
    return next(_lines_of(equation, file), None)


def _lines_of(equation: Any, file: str) -> Iterator[int]:  # noqa: ANN401 - as above
    """The student's lines that an equation was made by, innermost first."""
    kept = getattr(getattr(equation, "source_info", None), "traceback", None)
    return (int(frame.line_num) for frame in getattr(kept, "frames", ()) if frame.file_name == file)


def _looping(source: str) -> dict[int, int]:
    """The lines within Python loops and comprehensions, each with the line at which the outermost of its loops begins.

    What a function defined in a loop does is done where it is called.
    """
    found: dict[int, int] = {}

    def mark(node: ast.AST, loop: int | None) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            loop = None
        elif isinstance(node, _LOOPS):
            loop = loop or node.lineno
        if loop is not None and isinstance(node, ast.stmt | ast.expr):
            found.setdefault(node.lineno, loop)
        for child in ast.iter_child_nodes(node):
            mark(child, loop)

    try:
        mark(ast.parse(source), None)
    except (SyntaxError, RecursionError):
        return {}
    return found


def _programs(parameters: list[Any]) -> Iterator[Any]:
    """The jaxprs among an equation's parameters, also those in tuples, lists and dicts (branches, say)."""
    while parameters:
        item = parameters.pop()
        if isinstance(item, tuple | list):
            parameters.extend(item)
        elif isinstance(item, dict):
            parameters.extend(item.values())
        elif hasattr(getattr(item, "jaxpr", item), "eqns"):
            yield item


def _constants(jaxpr: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
    """The constants of a jaxpr and of those in its equations."""
    yield from getattr(jaxpr, "consts", ())
    for equation, _ in _equations(jaxpr, ""):
        for inner in _programs(list(equation.params.values())):
            yield from getattr(inner, "consts", ())


def _text(jaxpr: Any) -> str:  # noqa: ANN401 - as above
    """The program as jax prints it, without addresses in memory; cut where it is long, then with a hash of it all."""
    text = _ADDRESS.sub("", str(jaxpr))
    if len(text) <= _LONGEST_PROGRAM:
        return plain(text)
    return f"{plain(text, _LONGEST_PROGRAM)}\n{_hash(text.encode('utf-8', 'backslashreplace'))}"


def _places(jaxpr: Any, text: str, file: str) -> tuple[int, ...]:  # noqa: ANN401 - as above
    """The line of the file that each line of the text comes from, 0 where none.

    jax prints the same lines again with where they come from; one that is not the same (the text may be cut) has none.
    """
    place = re.compile(rf"\s+# {re.escape(file)}:(\d+):\d+ \([^#]*\)")
    annotated = _ADDRESS.sub("", jaxpr.pretty_print(source_info=True, use_color=False)).splitlines()
    found = [(line, place.search(line)) for line in annotated]
    told = [(line[: match.start()], int(match[1])) if match else (line, 0) for line, match in found]
    return tuple(line if code == shown else 0 for (code, line), shown in zip(told, text.splitlines(), strict=False))


def _type(aval: Any) -> str:  # noqa: ANN401 - an abstract value
    """A type as jaxprs write it (``f32[3]``)."""
    return str(aval.str_short(short_dtypes=True)).lstrip("~")


def _digest(constant: Any) -> str:  # noqa: ANN401 - whatever a jaxpr holds
    """A constant's type and a hash of its bytes; of what is no array, its type alone."""
    if type(constant) is ArrayImpl:
        values = to_numpy(constant)
    else:
        try:
            values = np.asarray(constant)
        except (TypeError, ValueError):
            return type(constant).__name__
    if values.dtype.hasobject:
        return type(constant).__name__
    shape = ",".join(map(str, values.shape))
    return f"{values.dtype.name}[{shape}]:{_hash(values.tobytes())}"


def _hash(data: bytes) -> str:
    """A short hash."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
