"""Which instructions that store something outside a function run in one more run of it, and where they store."""

from __future__ import annotations

import ast
import dis
import sys
import types
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grader.worker.purity.fingerprints import own_attributes
from grader.worker.purity.marks import of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FrameType

__all__ = ["UNKNOWN", "Executed", "executed"]

UNKNOWN = object()

# Methods that write whatever was there; ``setdefault`` does not, and what ``pop`` changes is seen without this.
_WRITERS = {"__setitem__", "add", "append", "appendleft", "clear", "extend", "extendleft", "fill", "insert", "update"}
_MOST = 300_000  # instructions
# Python 3.13 tells of a function's instructions only from the run after the one in which that was asked for.
_RUNS = 2 if sys.version_info >= (3, 13) else 1
_SPOTS = (ast.Subscript, ast.Attribute, ast.Call)

_Span = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True)
class Executed:
    """One store that ran: its line, and the object and the key it stored under.

    ``how``: ``global`` (the key is its name), ``cell`` (the holder is the code, the key its name), ``entry``,
    ``attribute`` or ``contents`` (a method that changes the whole). What could not be told without running
    the student's expressions is UNKNOWN.
    """

    line: int
    how: str
    holder: Any
    key: Any


def executed(run: Callable[[], object], *, source: str, file: str) -> list[Executed]:
    """Runs ``run`` and returns the stores of ``file`` that ran, each once."""
    spots = _spots(source)
    if not spots:
        return []
    watcher = _Watcher(file, spots)
    watcher.over(run)
    return watcher.found


