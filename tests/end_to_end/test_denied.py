"""What a file may not do is told the same in every tier that keeps it from doing it, with the student's line, once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.course import read_course, read_exercise
from grader.course.course import find_exercise
from grader.grading import grade
from grader.model.exercise import Source
from grader.sandbox.tiers import NoIsolationError
from grader.sandbox.workshop import Workshop

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tiers above `limits` are for Linux")

COURSE = Path(__file__).parent / "small_course"
HEAD = "import jax, jax.numpy as jnp, numpy as np\nimport os, shutil, socket, subprocess\n"
DENIED = {
    "process": ("subprocess.run(['ls'])", "Starting processes is not allowed while grading"),
    "fork": ("os.fork()", "Starting processes is not allowed while grading"),
    "network": ("socket.create_connection(('127.0.0.1', 9))", "Using the network is not allowed while grading"),
    "attributes": ("open('a', 'w').close(); os.chmod('a', 0o600)", "Changing the permissions"),
    "signal": ("os.kill(os.getppid(), 0)", "Sending signals to processes is not allowed while grading"),
    "large file": ("open('a', 'wb').write(bytes(65 << 20))", "larger than is allowed"),
    "input": ("input()", "nobody is there to type"),
    "file": ("open('data.csv')", "`data.csv`"),
}


@pytest.fixture(scope="module", params=["namespaces", "landlock", "uid"])
def confining(request):
    """A workshop of one tier; skips where this machine cannot enter it."""
    try:
        made = Workshop(isolation=request.param)
    except NoIsolationError as error:
        pytest.skip(str(error))
    with made as workshop:
        yield workshop


def graded(text, workshop):
    """The checks by name, for a text handed in as the first exercise of the small course."""
    opened = read_course(COURSE)
    exercise = read_exercise(find_exercise(opened, "1"), opened)
    source = Source(name="mine.py", data=text.encode())
    report = grade(source, exercise, workshop=workshop, course=opened)
    return {check.name: check for check in report.checks}


@pytest.mark.parametrize(("line", "words"), DENIED.values(), ids=DENIED)
def test_a_refusal_while_loading_is_told_with_its_line(confining, line, words):
    loads = graded(f"{HEAD}{line}\ndef double(x):\n    return 2 * x\n", confining)["loads"]
    assert (loads.status, loads.line) == ("failed", 3), loads.message
    assert words in loads.message


@pytest.mark.parametrize(("line", "words"), DENIED.values(), ids=DENIED)
def test_a_refusal_while_jax_traces_is_told_with_its_line_and_once(confining, line, words):
    checks = graded(f"{HEAD}def double(x):\n    {line}\n    return 2 * x\n", confining)
    assert (checks["traces"].status, checks["traces"].line) == ("failed", 4), checks["traces"].message
    assert words in checks["traces"].message
    assert [check.name for check in checks.values() if words in check.message] == ["traces"]
