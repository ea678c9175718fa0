"""What shows on standard error while something takes long."""

from __future__ import annotations

import io
import threading

import pytest

from grader import progress
from grader.progress import Progress


class Terminal(io.StringIO):
    """A terminal that remembers what was written, and says when something was."""

    encoding = "utf-8"

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.written.set()
        return super().write(text)


@pytest.fixture
def impatient(monkeypatch):
    """Waits for nothing."""
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)


def test_nothing_is_shown_of_what_is_over_soon():
    terminal = Terminal()
    with Progress(terminal, moving=True, width=80) as tell:
        tell("tracing")
    assert terminal.getvalue() == ""


@pytest.mark.usefixtures("impatient")
def test_a_stage_is_shown_on_one_line_that_is_left_clean():
    terminal = Terminal()
    with Progress(terminal, moving=True, width=80) as tell:
        tell("tracing")
        assert terminal.written.wait(30)
    assert "\n" not in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


@pytest.mark.usefixtures("impatient")
def test_a_plain_terminal_gets_lines_and_no_escape_codes():
    terminal = Terminal()
    tell = Progress(terminal, moving=False, width=80)
    tell("tracing")
    with tell:
        assert terminal.written.wait(30)
    assert terminal.getvalue() == "... tracing\n"


@pytest.mark.usefixtures("impatient")
def test_what_is_no_terminal_gets_nothing():
    stream = io.StringIO()
    with Progress(stream, moving=True, width=80) as tell:
        tell("tracing")
    assert stream.getvalue() == ""


def test_a_fault_inside_is_not_swallowed():
    with pytest.raises(KeyError), Progress(Terminal(), moving=True, width=80):
        raise KeyError


def test_where_it_is_logged_what_is_no_terminal_gets_a_line_for_each_stage_at_once():
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    tell = Progress(stream, moving=False, width=80, logged=True)
    tell("trying 03_abs_static")
    assert stream.buffer.getvalue() == b"... trying 03_abs_static\n"
