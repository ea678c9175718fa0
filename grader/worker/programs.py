"""Exported programs in a worker that never saw the file they come from: read, held against what is allowed, run."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.export
import jax.interpreters.mlir
import numpy as np
from jaxlib.mlir import ir

from grader.model.answers import Operations, Raised, Returned
from grader.model.memory import Weighed
from grader.worker.calling import guarded
from grader.worker.conversion import to_value
from grader.worker.failures import told
from grader.worker.private import STABLE_CUSTOM_CALLS, ArrayImpl, PRNGKeyArray

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Programs", "digest"]

_jit, _deserialize = jax.jit, jax.export.deserialize
_Spec: Any = jax.ShapeDtypeStruct
_flatten, _structure = jax.tree_util.tree_flatten, jax.tree_util.tree_structure
_key_data = jax.random.key_data
_context = jax.interpreters.mlir.make_ir_context
_ADVANCE: Final[Any] = ir.WalkResult.ADVANCE

_SYMBOL: Final = re.compile(r'(?<!custom_call )@(?:[\w.$-]+|"[^"]*")')
_OUTWARD: Final = frozenset({"stablehlo.infeed", "stablehlo.outfeed", "stablehlo.send", "stablehlo.recv"})
_CUSTOM_CALL: Final = "stablehlo.custom_call"


class ProgramError(Exception):
    """A program cannot be taken for what a traced function compiles to: says why."""


@dataclass(frozen=True, kw_only=True)
class _Program:
    """A program that may be run."""

    types: tuple[Any, ...]
    call: Callable[..., Any]
    counts: dict[str, int]


def digest(program: jax.export.Exported) -> str:
    """One hash for what a program computes: its text and types, whatever its functions are called."""
    names: dict[str, str] = {}
    with _context():
        text = program.mlir_module(serialized=False).operation.get_asm(enable_debug_info=False)
    text = _SYMBOL.sub(lambda found: names.setdefault(found[0], f"@{len(names)}"), text)
    types = ", ".join(map(str, (*program.in_avals, "->", *program.out_avals)))
    return hashlib.sha256(f"{types}\n{text}".encode("utf-8", "backslashreplace")).hexdigest()


class Programs:
    """The programs a worker has been given, each read and compiled once."""

    def __init__(self) -> None:
        self._known: dict[bytes, _Program] = {}

    def read(self, data: bytes) -> Operations | Raised:
        """What a program is made of; or that it is none, of stage ``program``."""
        program = self._program(data)
        return program if isinstance(program, Raised) else Operations(counts=program.counts)

    def run(
        self, data: bytes, positional: tuple[Any, ...], keyword: dict[str, Any], dynamic: tuple[int, ...]
    ) -> Returned | Raised:
        """The program's outputs, a tuple; or what stood in the way, of stage ``program`` where that is no program."""
        program = self._program(data)
        if isinstance(program, Raised):
            return program
        try:
            inputs = _inputs(program.types, _flatten((positional, keyword))[0], dynamic)
        except ProgramError as error:
            return told("program", ProgramError.__name__, str(error))
        outputs = guarded(lambda: to_value(tuple(program.call(*inputs))), "call", "")
        if isinstance(outputs, Raised):
            return outputs
        return Returned(value=outputs)

    def weigh(self, data: bytes) -> Weighed | Raised:
        """How much memory a program takes once it is compiled; of stage ``program`` where it is none."""
        program = self._program(data)
        if isinstance(program, Raised):
            return program
        types = [_Spec(one.shape, one.dtype) for one in program.types]
        sizes: Any = guarded(lambda: _jit(program.call).lower(*types).compile().memory_analysis(), "worker", "")
        return sizes if isinstance(sizes, Raised) else Weighed(temporary=sizes.temp_size_in_bytes)

    def function(self, data: bytes, dynamic: tuple[int, ...]) -> Callable[..., tuple[Any, ...]]:
        """A program that was read as a function of the call's arguments, which returns the tuple of its outputs."""
        program, checked = self._known[data], False

        def called(*positional: Any, **keyword: Any) -> tuple[Any, ...]:  # noqa: ANN401 - as the file's would take
            nonlocal checked
            leaves = _flatten((positional, keyword))[0]
            if checked:  # it is timed: what all its calls have in common is looked at once
                inputs = [
                    leaf if type(leaf) is ArrayImpl and leaf.dtype == aval.dtype else _fitted(leaf, aval)
                    for leaf, aval in zip([leaves[place] for place in dynamic], program.types, strict=True)
                ]
            else:
                inputs, checked = _inputs(program.types, leaves, dynamic), True
            return tuple(program.call(*inputs))

        return called

    def _program(self, data: bytes) -> _Program | Raised:
        """A program from its bytes."""
        known = self._known.get(data)
        if known is not None:
            return known
        made = guarded(lambda: _read(data), "program", "")
        if not isinstance(made, Raised):
            self._known[data] = made
        return made


