"""Frames: how messages are announced and cut out of a stream of bytes.

A frame is four bytes of length (unsigned, little-endian) and as many of content. Where the length has its highest bit
set, four more bytes tell how much of the memory shared with the worker belongs to the message.
"""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING, Final

from grader.sandbox.claims import ProtocolError
from grader.sandbox.shared import SHARED_SIZE

if TYPE_CHECKING:
    from grader.sandbox.shared import Shared

__all__ = [
    "HEADER",
    "JOINED",
    "MAX_FRAME",
    "announced",
    "frame_size",
    "header",
    "read_frame",
    "read_lodged",
    "write_frame",
]

MAX_FRAME: Final = 256 << 20
HEADER: Final = struct.Struct("<I")
JOINED: Final = 1 << 16
"""Up to here header and content are copied together, to go in one system call."""
_LODGED: Final = 1 << 31
_PART: Final = 1 << 20  # memory is taken by and by, as content comes


def header(size: int, lodged: int = 0) -> bytes:
    """What announces so much content, and so much in shared memory."""
    return HEADER.pack(size | _LODGED) + HEADER.pack(lodged) if lodged else HEADER.pack(size)


def frame_size(head: bytes | bytearray) -> int:
    """The length of content a header announces. Raises ProtocolError where no frame may be so long."""
    (size,) = HEADER.unpack(head)
    if size > MAX_FRAME:
        raise ProtocolError(f"a frame of {size} bytes is longer than a frame may be ({MAX_FRAME})")
    return int(size)


def announced(head: bytes | bytearray, shared: Shared | None) -> tuple[int, int] | int:
    """The length of content and how much lies in shared memory; while the header is not whole, how long it is.

    Raises ProtocolError where there is no such memory, or either is more than it may be.
    """
    if len(head) < HEADER.size:
        return HEADER.size
    (size,) = HEADER.unpack_from(head)
    if size < _LODGED:
        return frame_size(head), 0
    if len(head) < 2 * HEADER.size:
        return 2 * HEADER.size
    (lodged,) = HEADER.unpack_from(head, HEADER.size)
    if shared is None or lodged > SHARED_SIZE:
        raise ProtocolError("a message is announced in memory that is not there")
    return frame_size(HEADER.pack(size - _LODGED)), int(lodged)


def write_frame(fd: int, data: bytes, lodged: int = 0) -> None:
    """Writes one frame with this content to a blocking descriptor."""
    head = header(len(data), lodged)
    if len(data) <= JOINED:
        _write(fd, head + data)
    else:
        _write(fd, head)
        _write(fd, data)


def read_frame(fd: int) -> bytes | None:
    """The content of the next frame from a blocking descriptor; None where it was closed between two frames.

    Raises ProtocolError where it was closed within one, or the frame is too long.
    """
    frame = read_lodged(fd, None)
    return None if frame is None else frame[0]


def read_lodged(fd: int, shared: Shared | None) -> tuple[bytes, memoryview] | None:
    """As ``read_frame``, with the shared memory that belongs to the frame, as it stands."""
    head = b""
    while isinstance(sizes := announced(head, shared), int):
        more = _read(fd, sizes - len(head))
        if not more and not head:
            return None
        head += more
        if len(head) < sizes:
            raise ProtocolError("the descriptor was closed within a frame")
    size, lodged = sizes
    data = _read(fd, size)
    if len(data) < size:
        raise ProtocolError("the descriptor was closed within a frame")
    return data, shared.look(lodged) if shared is not None else memoryview(b"")


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
