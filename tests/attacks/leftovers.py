"""What an attack left behind: processes, files in places that all may write, mounts, System V objects."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from pathlib import Path
from typing import Final

import psutil

__all__ = ["SHARED", "Surroundings", "below"]

SHARED: Final = ("/tmp", "/var/tmp", "/dev/shm", "/run", "/dev/mqueue")
_LONGEST: Final = 3.0
_OURS: Final = ("jitgrade-", "stage-")
"""How folders begin that the grader makes for itself, and removes itself."""


class Surroundings:
    """What was there before an attack. ``alone``: nobody else lives here, so whatever is new is the attack's.

    A workshop may keep workers ready that nobody used yet; they look like their fork server, so a process counts as
    left behind where it bears the attack's word or looks like none that was there before.
    """

    def __init__(self, *, alone: bool) -> None:
        self._alone = alone
        self._entries = _entries()
        self._known: tuple[set[str], ...] = (_written(), _mounts(), _system_v())
        self._kinds = {_kind(process) for process in below(os.getpid())}

    def left(self, word: str, pid: int | None) -> list[str]:
        """What is left of the attack known by this word, once it had time to go; ``pid`` is its worker's."""
        give_up = time.monotonic() + _LONGEST
        while (processes := self._processes(word, pid)) and time.monotonic() < give_up:
            time.sleep(0.05)
        found = [f"process {name!r} is alive" for name in processes]
        found += [f"{path} is left" for path in self._files(word)]
        found += self._told_once()
        return found

    def _told_once(self) -> list[str]:
        """What is new of packages, mounts and System V objects; from now on it counts as known."""
        now = _written(), _mounts(), _system_v()
        before, self._known = self._known, tuple(old | new for old, new in zip(self._known, now, strict=True))
        words = ("{} was written", "{} was mounted", "System V {} is left")
        return [
            word.format(each)
            for word, old, new in zip(words, before, now, strict=True)
            for each in sorted(new - old)[:5]
        ]

    def _processes(self, word: str, pid: int | None) -> list[str]:
        found = []
        nearby = psutil.process_iter() if self._alone else [*below(os.getpid()), *_bearing(word)]
        own = {os.getpid(), os.getppid(), 1}
        for process in nearby:
            with contextlib.suppress(psutil.Error, OSError):
                if process.pid in own or process.status() == psutil.STATUS_ZOMBIE:
                    continue
                name, _ = kind = _kind(process)
                if process.pid == pid or word[:10] in name or kind not in self._kinds:
                    found.append(name)
        return sorted(set(found))

    def _files(self, word: str) -> list[str]:
        """New entries, which are removed, and count as known from now on."""
        new = sorted(_entries() - self._entries)
        self._entries.update(new)
        told = []
        for path in new:
            ours = path.name.startswith(_OURS) and word not in path.name
            if ours or not (self._alone or word in path.name):
                continue
            told.append(str(path))
            with contextlib.suppress(OSError):
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        return told[:5]


def below(pid: int) -> list[psutil.Process]:
    """All processes below this one."""
    with contextlib.suppress(psutil.Error):
        return psutil.Process(pid).children(recursive=True)
    return []


def _bearing(word: str) -> list[psutil.Process]:
    """All processes whose name bears the word."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if word[:10] in process.name():
                found.append(process)
    return found


def _kind(process: psutil.Process) -> tuple[str, str]:
    """What a process looks like: its name, the program it runs."""
    name = exe = ""
    with contextlib.suppress(psutil.Error, OSError):
        name = Path(f"/proc/{process.pid}/comm").read_text().strip()
        exe = process.exe()
    return name, exe


def _entries() -> set[Path]:
    found: set[Path] = set()
    for folder in SHARED:
        with contextlib.suppress(OSError):
            found.update(Path(folder).iterdir())
    return found


def _written() -> set[str]:
    """What was written into the checkout or the Python environment, where the rig keeps that apart."""
    store = os.environ.get("ATTACKS_UPPER", "")
    return {str(path) for path in Path(store).glob("*/upper/**/*") if not path.is_dir()} if store else set()


def _mounts() -> set[str]:
    with contextlib.suppress(OSError):
        lines = Path("/proc/self/mountinfo").read_text().splitlines()
        return {" ".join(line.split()[3:5]) for line in lines}
    return set()


def _system_v() -> set[str]:
    found = set()
    for kind in ("shm", "sem", "msg"):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]:
                found.add(f"{kind} {' '.join(line.split()[:2])}")
    return found
