"""``grade batch``: what an instructor types to have a class graded, and to see what came of it."""

from __future__ import annotations

import shlex
import sys
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from grader.commands import options, screen
from grader.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.batch.cluster import Cluster
    from grader.batch.layouts import Found
    from grader.batch.lending import Lender
    from grader.batch.nouns import Graded, Order
    from grader.batch.roll import Exercised
    from grader.batch.running import Batch

__all__ = ["batch"]

_MOST: Final = 10  # lines of each listing on the screen; summary.txt has them all
_INTERRUPTED: Final = 130
_EXITS: Final = {"broken": 3, "pending": 4}
_LOST: Final = 1


@click.command("batch")
@click.argument("folders", metavar="FOLDER...", nargs=-1, type=click.Path(path_type=Path))
@options.course
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("grades"),
    metavar="DIR",
    help="Where results, reports and tables go (default: ./grades).",
)
@click.option("--exercise", "word", default="", metavar="WORD", help="All files are of this exercise.")
@click.option(
    "--pattern",
    default="",
    metavar="TEXT",
    help="How files are named: '{student}_{exercise}.py'; * is anything within a name.",
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="Who there is: a table with their ids, an exported gradebook say.",
)
@click.option(
    "--nbgrader", is_flag=True, help="FOLDER is nbgrader's course folder (default: .): fill gradebook and autograded/."
)
@click.option("--assignment", default="", metavar="NAME", help="With --nbgrader, grade only this assignment.")
@click.option("--changed", is_flag=True, help="Grade only what is new, or has changed, or has no mark yet.")
@options.due
@click.option("--canvas", type=click.Path(path_type=Path), metavar="CSV", help="Fill an exported Canvas gradebook.")
@click.option("--compare", type=click.Path(path_type=Path), metavar="OLD", help="Tell whose mark differs from OLD's.")
@click.option("--no-timing", is_flag=True, help="Leave what rests on time pending.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="Grade so many at a time (default: as machine allows)."
)
@click.option("--dask", default="", metavar="ADDRESS", help="Grade on the cluster of this dask scheduler.")
@options.device
@options.isolation
@options.no_color
def batch(  # noqa: PLR0913, PLR0915, PLR0917 - one for each word of the command line
    folders: tuple[Path, ...],
    course: Path | None,
    output: Path,
    word: str,
    pattern: str,
    roster: Path | None,
    assignment: str,
    due: datetime | None,
    canvas: Path | None,
    compare: Path | None,
    jobs: int | None,
    dask: str,
    device: str,
    require_isolation: str | None,
    *,
    nbgrader: bool,
    changed: bool,
    no_timing: bool,
    no_color: bool,
) -> int:
    """Grade many submissions: folders, notebooks, zips, exports of nbgrader and Gradescope.

    A zip of submissions is unpacked below --output. Interrupted, the same command goes on where it was. Exit codes: 0
    everything is marked, whatever the marks; 1 some files could not be graded, and summary.txt lists them; 2 wrong
    usage; 3 something is broken, 4 something is pending, and so not marked; 130 stopped before the end. Of several, the
    first of 130, 3, 1, 4.
    """
    from grader.batch import comparing, late, layouts
    from grader.batch.gradebook import read_gradebook
    from grader.batch.lending import Lender
    from grader.batch.nouns import Listed, Order
    from grader.batch.outcome import write_outcome
    from grader.batch.results import Results, latest
    from grader.batch.running import Batch
    from grader.commands import finding, nbgrading
    from grader.sandbox.tiers import TIERS, choose, stricter

    if nbgrader:
        nbgrading.check(folders, {"--exercise": word, "--pattern": pattern, "--roster": roster})
    elif assignment:
        raise click.UsageError("--assignment goes with --nbgrader.")
    elif not folders:
        raise click.UsageError("Missing argument 'FOLDER...'.")
    desk = nbgrading.Desk(folders, course, assignment) if nbgrader else None
    opened = desk.course if desk else finding.opened(course)
    device = device or (desk.device if desk else "")
    tier = stricter(require_isolation or "", desk.require_isolation if desk else "")
    lender = None
    if dask:
        _needs_dask()
    else:
        required = stricter(tier, opened.isolation)
        lender = click.get_current_context().with_resource(Lender(device or opened.accelerator, required))
        if required not in {"", TIERS[-1]}:
            choose(required)  # it is found out in any case, but only once all has begun
    found = (
        desk.found
        if desk
        else layouts.find(folders, opened, exercise=word, pattern=pattern, roster=roster, results=output)
    )
    gradebook = read_gradebook(canvas) if canvas else None
    older = comparing.results_file(compare) if compare else None
    policy = late.late_policy(opened.late, due)
    order = Order(
        course=str(opened.folder),
        seed="",
        device=device,
        require_isolation=tier,
        timed=not no_timing,
    )
    with Results(output / "results.jsonl") as results:
        source = desk.source if desk else None
        besides = Listed(batch="", students=found.students, misfits=found.misfits)
        running = Batch(results, opened, order, found.submissions, changed=changed, source=source, besides=besides)
        _announce(found, running, policy.due_words)
        whole = _run(running, output, jobs, lender or dask, no_color=no_color)
        outcome = write_outcome(
            latest(results.path),
            output,
            policy=policy,
            found=found,
            expected=_expected(found, running),
            gradebook=gradebook,
        )
        written = desk.write(latest(results.path), no_color=no_color) if desk and whole else True
        if whole and written:
            running.finish()
    symbols = screen.show_symbols(sys.stdout)
    screen.show(outcome.text(screen.width(), symbols=symbols, most=_MOST))
    if older is not None:
        screen.show(comparing.compare(older, output, policy).text(screen.width(), symbols=symbols))
    click.echo(f"Results, reports and tables are in {output}.", err=True)
    if not whole:
        words = f"Stopped before the end: {shlex.join(['grade', *sys.argv[1:]])} goes on from here."
        click.echo(words, err=True)
        return _INTERRUPTED
    _warn(found, output, no_color=no_color)
    return _exit(latest(results.path), lost=found.lost) if written else _EXITS["broken"]


