"""The command ``grade``: which words there are, and how each run ends. What they do lives in ``grader.commands``."""

from __future__ import annotations

import difflib
import importlib
import os
import shlex
import signal
import sys
import traceback
from typing import TYPE_CHECKING, NoReturn

import click

from grader import __version__
from grader.commands import page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

__all__ = ["COMMANDS", "cli", "main", "run"]

FAULT = 3
USAGE = 2
INTERRUPTED = 130

_DEFAULT = "exercise"
_ALIKE = 0.7  # of a word's letters: below that, names of exercises are taken for commands (checklist for list)
COMMANDS = {
    "list": "grader.commands.course:list_",
    "start": "grader.commands.course:start",
    "next": "grader.commands.course:next_",
    "watch": "grader.commands.watch:watch",
    "hint": "grader.commands.hint:hint",
    "explain": "grader.commands.explain:explain",
    "solution": "grader.commands.solution:solution",
    "batch": "grader.commands.batch:batch",
    "report": "grader.commands.report:report",
    "nbgrader": "grader.commands.nbgrader:nbgrader",
    "lint": "grader.commands.authoring:lint",
    "new": "grader.commands.authoring:new",
    "init": "grader.commands.authoring:init",
    "schema": "grader.commands.authoring:schema",
    "release": "grader.commands.authoring:release",
    "package": "grader.commands.package:package",
    "run-in": "grader.commands.run_in:run_in",
    "doctor": "grader.commands.doctor:doctor",
}

_REFUSALS = (
    ("grader.batch.gradebook", "GradebookError"),
    ("grader.batch.layouts.found", "LayoutError"),
    ("grader.batch.pool", "StoppedError"),
    ("grader.batch.results", "ResultsError"),
    ("grader.batch.whole", "OutputError"),
    ("grader.course.errors", "CourseError"),
    ("grader.course.errors", "SubmissionError"),
    ("grader.devices", "NoDeviceError"),
    ("grader.lms.packing.errors", "PackingError"),
    ("grader.nbgrader.errors", "NbgraderError"),
    ("grader.sandbox.recording", "UnknownSeedError"),
    ("grader.sandbox.tiers", "NoIsolationError"),
    ("grader.release", "ReleaseError"),
    ("grader.scaffold", "ScaffoldError"),
)


class _Commands(click.Group):
    """Takes a first word that is no command for an exercise, and imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the commands in the order in which a student meets them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command of this name, imported now."""
        del ctx
        home = "grader.commands.grading:exercise" if cmd_name == _DEFAULT else COMMANDS.get(cmd_name)
        if home is None:
            return None
        module, _, name = home.partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts the command first, wherever the options stand: ``--format json 3`` is ``exercise 3 --format json``."""
        if args and args[0] not in {"--help", "-h", "--version"}:
            at = self.first_word(args)
            if args[at : at + 1] and args[at] in COMMANDS:
                args = [args[at], *args[:at], *args[at + 1 :]]
            else:
                args = ["--help"] if {"--help", "-h"} & set(args) else [_DEFAULT, *args]
        return super().parse_args(ctx, args)

    def first_word(self, args: Sequence[str]) -> int:
        """Where the first word stands that is neither an option nor an option's value; past the end without one."""
        default = self.get_command(click.Context(self), _DEFAULT)
        options = [one for one in default.params if isinstance(one, click.Option)] if default else []
        valued = {name for one in options if not one.is_flag for name in one.opts}
        position = 0
        while position < len(args):
            if not args[position].startswith("-"):
                break
            position += 2 if args[position] in valued else 1
        return position

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the one page that tells all: examples, commands, the options of grading, exit codes."""
        page.write(self, self.get_command(ctx, _DEFAULT), ctx, formatter)


@click.group(
    cls=_Commands,
    no_args_is_help=False,
    invoke_without_command=True,
    context_settings={"max_content_width": 100, "help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="jitgrade")
@click.pass_context
def cli(ctx: click.Context) -> int:
    """Grades exercises that teach just-in-time compilation in JAX."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
        return USAGE
    return 0


def main() -> None:
    """Runs the command line and leaves with its exit code, in good order also when asked to by a signal."""
    for name in ("SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            signal.signal(number, _leave)
    sys.exit(run(sys.argv[1:]))


def run(args: Sequence[str]) -> int:
    """Runs one command line and returns its exit code; no exception leaves it, and no traceback is shown."""
    try:
        outcome = cli.main(list(args), prog_name="grade", standalone_mode=False)
        sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        click.echo(f"grade: {error.format_message()}", err=True)
        if isinstance(error, click.UsageError):
            words = error.ctx.command_path.split()[1:] if error.ctx else []
            command = " ".join(["grade", *(words if words[:1] and words[0] in COMMANDS else []), "--help"])
            click.echo(f"'{command}' shows what can be typed.", err=True)
            _suggest(args)
        return error.exit_code
    except BrokenPipeError:
        return _reader_left()
    except _refusals() as error:
        click.echo(f"grade: {error}", err=True)
        _suggest(args)
        return USAGE if getattr(error, "usage", True) else 1
    except Exception as error:  # noqa: BLE001 - the one place that answers for all of them: a student sees no traceback
        return _fault(error)
    return outcome if isinstance(outcome, int) else 0


def _suggest(args: Sequence[str]) -> None:
    """Says what may have been meant, where the first word is nearly a command and was refused as an exercise."""
    at = cli.first_word(args)
    near = difflib.get_close_matches("".join(args[at : at + 1]), COMMANDS, n=1, cutoff=_ALIKE)
    if near and near != [args[at]]:
        click.echo(f"Did you mean: {shlex.join(['grade', *args[:at], *near, *args[at + 1 :]])}", err=True)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """Ends the program so that everything it opened is closed: workers killed, their folders removed."""
    del frame
    sys.exit(128 + number)


def _refusals() -> tuple[type[Exception], ...]:
    """The errors that say all there is to say. One whose module was never imported cannot occur."""
    return tuple(getattr(sys.modules[module], name) for module, name in _REFUSALS if module in sys.modules)


def _reader_left() -> int:
    """Whoever read our output went away (``grade list | head -1``): nothing is wrong, and nothing more is written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _fault(error: Exception) -> int:
    """Says that this is ours. ``JITGRADE_DEBUG=1`` shows where it happened."""
    if os.environ.get("JITGRADE_DEBUG") == "1":
        traceback.print_exception(error)
    what = f"{type(error).__name__}: {error}".rstrip(": ")
    click.echo(
        f"jitgrade itself failed: {what}\n"
        "This is not your fault, and nothing was graded. Please report it to whoever runs your course, with this\n"
        f"text and the command you typed (jitgrade {__version__}; JITGRADE_DEBUG=1 shows where it happened).",
        err=True,
    )
    return FAULT
