"""What this run may write on: whether colours, movement and symbols can be shown, and how files come into being."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
from pathlib import Path
from typing import TextIO

import click

__all__ = ["colourful", "refuse_unwritable", "show", "show_symbols", "tell", "width", "write_file", "write_utf8"]

_WIDEST = 100


def colourful(stream: TextIO, *, no_color: bool) -> bool:
    """Whether escape codes are welcome: on a terminal that knows them, unless NO_COLOR or the option says no."""
    if no_color or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def show_symbols(stream: TextIO) -> bool:
    """Whether the stream takes all of Unicode."""
    try:
        return codecs.lookup(stream.encoding or "ascii").name == "utf-8"
    except LookupError:
        return False


def width() -> int:
    """Returns the columns to write for: the terminal's, at most 100; 80 where there is none."""
    return min(shutil.get_terminal_size((80, 24)).columns, _WIDEST)


def show(text: str, *, colour: bool = False) -> None:
    """Writes text to standard output; a character that does not exist there becomes ``?``."""
    encoding = sys.stdout.encoding or "ascii"
    click.echo(text.encode(encoding, "replace").decode(encoding), nl=False, color=colour)


def tell(text: str) -> None:
    """Writes text that the course or a student wrote, harmless, in what standard output can show."""
    from grader.reports.plain import ascii_only, clean

    text = clean(text)
    show((text if show_symbols(sys.stdout) else ascii_only(text)).rstrip("\n") + "\n")


def write_utf8(text: str) -> None:
    """Writes text for machines to standard output, in UTF-8 whatever the locale says."""
    click.echo(text.encode(), nl=False)


def refuse_unwritable(path: Path, option: str = "--output") -> None:
    """Raises a usage error where no file can be written at ``path``, so that no long run ends in vain."""
    if path.is_dir():
        raise click.UsageError(f"{option}: {path} is a folder; name a file.")
    if not path.absolute().parent.is_dir():
        raise click.UsageError(f"{option}: there is no folder {path.parent}.")


def write_file(path: Path, text: str) -> None:
    """Writes a file whole or not at all: beside it first, then renamed over what was there."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a device or a pipe must not be replaced by a file
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
