"""Memory that the grader shares with one worker, where the bytes of large arrays lie beside the message they belong to.

The worker can write to it at any time, so the grader copies out once what an answer left there, and reads that copy.
Nobody tells where an array lies: places follow from the order and the sizes of the arrays in a message. It is a file
without a name that can neither grow nor shrink, so no access to it fails.
"""

from __future__ import annotations

import math
import mmap
import os
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grader.model.values import Array
from grader.sandbox.claims import DTYPES, MAX_RANK, ProtocolError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["LARGE", "SHARED_SIZE", "Bulk", "Room", "Shared", "bulky", "make_shared", "restored"]

SHARED_SIZE: Final = 65 << 20
"""There is room for arrays of 64 MiB, and no more: what a worker leaves here counts to its memory only while it is
mapped. Memory is taken as it is first written to."""
LARGE: Final = 128 << 10
"""From so many bytes on an array lies here; for fewer, a copy into the message takes no longer."""
_BEFORE: Final = 16  # so that no array begins where jax, which wants 64, would adopt the memory instead of copying it
_STEP: Final = 64
_NOEXEC_SEAL: Final = 0x8  # memfd_create(2), from Linux 6.3: some systems insist on it


class Shared:
    """One end's view of the memory."""

    def __init__(self, fd: int) -> None:
        """Maps the file; its descriptor is not needed afterwards."""
        self._map = mmap.mmap(fd, SHARED_SIZE)
        self._view = memoryview(self._map)

    def write(self, parts: Sequence[bytes | memoryview]) -> int:
        """Writes what has its places in a Room of this size, in the same order; returns how much memory that takes."""
        room = Room(SHARED_SIZE)
        for part in parts:
            start = room.place(len(part))
            self._view[start : room.end] = part
        return room.end

    def copy(self, into: memoryview) -> None:
        """Copies as much as there is room for, from the start, reading it once."""
        into[:] = self._view[: len(into)]

    def look(self, size: int) -> memoryview:
        """So much of it as it stands: for the worker, which believes what the grader left there."""
        return self._view[:size]

    def close(self) -> None:
        """Gives the mapping back."""
        self._view.release()
        self._map.close()


class Room:
    """Gives arrays their places one after the other; ``end`` is where the latest one ends."""

    def __init__(self, size: int) -> None:
        self._size = size
        self.end = 0

    def takes(self, size: int) -> bool:
        """Whether there is a place for so many bytes."""
        return self._next() + size <= self._size

    def place(self, size: int) -> int:
        """Where the next so many bytes begin. Raises ProtocolError where there is no place for them."""
        if not self.takes(size):
            raise ProtocolError("an array lies where there is no memory for it")
        start = self._next()
        self.end = start + size
        return start

    def _next(self) -> int:
        return -(-self.end // _STEP) * _STEP + _BEFORE


class Bulk:
    """In the place of a large array's bytes: where they are, until the message is encoded."""

    __slots__ = ("view",)

    def __init__(self, view: bytes | memoryview) -> None:
        self.view = view


def bulky(message: Any) -> Any:  # noqa: ANN401 - any message comes back as one of its own type
    """The message with the bytes of large arrays as Bulk."""

    def changed(array: Array) -> Array:
        return msgspec.structs.replace(array, data=Bulk(array.data)) if len(array.data) >= LARGE else array

    return _exchanged(message, changed)


def restored(message: Any, memory: memoryview, *, copied: bool) -> Any:  # noqa: ANN401 - as above
    """The message with the bytes of all arrays that lie in this memory, as bytes of their own where ``copied``.

    These are the arrays without bytes whose type and shape say that they are large. Raises ProtocolError unless they
    and the memory fit each other.
    """
    room = Room(len(memory))

    def changed(array: Array) -> Array:
        size = 0 if array.data else _claimed(array)
        if size < LARGE:
            return array
        part = memory[room.place(size) : room.end]
        return msgspec.structs.replace(array, data=bytes(part) if copied else part)

    message = _exchanged(message, changed)
    if room.end != len(memory):
        raise ProtocolError("there is memory that no array lies in")
    return message


def _claimed(array: Array) -> int:
    """How many bytes an array should have; 0 where its type or shape are impossible."""
    possible = len(array.shape) <= MAX_RANK and all(length >= 0 for length in array.shape)
    return math.prod(array.shape) * DTYPES.get(array.dtype, 0) if possible else 0


def _exchanged(item: Any, change: Callable[[Array], Array]) -> Any:  # noqa: ANN401 - as above
    """The same with its arrays changed, in the order in which they are encoded; what holds none is kept as it is."""
    if type(item) is Array:
        return change(item)
    if isinstance(item, msgspec.Struct):
        fields = {name: getattr(item, name) for name in item.__struct_fields__}
        changes = {name: new for name, old in fields.items() if (new := _exchanged(old, change)) is not old}
        return msgspec.structs.replace(item, **changes) if changes else item
    if type(item) is tuple:
        return tuple(_exchanged(part, change) for part in item)
    if type(item) is dict:
        return {key: _exchanged(part, change) for key, part in item.items()}
    return item


def make_shared() -> int:
    """A descriptor of such memory, all zeros (Linux). Raises OSError where the system has none."""
    import fcntl

    flags = os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING
    try:
        fd = os.memfd_create("jitgrade", flags | _NOEXEC_SEAL)
    except OSError:  # an older kernel does not know the flag
        fd = os.memfd_create("jitgrade", flags)
    try:
        os.ftruncate(fd, SHARED_SIZE)
        os.fchmod(fd, 0)  # nobody opens it anew who was not given it
        fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL)
    except OSError:
        os.close(fd)
        raise
    return fd
