"""``grade watch [EXERCISE]``: grades again on every save, and says what changed since the one before."""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from grader.commands import finding, occasion, options, screen
from grader.course import CourseError, SubmissionError, find_named
from grader.reports.plain import ascii_only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from grader.commands.regrading import Regrading
    from grader.commands.saves import Saves
    from grader.model.exercise import Course, Exercise
    from grader.model.report import Report

__all__ = ["watch"]

_ENDS = "Watching; Ctrl-C ends."
_CLEAR = "\x1b[2J\x1b[H"  # what scrolled away can still be scrolled to


@click.command("watch")
@click.argument("word", metavar="[EXERCISE]", required=False, default="")
@options.file
@options.course
@options.isolation
@options.device
@options.no_color
def watch(
    word: str, file: Path | None, course: Path | None, require_isolation: str | None, device: str, *, no_color: bool
) -> int:
    """Grade again on every save, and say what changed.

    Without EXERCISE it grades whichever file of an exercise is saved in this folder.
    """
    from grader.commands.regrading import Regrading
    from grader.commands.saves import Saves

    opened = finding.opened(course)
    chosen = finding.named(opened, word) if word else None
    folder, names, mine = _watched(opened, chosen, file)
    saves = Saves(folder, mine)
    with Regrading(opened, device, require_isolation or "") as regrading, _ending() as asked:
        watching = _Watching(opened, chosen, folder, saves, regrading, no_color=no_color, course=course)
        try:
            watching.begin(next((name for name in names if name in saves.names), ""))
            while True:
                watching.turn(saves.wait())
        except KeyboardInterrupt:
            if not asked:
                click.echo("\nStopped watching.")
    return 128 + asked[0] if asked else 0


@contextmanager
def _ending() -> Iterator[list[int]]:
    """Has signals that ask to end do what Ctrl-C does, and collects them: what waits for saves knows no other way."""
    asked: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        del frame
        asked.append(number)
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, end) for number in numbers]
    try:
        yield asked
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _watched(
    opened: Course, chosen: Exercise | None, file: Path | None
) -> tuple[Path, list[str], Callable[[str], bool]]:
    """The folder to watch, the names to begin with, and which names count. Raises a usage error."""
    if file is not None:
        if file.is_dir() or not file.absolute().parent.is_dir():
            raise click.UsageError(
                f"{file} cannot be watched: {'it is a folder' if file.is_dir() else 'no such folder'}."
            )
        return file.parent, [file.name], lambda name: name == file.name
    if chosen is not None:
        names = finding.usual_names(chosen)
        return Path(), names, lambda name: name in names
    return Path(), [], lambda name: name.endswith((".py", ".ipynb")) and find_named(opened, name) is not None


class _Watching:
    """One session: what was graded last, of each exercise, and what the reader sees."""

    def __init__(
        self,
        opened: Course,
        chosen: Exercise | None,
        folder: Path,
        saves: Saves,
        regrading: Regrading,
        *,
        no_color: bool,
        course: Path | None,
    ) -> None:
        self._opened = opened
        self._chosen = chosen
        self._folder = folder
        self._saves = saves
        self._regrading = regrading
        self._no_color = no_color
        self._colour = screen.colourful(sys.stdout, no_color=no_color)
        self._course = course
        self._known: dict[str, Exercise] = {}
        self._reports: dict[str, Report] = {}

    def begin(self, name: str) -> None:
        """Grades the file that is there already; says what is waited for where there is none to begin with."""
        if name:
            self.turn(name)
        elif self._chosen is not None:
            number = self._chosen.number
            begin = f"grade start {number}{options.repeated(self._course)}"
            self._say(f"There is no file for exercise {number} here yet; `{begin}` makes one. {_ENDS}")
        else:
            names = self._saves.names
            told = f"Save a file to have it graded: {', '.join(names)}." if names else "No file of an exercise yet."
            self._say(f"{told} {_ENDS}")

    def turn(self, name: str) -> None:
        """Grades the file of this name and shows what came of it; nothing where it is saved again meanwhile."""
        from grader.sandbox.switchboard import Overtaken

        if not name:
            self._say(f"The file is gone; it is graded when it is here again. {_ENDS}")
            return
        saved = time.localtime()
        try:
            self._grade(name, saved)
        except (CourseError, SubmissionError) as error:
            self._say(f"{error} {_ENDS}")
        except Overtaken:
            self._saves.again(name)

    def _grade(self, name: str, saved: time.struct_time) -> None:
        from grader.reports.changes import without

        started = time.monotonic()
        chosen = self._chosen or self._known.get(name) or finding.named(self._opened, name)
        self._known[name] = chosen  # as it is when the session comes to it: its solution is asked once
        given = finding.submitted(chosen, self._folder / name)

        shown: list[Report] = []

        def interim(report: Report) -> None:
            shown.append(report)
            self._say("Timing …", above=self._rendered(report, chosen, given, unfinished=True))

        with occasion.progress(no_color=self._no_color) as progress:
            report = self._regrading.graded(
                given, chosen, overtaken=self._saves.pending, interim=interim, progress=progress
            )
        occasion.remember(self._opened, given, report)
        took = f"Saved {time.strftime('%H:%M:%S', saved)}, graded in {time.monotonic() - started:.1f} s. {_ENDS}"
        changed = self._changed(report)
        self._reports[report.exercise] = report
        if shown and not self._colour:  # what stands above is still to be seen
            report = without(shown[-1], report)
        self._say("\n".join([*changed, took]), above=self._rendered(report, chosen, given))
        self._regrading.prepare(chosen)

    def _changed(self, report: Report) -> list[str]:
        """What changed since the exercise was graded before, in this session."""
        from grader.reports.changes import changes

        before = self._reports.get(report.exercise)
        if before is None:
            return []
        return ["Since the save before:", *(f"  {line}" for line in changes(before, report) or ["nothing changed"]), ""]

    def _rendered(self, report: Report, chosen: Exercise, given: finding.Named, *, unfinished: bool = False) -> str:
        from grader.reports import terminal

        setting = occasion.setting(self._opened, chosen, given, no_color=self._no_color, course=self._course)
        return terminal.render(report, msgspec.structs.replace(setting, unfinished=unfinished))

    def _say(self, text: str, above: str = "") -> None:
        """Shows a report, and what there is to say below it, on a screen of its own where there is one."""
        text = text if screen.show_symbols(sys.stdout) else ascii_only(text)
        clear = _CLEAR if self._colour else ""
        screen.show(f"{clear}{above}{chr(10) if above else ''}{text}\n", colour=self._colour)
