"""How much a worker keeps in its folder, looked at from outside where that lies on the disk."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

from grader.sandbox.protocol import MOST_ENTRIES, MOST_SCRATCH

__all__ = ["Stored"]

_EVERY: Final = 4  # looks: files grow more slowly than memory


class Stored:
    """Holds one worker's folder against what it may keep; ``exceeded`` says in words what was too much, for good."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._looks = 0
        self.exceeded = ""

    def measure(self) -> bool:
        """Whether there is too much; looks now and then."""
        self._looks += 1
        if self._folder and not self.exceeded and self._looks % _EVERY == 0:
            self._look()
        return bool(self.exceeded)

    def _look(self) -> None:
        entries = size = 0
        waiting = [self._folder]
        while waiting:
            with suppress(OSError), os.scandir(waiting.pop()) as inside:
                for entry in inside:
                    entries += 1
                    with suppress(OSError):
                        size += entry.stat(follow_symlinks=False).st_blocks * 512
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
                    if entries > MOST_ENTRIES:
                        self.exceeded = f"more than {MOST_ENTRIES} files"
                        return
        if size > MOST_SCRATCH:
            self.exceeded = f"more than {MOST_SCRATCH >> 20} MiB of files"
