"""All that depends on the kind of device: jax's names for it, what workers are started with, the clock that counts.

Which platform a worker uses is left to jax (an accelerator before the processor), unless it is to be the processor.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PLATFORMS", "Device", "Platform", "inherited", "lock_name", "name_of", "of", "started_with"]


class Platform(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of device.

    ``reported`` are jax's names for it, ``nodes`` its driver's entries in ``/dev``. A worker inherits the environment
    variables that begin like one of ``families``, and has those of ``started`` besides. Each of ``choosers`` lists the
    devices that a process may see; where one is chosen, ``chosen`` is set, too. ``clock`` is what a verdict on speed
    goes by: the kernel's count of the worker's processor time, or the wall's. Where ``pins_a_core``, a timed worker
    stays on one core; it has ``timed_environment`` and these ``timed_settings`` of jax before its backend starts.
    """

    name: str
    reported: tuple[str, ...]
    nodes: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    started: dict[str, str] = {}
    choosers: tuple[str, ...] = ()
    chosen: dict[str, str] = {}
    clock: Literal["processor", "wall"] = "wall"
    pins_a_core: bool = False
    timed_environment: dict[str, str] = {}
    timed_settings: dict[str, bool] = {}


PLATFORMS: Final[dict[str, Platform]] = {
    "cpu": Platform(
        name="cpu",
        reported=("cpu",),
        clock="processor",
        pins_a_core=True,
        # A product on one thread costs what it costs; spread over all cores it costs what the neighbours leave.
        timed_environment={"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"},
        timed_settings={"jax_cpu_enable_async_dispatch": False},
    ),
    "gpu": Platform(
        name="gpu",
        reported=("gpu", "cuda", "rocm"),
        nodes=("nvidia0", "nvidiactl", "kfd"),
        families=("CUDA_", "NVIDIA_", "ROCM_", "ROCR_", "HIP_", "HSA_"),
        # jax would take three quarters of the memory at its start, and the second worker would find none.
        started={"XLA_PYTHON_CLIENT_PREALLOCATE": "false"},
        choosers=("CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"),
    ),
    "tpu": Platform(
        name="tpu",
        reported=("tpu",),
        nodes=("accel", "accel0", "vfio"),
        families=("TPU_",),
        choosers=("TPU_VISIBLE_CHIPS", "TPU_VISIBLE_DEVICES"),
        chosen={"TPU_CHIPS_PER_PROCESS_BOUNDS": "1,1,1", "TPU_PROCESS_BOUNDS": "1,1,1"},
    ),
}
"""All that there are, by the name that courses and reports give them."""

_DEVICE: Final = re.compile(r"(?P<platform>[a-z]+)(?::(?P<number>\d{1,3}))?")
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9-]")
_NONE: Final = "-1"  # a driver that is told to show this device shows none


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A device as one asks for it: ``gpu``, or one of several, ``gpu:1``, counted among those this process may see."""

    platform: str
    number: int | None = None

    @classmethod
    def parsed(cls, text: str) -> Device:
        """Returns the device that a word means. Raises ValueError, which says what could be meant."""
        found = _DEVICE.fullmatch(text)
        if found is None or found["platform"] not in PLATFORMS:
            raise ValueError(f"'{text}' is no device; there are {', '.join(PLATFORMS)}, and gpu:1 for the second GPU")
        number = None if found["number"] is None else int(found["number"])
        if number is not None and not PLATFORMS[found["platform"]].choosers:
            raise ValueError(f"'{text}' is no device: there is one {found['platform']}, without a number")
        return cls(platform=found["platform"], number=number)


def of(name: str) -> Platform:
    """Returns a platform; one that nobody foresaw is timed by the wall."""
    return PLATFORMS.get(name, Platform(name=name, reported=(name,)))


def name_of(reported: str) -> str:
    """Returns our name of the platform that jax reports; its own word where we have none."""
    return next((one.name for one in PLATFORMS.values() if reported in one.reported), reported)


def inherited(variable: str) -> bool:
    """Tells whether an accelerator's libraries read this environment variable to find a device."""
    return variable.startswith(tuple(family for one in PLATFORMS.values() for family in one.families))


def started_with(device: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Returns the environment variables that workers on a device have besides what they inherit of ``environment``.

    ``device`` is a word as for ``Device``; any other leaves the choice to jax.
    """
    found = {name: text for one in PLATFORMS.values() for name, text in one.started.items()}
    number = _number(device)
    if number is not None:
        platform = PLATFORMS[device.partition(":")[0]]
        found |= platform.chosen
        found |= {name: _entry(environment.get(name, ""), number) for name in platform.choosers}
    return found


def lock_name(device: str, platform: str, environment: Mapping[str, str]) -> str:
    """Returns the name of the device that workers on this platform use, the same for all processes of a machine."""
    one = of(platform)
    if not one.choosers:
        return _UNSAFE.sub("-", platform)
    number = _number(device) or 0
    listed = next((text for name in one.choosers if (text := environment.get(name, ""))), "")
    return _UNSAFE.sub("-", f"{platform}-{_entry(listed, number)}")


def _number(device: str) -> int | None:
    """The number in a device's word; None where it has none."""
    found = _DEVICE.fullmatch(device)
    return int(found["number"]) if found and found["number"] and found["platform"] in PLATFORMS else None


def _entry(listed: str, number: int) -> str:
    """What the driver calls the device of this number, where only those listed may be seen; all where none is."""
    names = [name.strip() for name in listed.split(",") if name.strip()]
    if not names:
        return str(number)
    return names[number] if number < len(names) else _NONE
