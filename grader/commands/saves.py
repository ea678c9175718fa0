"""Tells when a file was saved, however the editor does that: written in place, renamed over, emptied and filled.

The system wakes us when anything happens in the folder (``watchfiles``); what counts is whether the file is another one
than before. Where the system tells nothing, as of folders on a network, the folder is looked at every second.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

__all__ = ["Saves"]

_PATIENCE: Final = 1000  # milliseconds after which the folder is looked at anyway
_CALM: Final = 0.03  # seconds without a change after which a save is over
_GAP: Final = 0.3  # the same while a file is away or empty: many editors pass through that when they save
_LONGEST: Final = 3.0

_Stamp = tuple[int, int, int]


class Saves:
    """The saves of the files in a folder whose names are ``mine``, from now on."""

    def __init__(self, folder: Path, mine: Callable[[str], bool]) -> None:
        self._folder = folder
        self._mine = mine
        self._wakes = _wakes(folder)
        self._seen: dict[str, _Stamp] = {}
        self._untold: list[str] = []  # saved, the last one last
        self._settle()

    @property
    def names(self) -> list[str]:
        """The files that are there."""
        return sorted(self._seen)

    def pending(self) -> bool:
        """Whether there was a save that ``wait`` has not told of."""
        return self._stamps() != self._seen

    def wait(self) -> str:
        """Waits for a save to be over; returns the name of the file saved last, nothing where one only went away.

        Others that were saved are told of afterwards.
        """
        while True:
            before = self._seen
            if self.pending():
                self._settle()
                saved = [name for name, stamp in self._seen.items() if before.get(name) != stamp]
                self._untold = [name for name in self._untold if name in self._seen and name not in saved]
                self._untold += sorted(saved, key=lambda name: self._seen[name][0])
                if not saved and before.keys() - self._seen.keys():
                    return ""
            if self._untold:
                return self._untold.pop()
            next(self._wakes)

    def again(self, name: str) -> None:
        """Has ``wait`` tell of a file once more, after all others."""
        self._untold.insert(0, name)

    def _settle(self) -> None:
        """Takes the files as they are once they stay so."""
        before, now = self._seen, self._stamps()
        until = time.monotonic() + _LONGEST
        calm = 0.0
        while time.monotonic() < until and calm < (_GAP if _passing(before, now) else _CALM):
            time.sleep(_CALM)
            latest = self._stamps()
            calm = calm + _CALM if latest == now else 0.0
            now = latest
        self._seen = now

    def _stamps(self) -> dict[str, _Stamp]:
        """What tells one save of a file from another: when it was written, how long it is, which file it is."""
        found = {}
        try:
            for path in self._folder.iterdir():
                if self._mine(path.name) and path.is_file():
                    told = path.stat()
                    found[path.name] = (told.st_mtime_ns, told.st_size, told.st_ino)
        except OSError:  # it went away meanwhile
            return found
        return found


def _passing(before: dict[str, _Stamp], now: dict[str, _Stamp]) -> bool:
    """Whether a file is gone or has become empty, as in the middle of a save."""
    return bool(before.keys() - now.keys()) or any(
        not size and before.get(name) != (at, size, file) for name, (at, size, file) in now.items()
    )


def _wakes(folder: Path) -> Generator[object, None, None]:
    """Comes back whenever something happened in the folder, or nothing for a second."""
    try:
        from watchfiles import watch
    except ImportError:
        raise click.ClickException("`grade watch` needs watchfiles; type: pip install watchfiles") from None
    return watch(
        folder, watch_filter=None, debounce=50, step=10, rust_timeout=_PATIENCE, yield_on_timeout=True, recursive=False
    )
