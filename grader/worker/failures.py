"""An exception as plain data: its names, its full text, the student's lines it passed through, its causes."""

from __future__ import annotations

import dis
import inspect
import itertools
import linecache
import re
from typing import TYPE_CHECKING, Any, Final, Literal

import jax

from grader.model.answers import Raised
from grader.model.incidents import Failure, Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType, TracebackType

__all__ = ["Stage", "described", "plain", "told"]

Stage = Literal["import", "lookup", "signature", "call", "result", "fixture", "worker", "program"]

_MAX_TEXT = 20_000
_MAX_NAME = 200
_MAX_MRO = 30
_FIRST_FRAMES, _LAST_FRAMES = 10, 40
_MAX_CAUSES = 5
_MAX_THROUGH = 12
_MAX_PART, _MAX_LINES, _MAX_TRACED = 400, 20, 8
_MAX_ERRNO = 1 << 16
_INSTRUCTIONS: Final = tuple(dis.opname)
_TRACER: Final = jax.core.Tracer
_NAME: Final = re.compile(r"(?<![\w.])[^\W\d]\w*")
_errno: Final[Any] = OSError.__dict__["errno"]
_WRAPPERS = frozenset({"UnfilteredStackTrace", "JaxStackTraceBeforeTransformation"})


def told(stage: Stage, kind: str, message: str, *, frames: tuple[Frame, ...] = ()) -> Raised:
    """An answer for what the worker itself found wrong with the file, as if Python had raised ``kind``."""
    mro = (kind, *(("TypeError",) if kind == "ResultTypeError" else ()), "Exception", "BaseException", "object")
    return Raised(failure=Failure(type=kind, mro=mro, message=plain(message), frames=frames, stage=stage))


def described(error: BaseException, file: str, stage: Stage, *, causes: int = _MAX_CAUSES) -> Failure:
    """The exception as plain data, with the frames of the file and at most ``causes`` causes.

    The exception may be of a class of the student's, so nothing it says of itself can raise here.
    """
    cause = _cause(error) if causes else None
    traceback = _traceback(error, file)
    return Failure(
        type=_class_name(type(error)),
        mro=tuple(_class_name(cls) for cls in type.__dict__["__mro__"].__get__(type(error))[:_MAX_MRO]),
        message=plain(_read(lambda: _message(error, file)) or ""),
        frames=_frames(error, traceback, file),
        cause=None if cause is None else described(cause, file, stage, causes=causes - 1),
        stage=stage,
        errno=_number(error),
        through=_through(traceback, file),
        own=_own(traceback, file),
    )


def plain(text: str, longest: int = _MAX_TEXT) -> str:
    """The text without lone surrogates, which cannot be encoded, and cut in its middle where it is too long."""
    text = str.encode(text, "utf-8", "backslashreplace").decode("utf-8")
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]} [… {len(text) - 2 * half} characters …] {text[-half:]}"


def _read(thunk: Callable[[], str]) -> str | None:
    """What the thunk returns, or None where code of the student's (a ``__str__``, say) raises instead."""
    try:
        return thunk()
    except BaseException:  # noqa: BLE001 - whatever it raises, the exception in hand is the one to tell of
        return None


def _class_name(cls: type) -> str:
    """The bare name of a class, whatever its metaclass says."""
    return plain(type.__dict__["__name__"].__get__(cls), _MAX_NAME)


def _message(error: BaseException, file: str) -> str:
    """The whole text of an exception; of a syntax error in the file, without the place, which is a frame."""
    if isinstance(error, SyntaxError) and error.filename == file and isinstance(error.msg, str):
        return error.msg
    text = str(error)
    return text if type(text) is str else str.__str__(text)


def _cause(error: BaseException) -> BaseException | None:
    """The exception behind this one, past the ones jax adds only to carry a traceback."""
    seen = {id(error)}
    while True:
        cause = error.__cause__
        if cause is None and not error.__suppress_context__:
            cause = error.__context__
        if cause is None or id(cause) in seen:
            return None
        if _class_name(type(cause)) not in _WRAPPERS:
            return cause
        seen.add(id(cause))
        error = cause


def _traceback(error: BaseException, file: str) -> TracebackType | None:
    """The exception's traceback; where jax has cut frames out of it, the uncut one, which hangs on a cause."""
    found = error.__traceback__
    for cause in (error.__cause__, error.__context__):
        if cause is not None and _class_name(type(cause)) in _WRAPPERS:
            uncut = cause.__traceback__
            found = uncut if len(list(_lines(uncut, file))) > len(list(_lines(found, file))) else found
    return found


