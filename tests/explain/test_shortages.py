"""What runs out while a file is graded, and the person who is not there: each is told by its own sentence."""

from __future__ import annotations

import errno

import pytest

from grader.explain import explain
from grader.model.answers import Raised
from grader.model.incidents import Failure, Frame

SHORT = {
    "no room": ("OSError", errno.ENOSPC, "file.write(text)", "[Errno 28] No space left on device", "disk-full"),
    "too large": ("OSError", errno.EFBIG, "file.write(text)", "[Errno 27] File too large", "file-too-large"),
    "array": ("OSError", None, "np.save('x.npy', x)", "20971520 requested and 8388592 written", "file-too-large"),
    "many files": ("OSError", errno.EMFILE, "open('x')", "[Errno 24] Too many open files: 'x'", "too-many-files"),
    "threads": ("RuntimeError", None, "thread.start()", "can't start new thread", "too-many-threads"),
    "input": ("EOFError", None, "n = int(input('n? '))", "EOF when reading a line", "no-input"),
    "user": ("KeyError", None, "name = getpass.getuser()", "'getpwuid(): uid not found: 7'", "no-user"),
    "user on 3.13": ("OSError", None, "getpass.getuser()", "No username set in the environment", "no-user"),
    "login": ("OSError", errno.ENXIO, "os.getlogin()", "[Errno 6] No such device or address", "no-user"),
    "debugger": ("BdbQuit", None, "breakpoint()", "", "debugger"),
}


@pytest.mark.parametrize(("kind", "number", "text", "message", "cause"), SHORT.values(), ids=SHORT)
def test_what_runs_out_is_told_with_its_line(exercise, kind, number, text, message, cause):
    frames = (Frame(line=4, function="f", text=text),)
    failure = Failure(type=kind, mro=(kind, "Exception"), message=message, frames=frames, errno=number)
    explanation = explain(Raised(failure=failure), exercise)
    assert (explanation.cause, explanation.line) == (cause, 4)
    assert "on line 4" in explanation.message


def test_a_debugger_that_stops_a_line_later_is_told_to_be_near(exercise):
    frames = (Frame(line=5, function="f", text="return y"),)
    failure = Failure(type="BdbQuit", mro=("BdbQuit", "Exception"), message="", frames=frames)
    assert "near line 5" in explain(Raised(failure=failure), exercise).message


def test_the_end_of_other_input_is_not_said_to_be_typed(told):
    assert told("import io, pickle; pickle.load(io.BytesIO())\n", None).cause == "exception-EOFError"
