"""The wire: messages between grader and worker, and the orders by which the grader has workers started and ended.

The content of a frame is msgpack; the bytes of large arrays may lie in the memory shared with the worker instead.
Nothing is unpickled, and what msgspec builds are exactly the types of `grader.model`.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from grader.model.answers import (
    Ablated,
    Claim,
    Compiled,
    Counted,
    Diagnosed,
    Examined,
    Exported,
    Followed,
    Loaded,
    Operations,
    Raised,
    Rehearsed,
    Returned,
    Traced,
    Unexported,
)
from grader.model.memory import Donated, Weighed
from grader.model.questions import (
    Ablate,
    Adopt,
    Call,
    Canary,
    Count,
    Diagnose,
    Donate,
    Examine,
    Export,
    Follow,
    Load,
    Question,
    Read,
    ReadProgram,
    Rehearse,
    RunProgram,
    Trace,
    Weigh,
    WeighProgram,
)
from grader.sandbox.claims import DTYPES, KEY_WORDS, ProtocolError, hold, walk
from grader.sandbox.frames import HEADER, MAX_FRAME, frame_size, read_frame, write_frame
from grader.sandbox.shared import SHARED_SIZE, Bulk, Room, restored

__all__ = [
    "DTYPES",
    "FITTING",
    "HEADER",
    "KEY_WORDS",
    "MAX_FRAME",
    "MOST_ENTRIES",
    "MOST_SCRATCH",
    "Cleared",
    "Confine",
    "End",
    "Fork",
    "Forked",
    "Gone",
    "ProtocolError",
    "Rights",
    "Timed",
    "decode_answer",
    "decode_question",
    "encode",
    "frame_size",
    "packed",
    "read_frame",
    "write_frame",
]

MOST_SCRATCH: Final = 64 << 20
"""Bytes that a worker's own folder may hold."""
MOST_ENTRIES: Final = 2000
"""Files and folders that it may hold."""
_NOTHING: Final = memoryview(b"")


class Timed(msgspec.Struct, frozen=True, kw_only=True):
    """How a worker is made ready to be timed: the core it stays on, environment variables and settings of jax."""

    core: int | None = None
    variables: dict[str, str] = {}
    settings: dict[str, bool] = {}


class Rights(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker may use: its own folder, CPU seconds, bytes of memory; whether it computes on the CPU alone.

    ``warm`` has it compile a first program before it gets its file; ``timed`` makes it ready to be timed.
    """

    scratch: str
    cpu: float
    memory: int
    host_only: bool = True
    warm: bool = False
    timed: Timed | None = None


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
    Donate: (Donated, Raised),
    Canary: (Compiled,),
    Examine: (Examined, Raised),
    Follow: (Followed, Raised),
    Export: (Exported, Unexported, Raised),
    Rehearse: (Rehearsed, Raised),
    Ablate: (Ablated, Raised),
    RunProgram: (Returned, Raised),
    ReadProgram: (Operations, Raised),
    Adopt: (Operations, Raised),
    Weigh: (Weighed, Unexported, Raised),
    Diagnose: (Diagnosed, Raised),
    WeighProgram: (Weighed, Raised),
}
"""Which claims answer a question of each kind."""

_questions: msgspec.msgpack.Decoder[Question] = msgspec.msgpack.Decoder(Question)
_claims: msgspec.msgpack.Decoder[Claim] = msgspec.msgpack.Decoder(Claim)


def _inline(item: Any) -> bytes | memoryview:  # noqa: ANN401 - whatever msgspec does not know
    """The bytes of a large array, to lie within the message."""
    if type(item) is not Bulk:
        raise TypeError(f"{type(item)} is nothing to be sent")
    return item.view


_encoder = msgspec.msgpack.Encoder(enc_hook=_inline)


def encode(message: Question | Claim) -> bytes:
    """The frame's content for a message. Raises ProtocolError where it is longer than a frame may be."""
    return _held(_encoder.encode(message))


def packed(message: Question | Claim, *, lodging: bool = True) -> tuple[bytes, list[bytes | memoryview]]:
    """The frame's content without the bytes of large arrays, and those, as `Shared.write` takes them.

    What shared memory has no room for stays in the content; so does everything where nothing is lodged there. Raises
    ProtocolError where that is longer than a frame may be.
    """
    room = Room(SHARED_SIZE if lodging else 0)
    parts: list[bytes | memoryview] = []

    def lodged(item: Any) -> bytes | memoryview:  # noqa: ANN401 - as above
        view = _inline(item)
        if not room.takes(len(view)):
            return view
        room.place(len(view))
        parts.append(view)
        return b""

    return _held(msgspec.msgpack.Encoder(enc_hook=lodged).encode(message)), parts


def _held(data: bytes) -> bytes:
    if len(data) > MAX_FRAME:
        raise ProtocolError(f"a message of {len(data)} bytes is longer than a frame may be ({MAX_FRAME})")
    return data


def decode_question(data: bytes, memory: memoryview = _NOTHING) -> Question:
    """The question in a frame's content; its values are believed, it is the grader's. Raises ProtocolError.

    The bytes of arrays in shared ``memory`` stay there.
    """
    try:
        question = _questions.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError(str(error)) from error
    return restored(question, memory, copied=False) if memory else question


def decode_answer(data: bytes | memoryview, memory: memoryview = _NOTHING) -> Claim:
    """The answer in a frame's content and a copy of shared memory.

    Raises ProtocolError for all that is not an answer to the letter.
    """
    walk(data)
    try:
        answer = _claims.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OverflowError) as error:
        raise ProtocolError(str(error)) from error
    if memory:
        answer = restored(answer, memory, copied=True)
    outcome = answer.outcome if isinstance(answer, Counted | Followed) else answer
    if isinstance(outcome, Returned):
        hold(outcome.value)
    if isinstance(answer, Exported):
        hold(answer.structure)
    return answer
