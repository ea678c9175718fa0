"""A traced program as plain data: what it is made of, what goes in and out, the constants it carries."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from msgspec import structs

from grader.model.answers import Raised, Traced
from grader.worker.calling import guarded
from grader.worker.failures import plain
from grader.worker.jitting import tracing
from grader.worker.private import ArrayImpl, to_numpy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.worker.subject import Subject

__all__ = ["program", "traced"]

_LONGEST_PROGRAM: Final = 19_000
_ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")


def traced(
    subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any], *, placed: bool = False
) -> Traced | Raised:
    """The program the function is traced to on these arguments; without one where it is not jitted as a whole.

    ``placed``, it tells which lines of the file its lines come from.
    """
    trace = tracing(subject.callable)
    if trace is None:
        return Traced(whole=False)
    jaxpr = guarded(lambda: trace(*positional, **keyword).jaxpr, "call", subject.file)
    if isinstance(jaxpr, Raised):
        return jaxpr
    found = program(jaxpr)
    return structs.replace(found, places=_places(jaxpr, found.jaxpr, subject.file)) if placed else found


def program(jaxpr: Any) -> Traced:  # noqa: ANN401 - a Jaxpr or ClosedJaxpr, as the release has it
    """What a jaxpr is made of, sub-programs included."""
    primitives = Counter(equation.primitive.name for equation in _equations(jaxpr))
    return Traced(
        whole=True,
        primitives=dict(primitives),
        equations=primitives.total(),
        inputs=tuple(_type(aval) for aval in jaxpr.in_avals),
        outputs=tuple(_type(aval) for aval in jaxpr.out_avals),
        effects=tuple(sorted(str(effect) for effect in jaxpr.effects)),
        constants=tuple(_digest(constant) for constant in _constants(jaxpr)),
        jaxpr=_text(jaxpr),
    )


def _equations(jaxpr: Any) -> Iterator[Any]:  # noqa: ANN401 - as above
    """All equations of a jaxpr and of those in their parameters."""
    waiting = [jaxpr]
    while waiting:
        item = waiting.pop()
        for equation in getattr(item, "jaxpr", item).eqns:
            yield equation
            waiting.extend(_programs(list(equation.params.values())))


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
    for equation in _equations(jaxpr):
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
