"""The page that ``grade --help`` shows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

__all__ = ["write"]

_EXAMPLES = (
    ("grade list", "the course, what you have done, what is next"),
    ("grade next", "where you are, and the next exercise"),
    ("grade start 3", "put exercise 3 before you as ./exercise3.py"),
    ("grade 3", "grade ./exercise3.py"),
    ("grade abs_static my.py", "grade my.py as the exercise of that name"),
    ("grade watch 3", "grade it again on every save"),
    ("grade hint 3", "the next hint"),
    ("grade 3 --format json", "the report for machines"),
    ("grade batch submitted/", "grade a class"),
)
_EXITS = (
    ("0", "all points are earned"),
    ("1", "not all points are earned yet"),
    ("2", "the command, the course or the file named cannot be used"),
    ("3", "jitgrade or the course failed: not graded, and not your fault"),
    ("4", "only checks are missing that need another machine"),
)


def _has_solutions() -> bool:
    """Whether the course that is worked in shows solutions; where there is none, one may be named."""
    from grader import course

    try:
        opened = course.read_course(Path.cwd())
    except course.CourseError:
        return True
    return opened.show_solution != "never" and (opened.folder / "solutions").is_dir()


def write(
    group: click.Group, grading: click.Command | None, ctx: click.Context, formatter: click.HelpFormatter
) -> None:
    """Writes the page: usage, examples, commands, options of grading, exit codes."""
    formatter.write_usage("grade", "EXERCISE [FILE] [OPTIONS]")
    formatter.write_usage("grade", "COMMAND [ARGUMENTS]", prefix="       ")
    formatter.write_paragraph()
    formatter.write_text(
        "Grades exercises that teach just-in-time compilation in JAX. EXERCISE is a number (3), exercise3, a name "
        "(abs_static) or the exercise's folder. Without FILE it grades ./exercise3.py or ./abs_static.py, and where "
        "there is neither, the starter itself. 'grade COMMAND --help' tells what a command takes."
    )
    with formatter.section("Examples"):
        formatter.write_dl(_EXAMPLES)
    with formatter.section("Commands"):
        names = (name for name in group.list_commands(ctx) if name != "solution" or _has_solutions())
        commands = ((name, group.get_command(ctx, name)) for name in names)
        formatter.write_dl([(name, one.get_short_help_str(90)) for name, one in commands if one is not None])
    with formatter.section("Options"):
        params = (*(grading.params if grading else ()), *group.get_params(ctx))
        records = (one.get_help_record(ctx) for one in params if one.param_type_name == "option")
        formatter.write_dl([record for record in records if record is not None])
    with formatter.section("Exit codes"):
        formatter.write_dl(_EXITS)
