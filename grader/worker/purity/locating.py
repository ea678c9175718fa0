"""Finds the line of the student's file that makes a change, by watching it run line by line once more."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

__all__ = ["changing_line", "lines_run"]

_PROBES = 600  # a probe costs up to a millisecond, and a long loop shows its change early


def changing_line(run: Callable[[], object], probe: Callable[[], object], *, file: str) -> int | None:
    """Runs ``run`` and returns the first line of ``file`` after which ``probe`` gives something else."""
    watcher = _Watcher(file, probe)
    watcher.over(run)
    return watcher.found


def lines_run(run: Callable[[], object], *, file: str) -> set[int]:
    """Runs ``run`` and returns the lines of ``file`` that it ran."""
    watcher = _Watcher(file, None)
    watcher.over(run)
    return watcher.lines


class _Watcher:
    """A trace function for the frames of one file."""

    def __init__(self, file: str, probe: Callable[[], object] | None) -> None:
        self.file = file
        self.probe = probe
        self.first = probe() if probe else None
        self.left = _PROBES
        self.latest: int | None = None
        self.found: int | None = None
        self.lines: set[int] = set()

    def over(self, run: Callable[[], object]) -> None:
        """Runs ``run`` under this trace function. What it raises has been told elsewhere and changes nothing here."""
        before = sys.gettrace()
        sys.settrace(self.enter)
        try:
            run()
        except Exception:  # noqa: BLE001, S110 - student code may raise anything; the examination told it already
            pass
        finally:
            sys.settrace(before)
        self.look()

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:  # noqa: ANN401 - the interface of sys.settrace
        """Follows the frames of the file only."""
        del event, arg
        if frame.f_code.co_filename != self.file or self.found is not None:
            return None
        self.look()
        return self.step

    def step(self, frame: FrameType, event: str, arg: Any) -> Any:  # noqa: ANN401 - the interface of sys.settrace
        """Looks before each line and after each return whether the latest line made the change."""
        del arg
        if self.found is not None:
            return None
        self.look()
        if event == "line":
            self.latest = frame.f_lineno
            self.lines.add(frame.f_lineno)
        elif event == "return":
            self.latest = self.caller(frame)
        return self.step

    def look(self) -> None:
        """Compares, while looks are left."""
        if self.probe is None or self.found is not None or self.left <= 0:
            return
        self.left -= 1
        if self.probe() != self.first:
            self.found = self.latest

    def caller(self, frame: FrameType) -> int | None:
        """The line of the file that a returning frame goes back to, perhaps through jax."""
        above = frame.f_back
        while above is not None and above.f_code.co_filename != self.file:
            above = above.f_back
        return above.f_lineno if above is not None else self.latest
