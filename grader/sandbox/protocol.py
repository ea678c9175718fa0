"""The wire: frames between grader and worker, and the orders by which the grader has workers started and ended.

A frame is four bytes of length (unsigned, little-endian) and as many of msgpack. Nothing is unpickled, and
what msgspec builds are exactly the types of `grader.model`.
"""

from __future__ import annotations

import os
import struct
from typing import Final

import msgspec

from grader.model.answers import (
    Compiled,
    Counted,
    Examined,
    Exported,
    Loaded,
    Operations,
    Raised,
    Rehearsed,
    Returned,
    Traced,
    Unexported,
)
from grader.model.questions import (
    Call,
    Canary,
    Count,
    Examine,
    Export,
    Load,
    Question,
    Read,
    ReadProgram,
    Rehearse,
    RunProgram,
    Trace,
)
from grader.sandbox.claims import DTYPES, KEY_WORDS, ProtocolError, hold, walk

__all__ = [
    "DTYPES",
    "FITTING",
    "HEADER",
    "KEY_WORDS",
    "MAX_FRAME",
    "MOST_ENTRIES",
    "MOST_SCRATCH",
    "Claim",
    "Cleared",
    "Confine",
    "End",
    "Fork",
    "Forked",
    "Gone",
    "ProtocolError",
    "Rights",
    "decode_answer",
    "decode_question",
    "encode",
    "frame_size",
    "read_frame",
    "write_frame",
]

MAX_FRAME: Final = 256 << 20
MOST_SCRATCH: Final = 64 << 20
"""Bytes that a worker's own folder may hold."""
MOST_ENTRIES: Final = 2000
"""Files and folders that it may hold."""
HEADER: Final = struct.Struct("<I")
_JOINED: Final = 1 << 16  # up to here header and content are copied together, to go in one system call
_PART: Final = 1 << 20  # memory is taken by and by, as content comes

Claim = (
    Loaded | Returned | Raised | Traced | Counted | Compiled | Examined | Exported | Unexported | Rehearsed | Operations
)
"""What a worker may answer: every answer but ``Ended``, which only the grader gives."""


class Rights(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker may use: its own folder, CPU seconds, bytes of memory; whether it computes on the CPU alone.

    ``warm`` has it compile a first program before it gets its file.
    """

    scratch: str
    cpu: float
    memory: int
    host_only: bool = True
    warm: bool = False


class Confine(msgspec.Struct, frozen=True, kw_only=True, tag="confine"):
    """Order to the fork server, its first: the tier of isolation of all workers, and the paths that they may read."""

    tier: str
    readable: tuple[str, ...] = ()


class Fork(msgspec.Struct, frozen=True, kw_only=True, tag="fork"):
    """Order to the fork server: start a worker, its line and its output as descriptors beside this message."""

    worker: int
    rights: Rights


class End(msgspec.Struct, frozen=True, kw_only=True, tag="end"):
    """Order to the fork server: kill a worker and all it started."""

    worker: int


class Forked(msgspec.Struct, frozen=True, kw_only=True, tag="forked"):
    """A worker was started and tells so itself, by which the kernel tells the grader its process; its clock begins."""

    worker: int


class Gone(msgspec.Struct, frozen=True, kw_only=True, tag="gone"):
    """A worker's process ended: exit status (negative: by this signal), CPU seconds, most bytes it held."""

    worker: int
    status: int
    cpu: float = 0.0
    peak: int = 0


class Cleared(msgspec.Struct, frozen=True, kw_only=True, tag="cleared"):
    """Nothing of this worker runs any more."""

    worker: int


FITTING: Final[dict[type, tuple[type, ...]]] = {
    Load: (Loaded, Raised),
    Call: (Returned, Raised),
    Read: (Returned, Raised),
    Trace: (Traced, Raised),
    Count: (Counted, Raised),
    Canary: (Compiled,),
    Examine: (Examined, Raised),
    Export: (Exported, Unexported, Raised),
    Rehearse: (Rehearsed, Raised),
    RunProgram: (Returned, Raised),
    ReadProgram: (Operations, Raised),
}
"""Which claims answer a question of each kind."""

_encoder = msgspec.msgpack.Encoder()
_questions: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
_claims: msgspec.msgpack.Decoder[Claim] = msgspec.msgpack.Decoder(Claim)


def encode(message: Question | Claim) -> bytes:
    """The frame's content for a message. Raises ProtocolError where it is longer than a frame may be."""
    data = _encoder.encode(message)
    if len(data) > MAX_FRAME:
        raise ProtocolError(f"a message of {len(data)} bytes is longer than a frame may be ({MAX_FRAME})")
    return data


def decode_question(data: bytes) -> Question:
    """The question in a frame's content; its values are believed, it is the grader's. Raises ProtocolError."""
    try:
        return _questions.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError(str(error)) from error


def decode_answer(data: bytes | memoryview) -> Claim:
    """The answer in a frame's content. Raises ProtocolError for all that is not an answer to the letter."""
    walk(data)
    try:
        answer = _claims.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OverflowError) as error:
        raise ProtocolError(str(error)) from error
    outcome = answer.outcome if isinstance(answer, Counted) else answer
    if isinstance(outcome, Returned):
        hold(outcome.value)
    if isinstance(answer, Exported):
        hold(answer.structure)
    return answer


def frame_size(header: bytes | bytearray) -> int:
    """The length of content a header announces. Raises ProtocolError where no frame may be so long."""
    (size,) = HEADER.unpack(header)
    if size > MAX_FRAME:
        raise ProtocolError(f"a frame of {size} bytes is longer than a frame may be ({MAX_FRAME})")
    return int(size)


def write_frame(fd: int, data: bytes) -> None:
    """Writes one frame with this content to a blocking descriptor."""
    header = HEADER.pack(len(data))
    if len(data) <= _JOINED:
        _write(fd, header + data)
    else:
        _write(fd, header)
        _write(fd, data)


def read_frame(fd: int) -> bytes | None:
    """The content of the next frame from a blocking descriptor; None where it was closed between two frames.

    Raises ProtocolError where it was closed within one, or the frame is too long.
    """
    header = _read(fd, HEADER.size)
    if not header:
        return None
    if len(header) < HEADER.size:
        raise ProtocolError("the descriptor was closed within a frame")
    size = frame_size(header)
    data = _read(fd, size)
    if len(data) < size:
        raise ProtocolError("the descriptor was closed within a frame")
    return data


def _write(fd: int, data: bytes) -> None:
    """All of the data, in as many writes as it takes."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _read(fd: int, size: int) -> bytes:
    """So many bytes, or fewer where the descriptor is closed before."""
    parts = bytearray()
    while len(parts) < size:
        more = os.read(fd, min(size - len(parts), _PART))
        if not more:
            break
        if len(more) == size:  # the usual case: all came at once
            return more
        parts += more
    return bytes(parts)
