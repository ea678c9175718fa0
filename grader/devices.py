"""Whether the device that one asks for is there: a worker that has no file tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model import platforms
from grader.model.answers import Loaded
from grader.model.exercise import Limits
from grader.model.questions import Load

if TYPE_CHECKING:
    from grader.sandbox.workshop import Workshop

__all__ = ["NoDeviceError", "require"]

_NO_FILE = b"def same(x):\n    return x\n"


class NoDeviceError(Exception):
    """The device that was asked for is not here: says so, and what is."""


def require(device: str, workshop: Workshop) -> None:
    """Raises NoDeviceError where workers of this workshop, made for ``device``, run on another kind of device."""
    wanted = platforms.Device.parsed(device)
    worker = workshop.open(Load(source=_NO_FILE, name="device.py", function="same", jit="none"), Limits())
    try:
        loaded = worker.loaded
    finally:
        worker.close()
    found = platforms.name_of(loaded.platform) if isinstance(loaded, Loaded) else ""
    if found == wanted.platform:
        return
    if not found:
        raise NoDeviceError(f"there is no {device} here: jax finds no device at all when it is to use that one")
    raise NoDeviceError(f"there is no {device} here: jax finds only the {found}, which is `--device {found}`")
