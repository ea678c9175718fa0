"""What becomes of the memory of a call's arguments: what is donated, what is gone, what the result lies in again."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.extend.core.primitives

from grader.model.answers import Raised
from grader.model.memory import Buffer, Donated
from grader.worker.calling import guarded
from grader.worker.private import ArrayImpl, evaluated, interposed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grader.worker.subject import Subject

__all__ = ["donated", "spent"]

_UNUSABLE: Final = re.compile(r"donated buffers were not usable: (.*?)\.?(?:\n|$)")
_TYPE: Final = re.compile(r"\w+\[[\d,]*\]")

_jit_p = jax.extend.core.primitives.jit_p
_clear_caches: Any = jax.clear_caches
_wait: Any = jax.block_until_ready
_typeof = jax.typeof
_keystr: Any = jax.tree_util.keystr
_leaves: Any = jax.tree_util.tree_leaves
_leaves_with_path: Any = jax.tree_util.tree_leaves_with_path
_is_deleted: Callable[[Any], bool] = ArrayImpl.__dict__["is_deleted"]
_address: Callable[[Any], int] = ArrayImpl.__dict__["unsafe_buffer_pointer"]
_Compiled: Any = jax.stages.Compiled
_call_compiled: Any = _Compiled.__call__


def donated(subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any]) -> Donated | Raised:
    """Calls the function once and tells what became of the arrays among its positional arguments.

    Caches are emptied before, since jax warns when it compiles and not when it calls.
    """
    arrays = [
        (number, _keystr(path), leaf)
        for number, argument in enumerate(positional)
        for path, leaf in _leaves_with_path(argument)
        if type(leaf) is ArrayImpl
    ]
    types = [_type(leaf) for _, _, leaf in arrays]
    passage = _Passage(subject.file, [leaf for _, _, leaf in arrays])
    _clear_caches()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        result = guarded(lambda: _wait(passage.result(subject.callable, positional, keyword)), "call", subject.file)
    if isinstance(result, Raised):
        return result
    returned = _leaves(result)
    buffers = [
        Buffer(
            argument=argument,
            type=types[number],
            path=path,
            donated=number in passage.results,
            deleted=_is_deleted(leaf),
            reused=any(passage.lies_in(one, number) for one in returned),
            results=passage.results.get(number, ()),
            line=passage.lines.get(number),
        )
        for number, (argument, path, leaf) in enumerate(arrays)
    ]
    return Donated(buffers=tuple(buffers), unusable=tuple(_unusable(str(one.message) for one in warned)))


def spent(positional: Sequence[Any]) -> tuple[int, ...]:
    """Which arguments hold an array that was deleted."""
    return tuple(
        number
        for number, argument in enumerate(positional)
        if any(type(leaf) is ArrayImpl and _is_deleted(leaf) for leaf in _leaves(argument))
    )


class _Passage:
    """The way of some arrays through the jitted functions that they are donated to.

    ``results`` are, by the number of a donated array, the types of what that function gave; ``lines`` those of the
    functions. An address alone says nothing: freed memory is soon given to another array.
    """

    def __init__(self, file: str, arrays: Sequence[Any]) -> None:
        self._file = file
        self._held = list(zip(arrays, range(len(arrays)), strict=True))
        self.results: dict[int, tuple[str, ...]] = {}
        self.lines: dict[int, int] = {}

    def result(self, function: Callable[..., Any], positional: Sequence[Any], keyword: dict[str, Any]) -> Any:  # noqa: ANN401
        """What the function returns; each call of a jitted function or of an executable is looked at."""
        _Compiled.__call__ = lambda executable, *args, **named: self._ahead(executable, args, named)
        try:
            with interposed(self._operation):
                return function(*positional, **keyword)
        finally:
            _Compiled.__call__ = _call_compiled

    def lies_in(self, array: Any, number: int) -> bool:  # noqa: ANN401 - any leaf of a result
        """Whether an array lies in the memory of the argument of this number, which was donated for it."""
        return number in self.results and any(array is held and number == one for held, one in self._held)

    def _operation(self, primitive: Any, arguments: Sequence[Any], parameters: dict[str, Any]) -> Any:  # noqa: ANN401
        if primitive is not _jit_p:
            return evaluated(primitive, arguments, parameters)
        passed = list(zip(arguments, parameters["donated_invars"], strict=True))
        line = _line(parameters["jaxpr"], self._file)
        return self._through(passed, line, lambda: evaluated(primitive, arguments, parameters))

    def _ahead(self, executable: Any, positional: tuple[Any, ...], keyword: dict[str, Any]) -> Any:  # noqa: ANN401
        """A call of what was compiled ahead of time, which is no operation."""
        passed = [
            (argument, info.donated)
            for argument, info in zip(_leaves((positional, keyword)), _leaves(executable.args_info), strict=False)
        ]
        return self._through(passed, None, lambda: _call_compiled(executable, *positional, **keyword))

    def _through(self, passed: list[tuple[Any, bool]], line: int | None, compute: Callable[[], Any]) -> Any:  # noqa: ANN401
        """What a jitted function gives, in which donated arrays are looked for."""
        given = [
            (number, _address(array), is_donated)
            for argument, is_donated in passed
            for array, number in self._held
            if argument is array and not _is_deleted(array)
        ]
        outputs = compute()
        arrays = [one for one in _leaves(outputs) if type(one) is ArrayImpl]
        for number, address, is_donated in given:
            if line and (is_donated or number not in self.lines):
                self.lines[number] = line
            if is_donated:
                self.results[number] = tuple(map(_type, arrays))
                self._held += [(one, number) for one in arrays if _address(one) == address]
        return outputs


def _line(program: Any, file: str) -> int | None:  # noqa: ANN401 - a jaxpr, as the release has it
    """The line of the function that a program was traced from; None where it is not of the file."""
    inner = getattr(program, "jaxpr", program)
    _, _, place = str(getattr(inner.debug_info, "func_src_info", "")).rpartition(" at ")
    path, _, line = place.rpartition(":")
    return int(line) if path == file and line.isdigit() else None


def _type(array: Any) -> str:  # noqa: ANN401 - an array, which may be deleted
    """A type as jaxprs write it (``f32[3]``)."""
    return str(_typeof(array).str_short(short_dtypes=True)).lstrip("~")


def _unusable(warned: Iterable[str]) -> list[str]:
    """The types in jax's warnings that it had no use for what was donated."""
    return [one for text in warned for found in _UNUSABLE.finditer(text) for one in _TYPE.findall(found[1])]
