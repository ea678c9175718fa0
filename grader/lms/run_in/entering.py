"""One run inside a platform's container, from its start to its exit code: in between, a whole result is written."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
import traceback
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from grader.course import CourseError
from grader.lms.package import COURSE, FILE
from grader.lms.result import Occasion, Result
from grader.lms.run_in.concluding import concluded, lean
from grader.lms.run_in.nouns import Order
from grader.lms.run_in.outlets import FileOutlet, StreamOutlet
from grader.lms.run_in.setup import other_versions, package_for
from grader.lms.run_in.surroundings import SURROUNDINGS, granted, names_told, occasion
from grader.lms.run_in.watching import watched
from grader.sandbox.control_group import memory_limit
from grader.sandbox.folders import remove
from grader.sandbox.tiers import TIERS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from grader.lms.package import Package
    from grader.lms.platforms import Output, Platform
    from grader.lms.run_in.outlets import Outlet
    from grader.lms.run_in.watching import Watched

__all__ = ["NOT_GRADED", "run_in"]

NOT_GRADED: Final = 3
"""The exit code where there is no result, which the platform takes for "not graded"."""
_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
_WRONG_SET_UP: Final = "grading was not set up here as it has to be; tell your instructor."
_CLOSING: Final = 0.05
_SHORTEST_CLOSING: Final = 3.0
_LONGEST_CLOSING: Final = 15.0
_STARTED: Final = 19  # proc(5): the 22nd number of stat, of which two stand before the process's name ends
_OLDEST: Final = 10.0  # seconds: what is older was a shell that waited, or counts the time in another way than we do


class _Run:
    """What is known of a run: where its results go, and what is said of the occasion once the package is read."""

    def __init__(self, platform: Platform, root: Path | None, package: Path | None) -> None:
        self.began = time.monotonic() - _age()
        self.platform = platform
        self.surroundings = SURROUNDINGS[platform.name]
        self.root = (root or Path("/" if self.surroundings.everywhere else "")).resolve()
        self.folder = (package or self.root / (self.surroundings.package or "")).resolve()
        self.occasion = Occasion()
        self.log: IO[bytes] | None = sys.stderr.buffer if self.surroundings.logs else None
        self.stopped = False
        self.misplaced = False

    def say(self, text: str) -> None:
        """Tells instructors something, where the platform has a place for that which students do not see."""
        if self.log is not None:
            with suppress(OSError):
                self.log.write(f"{text}\n".encode())
                self.log.flush()

    def stop(self, number: int, frame: object) -> None:
        """Takes note that the platform wants an end."""
        del number, frame
        self.stopped = True


def run_in(platform: Platform, root: Path | None = None, package: Path | None = None) -> int:
    """Grades what was handed in, and puts the result where the platform looks for it; returns the exit code.

    ``root`` takes the place of the platform's own, ``package`` of the place where its package lies. Of several results
    the platform's first is the one that counts.
    """
    run = _Run(platform, root, package)
    for number in _SIGNALS:
        signal.signal(number, run.stop)
    with ExitStack() as stack:
        outlets = [(output, _outlet(run, output, stack)) for output in platform.outputs]
        if outlets[0][1] is None:
            return NOT_GRADED
        result = _result(run)
        written = [outlet is not None and _written(run, output, outlet, result) for output, outlet in outlets]
    return 0 if written[0] and not run.misplaced else NOT_GRADED


def _outlet(run: _Run, output: Output, stack: ExitStack) -> Outlet | None:
    """Where a result goes, until the stack is left; None where it cannot be written there."""
    try:
        outlet = FileOutlet(run.root / output.file) if output.file else StreamOutlet()
    except OSError as error:
        run.say(f"grade: {error.filename or 'the result'} cannot be written: {error.strerror or error}")
        return None
    return stack.enter_context(closing(outlet))


def _result(run: _Run) -> Result:
    """What came of the run. Never raises what an exception can be."""
    try:
        result = concluded(_watched(run), round(time.monotonic() - run.began, 3))
    except CourseError as error:  # whoever set this up has to read it, wherever students may read it, too
        run.misplaced, run.log = True, sys.stderr.buffer
        run.say(f"grade: not graded: {error}")
        return Result(broken=_WRONG_SET_UP)
    except Exception as error:  # noqa: BLE001 - the one place that answers for all of them
        if run.log is not None:
            run.say("".join(traceback.format_exception(error)))
        result = Result(broken=f"{type(error).__name__}: {error}")
    for graded in result.exercises:
        if graded.report.seed:  # for instructors alone: what students read has none
            run.say(f"grade: exercise {graded.report.number}, seed {graded.report.seed}")
        for check in graded.report.checks:
            if check.status == "broken":
                run.say(f"grade: exercise {graded.report.number}, {check.name}: {check.message}")
    if result.broken:
        run.say(f"grade: not graded: {result.broken}")
        result = msgspec.structs.replace(result, broken=result.broken.splitlines()[0])
    return result


def _watched(run: _Run) -> Watched:
    """Has it graded, by a process of its own."""
    submission = run.root / run.surroundings.submission
    package = package_for(run.platform, run.folder, submission)
    if others := other_versions(package):
        run.say(f"grade: {others}")
    run.occasion = occasion(package, os.environ)
    seconds = _for_grading(granted(package, os.environ))
    order = Order(
        course=str(run.folder / COURSE),
        exercises=package.exercises,
        submission=str(submission),
        only=names_told(os.environ),
        beside=(*run.surroundings.beside, *_inside(submission, run)),
        device=package.device,
        require_isolation=package.isolation,
        seconds=seconds,
        memory=_memory(package),
    )
    with _scratch() as folder:
        found = watched(
            order,
            until=run.began + seconds,
            folder=folder,
            log=run.log,
            stopped=lambda: run.stopped,
        )
    if found.planned is not None:
        tier = found.planned.isolation
        lacks = "".join(f"; {lack}" for lack in found.planned.lacks)
        run.say(f"grade: isolation {tier}{lacks}")
        if tier == TIERS[-1]:
            run.say("grade: a submission could end or forge this run; it was packaged with --require-isolation limits")
    return found


def _age() -> float:
    """The seconds that this process has been there: on half a core, its own start takes some."""
    with suppress(OSError, ValueError, IndexError):
        started = int(Path("/proc/self/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[_STARTED])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - started / os.sysconf("SC_CLK_TCK")
        return age if 0 < age < _OLDEST else 0.0
    return 0.0


def _for_grading(seconds: float) -> float:
    """What is left for grading when there is time to end everything, and to write, on half a core."""
    closing = min(max(_CLOSING * seconds, _SHORTEST_CLOSING), _LONGEST_CLOSING)
    return seconds - min(closing, seconds / 4)


def _memory(package: Package) -> int:
    """The bytes that there are for all: the package's, or fewer where the container has fewer."""
    return min(package.memory, memory_limit() or package.memory)


def _inside(submission: Path, run: _Run) -> list[str]:
    """The names of what lies in the submission's folder and is ours: the package, and the results."""
    places = [
        run.folder / FILE,
        run.folder / COURSE,
        *(run.root / one.file for one in run.platform.outputs if one.file),
    ]
    return [place.relative_to(submission).parts[0] for place in places if submission in place.parents]


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder for temporary files, which workers with a user of their own may pass through; then it is gone."""
    folder = Path(tempfile.mkdtemp(prefix="jitgrade-"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        remove(folder)


def _written(run: _Run, output: Output, outlet: Outlet, result: Result) -> bool:
    """Writes one result: whole, or as much of it as there is room for; says whether there is one."""
    for form in (
        result,
        lean(result),
        Result(broken="the result cannot be written.", seconds=result.seconds),
    ):
        try:
            data = output.render(form, run.occasion)
            if data:
                outlet.write(data)
            return bool(data)
        except Exception as error:  # noqa: BLE001 - a smaller result is better than none
            run.say("".join(traceback.format_exception(error)))
    return False
