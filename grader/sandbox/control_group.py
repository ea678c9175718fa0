"""What this process's control group says of memory: how much there is, and how often it ran out (Linux)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["memory_limit", "times_out_of_memory"]

_MOUNT: Final = Path("/sys/fs/cgroup")
_OF_PROCESS: Final = Path("/proc/self/cgroup")
_UNLIMITED: Final = 1 << 50
"""Version 1 says a number like this where nothing is limited."""
_KILLS: Final = re.compile(r"^oom_kill (\d+)$", re.MULTILINE)


def memory_limit(mount: Path = _MOUNT, of_process: Path = _OF_PROCESS) -> int | None:
    """Returns the bytes that all processes of the group may use together; None where nothing limits them."""
    found = [
        int(text)
        for folder in _folders(mount, of_process)
        for name in ("memory.max", "memory.limit_in_bytes")
        if (text := _text(folder / name).strip()).isdecimal()
    ]
    return min((limit for limit in found if limit < _UNLIMITED), default=None)


def times_out_of_memory(mount: Path = _MOUNT, of_process: Path = _OF_PROCESS) -> int:
    """Returns how many processes of the group were killed so far since its memory ran out; 0 where nobody tells."""
    for folder in _folders(mount, of_process):
        for name in ("memory.events", "memory.oom_control"):
            if found := _KILLS.search(_text(folder / name)):
                return int(found[1])
    return 0


def _folders(mount: Path, of_process: Path) -> Iterator[Path]:
    """The group's folder, then those around it, as far as they can be seen from here: in a container, all is one."""
    for line in _text(of_process).splitlines():
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if controllers and "memory" not in controllers.split(","):
            continue
        for root in (mount / "memory", mount) if controllers else (mount, mount / "unified"):
            place = root / path.strip("/")
            yield from (folder for folder in (place, *place.parents) if folder == root or root in folder.parents)


def _text(path: Path) -> str:
    """The text of a file; nothing where there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
