"""What a run may write on."""

from __future__ import annotations

import io
import os
from pathlib import Path

import click
import pytest

from grader.commands import screen


class Stream(io.StringIO):
    """A stream that is a terminal, or not, of some encoding."""

    def __init__(self, *, terminal: bool = True, encoding: str | None = "utf-8") -> None:
        super().__init__()
        self._terminal = terminal
        self._encoding = encoding

    @property
    def encoding(self):
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    """An ordinary terminal."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_a_terminal_gets_colour():
    assert screen.colourful(Stream(), no_color=False)


@pytest.mark.parametrize(
    ("stream", "option", "environment"),
    [
        (Stream(terminal=False), False, {}),
        (Stream(), True, {}),
        (Stream(), False, {"NO_COLOR": "1"}),
        (Stream(), False, {"TERM": "dumb"}),
    ],
)
def test_nothing_else_gets_colour(monkeypatch, stream, option, environment):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert not screen.colourful(stream, no_color=option)


@pytest.mark.parametrize(
    ("encoding", "expected"), [("utf-8", True), ("UTF8", True), ("ascii", False), ("cp1252", False), ("??", False)]
)
def test_symbols_need_unicode(encoding, expected):
    assert screen.show_symbols(Stream(encoding=encoding)) is expected


def test_a_file_appears_whole_under_its_name(tmp_path):
    screen.write_file(tmp_path / "a.txt", "é\n")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.txt", "é\n".encode())]


def test_a_write_that_fails_leaves_what_was_there(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("earlier")
    with pytest.raises(UnicodeEncodeError):
        screen.write_file(path, "half \ud800")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a.txt", "earlier")]


def test_a_device_stays_a_device():
    screen.write_file(Path(os.devnull), "text")
    assert not Path(os.devnull).is_file()


def test_a_folder_is_refused_before_any_work(tmp_path):
    with pytest.raises(click.UsageError, match="is a folder"):
        screen.refuse_unwritable(tmp_path)
    with pytest.raises(click.UsageError, match="there is no folder"):
        screen.refuse_unwritable(tmp_path / "absent" / "a.txt")