def _spots(source: str) -> dict[_Span, ast.AST]:
    """The expressions of a text that may store outside, by where they stand; names go by their instructions."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # it ran, so this is a text changed since; nothing can be said
        return {}
    return {
        (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset): node
        for node in ast.walk(tree)
        if isinstance(node, ast.Global | ast.Nonlocal) or (isinstance(node, _SPOTS) and _writes(node))
    }


def _writes(node: ast.Subscript | ast.Attribute | ast.Call) -> bool:
    if not isinstance(node, ast.Call):
        return isinstance(node.ctx, ast.Store)
    if isinstance(node.func, ast.Attribute):
        return node.func.attr in _WRITERS
    return isinstance(node.func, ast.Name) and node.func.id == "setattr"


@dataclass
class _Watcher:
    """A trace function for the instructions of one file that store."""

    file: str
    spots: dict[_Span, ast.AST]
    found: list[Executed] = field(default_factory=list)
    codes: dict[CodeType, dict[int, tuple[dis.Instruction, ast.AST | None]]] = field(default_factory=dict)
    met: set[tuple[int, str, int, str]] = field(default_factory=set)
    left: int = _MOST

    def over(self, run: Callable[[], object]) -> None:
        """Runs ``run`` under this trace function. What it raises has been told elsewhere and changes nothing here."""
        before = sys.gettrace()
        frame = sys._getframe()  # noqa: SLF001 - Python 3.12 looks at this mark when settrace is called
        frame.f_trace_opcodes = True
        sys.settrace(self.enter)
        try:
            for _ in range(_RUNS):
                run()
        except (Exception, SystemExit):  # noqa: BLE001, S110 - student code may raise anything; that was told already
            pass
        finally:
            sys.settrace(before)
            frame.f_trace_opcodes = False

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:  # noqa: ANN401 - the interface of sys.settrace
        """Follows the frames whose code stores something."""
        del event, arg
        if frame.f_code.co_filename != self.file or self.left <= 0 or not self._stores(frame.f_code):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self.step

    def step(self, frame: FrameType, event: str, arg: Any) -> Any:  # noqa: ANN401 - the interface of sys.settrace
        """Notes a store that is about to run."""
        del arg
        self.left -= 1
        if event == "opcode" and self.left > 0:
            stored = self._stores(frame.f_code).get(frame.f_lasti)
            if stored is not None:
                self._note(frame, *stored)
        return self.step

    def _stores(self, code: CodeType) -> dict[int, tuple[dis.Instruction, ast.AST | None]]:
        if code not in self.codes:
            self.codes[code] = dict(self._read(code))
        return self.codes[code]

    def _read(self, code: CodeType) -> Iterator[tuple[int, tuple[dis.Instruction, ast.AST | None]]]:
        for one in dis.get_instructions(code):
            if one.opname == "STORE_GLOBAL" or (one.opname == "STORE_DEREF" and one.argval in code.co_freevars):
                yield one.offset, (one, None)
            elif one.positions and one.opname.startswith(("STORE_SUBSCR", "STORE_SLICE", "STORE_ATTR", "CALL")):
                at = one.positions
                node = self.spots.get((at.lineno, at.end_lineno, at.col_offset, at.end_col_offset))
                if node is not None and isinstance(node, ast.Call) == one.opname.startswith("CALL"):
                    yield one.offset, (one, node)

    def _note(self, frame: FrameType, instruction: dis.Instruction, node: ast.AST | None) -> None:
        line = frame.f_lineno
        if node is None:
            how = "global" if instruction.opname == "STORE_GLOBAL" else "cell"
            found = [Executed(line, how, frame.f_code, instruction.argval)]
        else:
            found = [Executed(line, *told) for told in _told(node, frame)]
        for one in found:
            key = (one.line, one.how, id(one.holder), repr(one.key) if of(one.key, str | int) else str(id(one.key)))
            if key not in self.met:
                self.met.add(key)
                self.found.append(one)


def _told(node: ast.AST, frame: FrameType) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(node, ast.Subscript):
        yield "entry", _value(node.value, frame), _value(node.slice, frame)
    elif isinstance(node, ast.Attribute):
        yield "attribute", _value(node.value, frame), node.attr
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield "contents", _value(node.func.value, frame), None
    elif isinstance(node, ast.Call) and len(node.args) > 1:  # setattr
        yield "attribute", _value(node.args[0], frame), _value(node.args[1], frame)


def _value(node: ast.expr, frame: FrameType) -> Any:  # noqa: ANN401 - one case for each sort of expression
    """What an expression stands for, as far as that can be told without running code of the file."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return frame.f_locals.get(node.id, frame.f_globals.get(node.id, UNKNOWN))
    if isinstance(node, ast.Tuple):
        parts = [_value(part, frame) for part in node.elts]
        return UNKNOWN if any(part is UNKNOWN for part in parts) else tuple(parts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _value(node.operand, frame)
        return -number if type(number) is int else UNKNOWN
    if isinstance(node, ast.Attribute):
        return _attribute(_value(node.value, frame), node.attr)
    if isinstance(node, ast.Subscript):
        return _item(_value(node.value, frame), _value(node.slice, frame))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        if node.func.id == "globals":
            return frame.f_globals
        if node.func.id in {"type", "vars"} and len(node.args) == 1:
            return _attribute(_value(node.args[0], frame), {"type": "__class__", "vars": "__dict__"}[node.func.id])
    return UNKNOWN


def _attribute(base: Any, name: str) -> Any:  # noqa: ANN401 - anything at all
    if base is UNKNOWN:
        return UNKNOWN
    if name == "__class__":
        return type(base)
    if of(base, type):
        return next((vars(cls)[name] for cls in base.__mro__ if name in vars(cls)), UNKNOWN)
    if str(type(base).__module__).partition(".")[0] in {"jax", "jaxlib", "numpy"}:  # the shape of a tracer, a dtype
        return getattr(base, name, UNKNOWN)
    try:
        held = object.__getattribute__(base, "__dict__")
    except AttributeError:
        held = {}
    if name == "__dict__":
        return held
    if name in held:
        return held[name]
    if of(base, types.FunctionType | types.ModuleType):
        return UNKNOWN
    own = own_attributes(base)
    if name in own:
        return own[name]
    found = _attribute(type(base), name)
    return UNKNOWN if hasattr(type(found), "__get__") else found


def _item(base: Any, key: Any) -> Any:  # noqa: ANN401 - anything at all
    for kind in (dict, list, tuple):
        if of(base, kind) and key is not UNKNOWN:
            try:
                return kind.__getitem__(base, key)
            except (KeyError, IndexError, TypeError):
                return UNKNOWN
    return UNKNOWN