def _read(data: bytes) -> _Program:
    """The program that the bytes hold. Raises ProgramError, and whatever malformed bytes make jax raise."""
    program = _deserialize(bytearray(data))
    counts = _counted(program)
    if str(program.in_tree) != str(_structure(((0,) * len(program.in_avals), {}))):
        raise ProgramError("its inputs are not flat")
    return _Program(types=tuple(program.in_avals), call=_jit(program.call), counts=counts)


def _counted(program: jax.export.Exported) -> dict[str, int]:
    """The operations of a program with their counts. Raises ProgramError where one leads out of the program."""
    counts: Counter[str] = Counter()
    targets: set[str] = set()

    def met(operation: Any) -> Any:  # noqa: ANN401 - an operation of MLIR, and how to go on
        counts[str(operation.name)] += 1
        if operation.name == _CUSTOM_CALL:
            targets.add(str(operation.attributes["call_target_name"].value))
        return _ADVANCE

    with _context():
        program.mlir_module(serialized=False).operation.walk(met)
    foreign = targets - STABLE_CUSTOM_CALLS
    if foreign:
        raise ProgramError(f"it calls {min(foreign)[:60]}, which is no part of jax")
    outward = _OUTWARD & counts.keys()
    if outward:
        raise ProgramError(f"it uses {min(outward)}, which leads out of the program")
    return dict(counts)


def _inputs(types: tuple[Any, ...], leaves: list[Any], dynamic: tuple[int, ...]) -> list[Any]:
    """The inputs of a program. Raises ProgramError where these leaves are none, or an array is not among them."""
    inside = set(dynamic)
    arrays = {index for index, leaf in enumerate(leaves) if type(leaf) in (ArrayImpl, np.ndarray, PRNGKeyArray)}
    if len(inside) != len(dynamic) or not arrays <= inside <= set(range(len(leaves))) or len(types) != len(dynamic):
        raise ProgramError("its inputs are not the arguments of the call")
    return [_fitted(leaves[index], aval) for index, aval in zip(dynamic, types, strict=True)]


def _fitted(leaf: Any, aval: Any) -> Any:  # noqa: ANN401 - an array, number or key, and an abstract value
    """A leaf as the program takes it. Raises ProgramError where its type is another one."""
    if type(leaf) is ArrayImpl and leaf.shape == aval.shape and leaf.dtype == aval.dtype:
        return leaf
    values = np.asarray(_key_data(leaf) if type(leaf) is PRNGKeyArray else leaf)
    if values.shape != aval.shape or values.dtype.hasobject or not _narrows(values.dtype, aval.dtype):
        raise ProgramError(f"it takes {aval.dtype}{list(aval.shape)} for {values.dtype}{list(values.shape)}")
    return values.astype(aval.dtype)


def _narrows(given: np.dtype[Any], taken: np.dtype[Any]) -> bool:
    """Whether jax takes the one for the other: the same, or its narrower twin where 64-bit types are off."""
    return given == taken or (given.kind == taken.kind != "V" and 2 * taken.itemsize == given.itemsize)