def _expected(found: Found, running: Batch) -> list[Exercised]:
    """The exercises for which something was handed in that is not graded."""
    from grader.batch.roll import Exercised

    names = sorted({one.exercise for one in found.misfits if one.exercise and not one.absent})
    exercises = [(name, running.exercise(name)) for name in names]
    return [Exercised(name=name, number=one.number, title=one.title, max_score=one.points) for name, one in exercises]


def _warn(found: Found, output: Path, *, no_color: bool) -> None:
    """Says that files are not graded, in red, and which command reads them where this one did not say their names."""
    if found.lost:
        told = f'Not everything is marked: {_count(found.lost, "file")} could not be graded; see "Not graded" above'
        told += f" and in {output / 'summary.txt'}."
        click.secho(told, err=True, fg="red", color=screen.colourful(sys.stderr, no_color=no_color))
    for pattern, counts in found.hints:
        words = ["grade", *sys.argv[1:], "--pattern", pattern]
        click.echo(f"Their names fit this command ({counts}):\n  {shlex.join(words)}", err=True)


def _announce(found: Found, running: Batch, due: str) -> None:
    """Says what was found, what of it is to be graded now, and when it was due."""
    students = len({one.student for one in found.submissions})
    kept = len(found.submissions) - len(running.waiting)
    told = f"{_count(len(found.submissions), 'submission')} of {_count(students, 'student')} by {found.layout}"
    if kept:
        told += f", {kept} graded already"
    if found.lost:
        told += f"; not graded, and listed in summary.txt: {_count(found.lost, 'file')}"
    click.echo(f"{told}.{f' {due}' if due else ''}", err=True)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _run(running: Batch, output: Path, jobs: int | None, where: Lender | str, *, no_color: bool) -> bool:
    """Runs a batch here or on a cluster; says whether it came to its end, which Ctrl-C keeps it from."""
    from grader.batch.filing import Filing
    from grader.batch.pool import Pool
    from grader.batch.results import latest
    from grader.commands.key import key
    from grader.commands.pace import Pace
    from grader.sandbox import capacity

    count = min(jobs or capacity.jobs(), max(1, len(running.waiting)))
    filing = Filing(output / "reports", key(), running.exercise, running.source)
    moving = screen.colourful(sys.stderr, no_color=no_color)
    with Progress(sys.stderr, moving=moving, width=screen.width()) as progress:
        pace = Pace(len(running.waiting), progress)

        def tell(graded: Graded) -> None:
            filing.file(graded)
            pace(graded)

        try:
            if isinstance(where, str):
                with _cluster(where, running.order) as cluster:
                    running.run(cluster.results, cluster.timed, tell, elsewhere=True)
            else:
                where.widen(count)
                with Pool(running.order, count, lender=where) as pool, Pool(running.order, 1, lender=where) as alone:
                    running.run(pool.results, alone.results, tell)
        except KeyboardInterrupt:
            return False
        progress("writing what came of it")
        filing.complete(latest(running.results.path))
    return True


def _needs_dask() -> None:
    """Raises a usage error without the packages for a cluster."""
    if find_spec("distributed") is None:
        raise click.UsageError("--dask needs more packages: pip install 'jitgrade[dask]'.")


def _cluster(address: str, order: Order) -> Cluster:
    """A cluster to grade on. Raises StoppedError without a scheduler."""
    from grader.batch.cluster import Cluster

    return Cluster(address, order, lambda told: click.echo(told, err=True))


def _exit(results: Iterable[Graded], *, lost: int) -> int:
    """0 where everything is marked; else what is the matter, what is our fault first."""
    found = {graded.report.status for graded in results}
    if "broken" in found:
        return _EXITS["broken"]
    return _LOST if lost else _EXITS["pending"] if "pending" in found else 0