def _number(error: BaseException) -> int | None:
    """The system's number for an OSError; None where there is none."""
    number = _errno.__get__(error) if issubclass(type(error), OSError) else None
    return number if type(number) is int and abs(number) < _MAX_ERRNO else None


def _through(traceback: TracebackType | None, file: str) -> tuple[str, ...]:
    """The modules below the file's innermost line, innermost last, each once; all of them where it has no line."""
    found: dict[str, None] = {}
    while traceback is not None:
        frame = traceback.tb_frame
        name = dict.get(frame.f_globals, "__name__")
        if frame.f_code.co_filename == file:
            found.clear()
        elif type(name) is str:
            found[plain(name, _MAX_NAME)] = None
        traceback = traceback.tb_next
    return tuple(found)[-_MAX_THROUGH:]


def _own(traceback: TracebackType | None, file: str) -> bool:
    """Whether it was a ``raise`` (or ``assert``) of the file that made the exception, not something it called."""
    if traceback is None:
        return False
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback.tb_frame.f_code.co_filename == file and _instruction(traceback) == "RAISE_VARARGS"


def _frames(error: BaseException, traceback: TracebackType | None, file: str) -> tuple[Frame, ...]:
    """The frames of the file along the traceback, innermost last; for a syntax error the line it names.

    Code run by ``exec`` is known by the line of the file that ran it.
    """
    frames = list(_lines(traceback, file))
    if isinstance(error, SyntaxError) and error.filename == file and isinstance(error.lineno, int):
        text = error.text if isinstance(error.text, str) else linecache.getline(file, error.lineno)
        frames.append(Frame(line=max(error.lineno, 1), function="<module>", text=plain(text.strip(), _MAX_NAME)))
    if len(frames) > _FIRST_FRAMES + _LAST_FRAMES:
        frames = frames[:_FIRST_FRAMES] + frames[-_LAST_FRAMES:]
    return tuple(frames)


def _lines(traceback: TracebackType | None, file: str) -> Iterator[Frame]:
    """The frames of a traceback that are in the file."""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == file:
            line = traceback.tb_lineno or code.co_firstlineno
            text, part = linecache.getline(file, line).strip(), _part(traceback, file)
            yield Frame(
                line=line,
                function=plain(code.co_name, _MAX_NAME),
                text=plain(text, _MAX_NAME),
                part=plain(part, _MAX_PART),
                called=_instruction(traceback).startswith("CALL"),
                traced=_traced(part or text, traceback.tb_frame),
            )
        traceback = traceback.tb_next


def _instruction(traceback: TracebackType) -> str:
    """The name of the instruction that a traceback's frame was at."""
    return _INSTRUCTIONS[traceback.tb_frame.f_code.co_code[traceback.tb_lasti]]


def _part(traceback: TracebackType, file: str) -> str:
    """The text of the expression that a traceback's frame was at, on one line; "" where it is not known or long."""
    positions = traceback.tb_frame.f_code.co_positions()
    first, last, start, end = next(itertools.islice(positions, traceback.tb_lasti // 2, None), (None,) * 4)
    if first is None or last is None or start is None or end is None or last - first >= _MAX_LINES:
        return ""
    lines = [linecache.getline(file, number).encode() for number in range(first, last + 1)]
    lines[-1] = lines[-1][:end]  # columns count bytes
    lines[0] = lines[0][start:]
    text = " ".join(b"".join(lines).decode(errors="replace").split())
    return text if len(text) <= _MAX_PART else ""


def _traced(text: str, frame: FrameType) -> tuple[str, ...]:
    """The variables in a text that hold tracers in this function's frame."""
    if not frame.f_code.co_flags & inspect.CO_OPTIMIZED:
        return ()  # the variables of a class's body may lie in a mapping of the student's
    found = []
    for name in dict.fromkeys(_NAME.findall(text)):
        value = frame.f_locals[name] if name in frame.f_locals else dict.get(frame.f_globals, name)
        if any(cls is _TRACER for cls in type.__dict__["__mro__"].__get__(type(value))):
            found.append(plain(name, _MAX_NAME))
    return tuple(found[:_MAX_TRACED])
