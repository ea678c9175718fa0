"""A control group with little memory and time, made where this machine lets root make one."""

from __future__ import annotations

import contextlib
import os
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Group", "group"]

_MOUNT = Path("/sys/fs/cgroup")
_PERIOD = 100_000


class Group(NamedTuple):
    """Folders that a process enters by writing its number into each."""

    memory: Path
    others: tuple[Path, ...]

    @property
    def enter(self) -> list[str]:
        """The words before a command that have it run inside."""
        script = "".join(f"echo $$ > {folder}/cgroup.procs; " for folder in (self.memory, *self.others))
        return ["sh", "-c", f'{script}exec "$@"', "sh"]

    @property
    def kills(self) -> int:
        """How often the system killed in it for want of memory."""
        for name in ("memory.oom_control", "memory.events"):
            with contextlib.suppress(OSError):
                for line in (self.memory / name).read_text().splitlines():
                    if line.startswith("oom_kill "):
                        return int(line.split()[1])
        return 0


@contextmanager
def group(memory: int, cores: float = 0.0) -> Iterator[Group | None]:
    """A group with so many bytes and, where it says so, so much of a core; None where none can be made."""
    name = f"jitgrade-{os.getpid()}-{time.monotonic_ns()}"
    one = (_MOUNT / "cgroup.controllers").exists()
    wanted = [(_MOUNT if one else _MOUNT / "memory", {"memory.max" if one else "memory.limit_in_bytes": memory})]
    if cores:
        quota = int(cores * _PERIOD)
        limits = {"cpu.max": f"{quota} {_PERIOD}"} if one else {"cpu.cfs_period_us": _PERIOD, "cpu.cfs_quota_us": quota}
        wanted.append((_MOUNT if one else _MOUNT / "cpu", limits))
    made: list[Path] = []
    try:
        try:
            for root, limits in wanted:
                folder = root / name
                folder.mkdir(exist_ok=one and bool(made))
                made += [] if folder in made else [folder]
                for file, value in limits.items():
                    (folder / file).write_text(str(value))
        except OSError:
            yield None
            return
        yield Group(made[0], tuple(made[1:]))
    finally:
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()
