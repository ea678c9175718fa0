"""Whatever a file does, grading it ends in time with sentences about it, and nothing that it started is left."""

from __future__ import annotations

import re

import pytest

RIGHT = "def double(x):\n    return 2 * x\n"
IMPORTS = "import os, sys, time\nimport jax, jax.numpy as jnp, numpy as np\nfrom jax import lax\n"
DAEMONS = """
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
"""


def inside(body: str) -> str:
    """A file whose function does this, and is right otherwise."""
    return f"{IMPORTS}def double(x):\n    {body}\n    return 2 * x\n"


def at_import(line: str) -> str:
    """A file that does this when it is loaded, and is right otherwise."""
    return f"{IMPORTS}{line}\n{RIGHT}"


ENDLESS_LAX = inside("x = x + lax.while_loop(lambda c: c < 10, lambda c: c * 1.5, 0.0 * jnp.sum(x))")


@pytest.mark.parametrize(
    ("text", "check", "line", "words"),
    [
        (ENDLESS_LAX, "correctness", None, "while_loop"),
        (inside("while True: pass"), "traces", 5, "loop there does not end"),
        (at_import("while True: pass"), "loads", 4, "loop there does not end"),
        # Whether jax or the line itself is at work at that moment is chance; both are a loop.
        (inside("while True: x = jnp.add(x, x)"), "traces", 5, "loop (around that line|there does not end)"),
        (inside("while True: print(0)"), "traces", 5, "loop there does not end"),
        (inside("time.sleep(100)"), "traces", 5, "waits"),
    ],
    ids=["lax.while_loop", "while", "while at import", "while with jax", "while that prints", "sleep"],
)
def test_what_never_ends_is_ended_at_its_deadline(table, text, check, line, words):
    status, lost = table.graded(text, 2)
    assert (status, lost["name"]) == ("failed", check)
    assert line is None or lost["line"] == line
    assert "time" in lost["message"].lower()
    assert re.search(words, lost["message"] + lost["hint"])


@pytest.mark.parametrize(
    ("text", "check", "line"),
    [
        (at_import("A = np.ones(1_250_000_000)"), "loads", 4),
        (at_import("A = jnp.ones(2_500_000_000)"), "loads", 4),
        (inside("x = x + np.ones(1_250_000_000)[0]"), "traces", 5),
        (inside("x = jnp.ones(2_500_000_000) * x"), "correctness", None),
    ],
    ids=["numpy at import", "jax at import", "numpy", "jax"],
)
def test_ten_gigabytes_are_refused_and_said_to_be_too_much(table, text, check, line):
    status, lost = table.graded(text)
    assert (status, lost["name"]) == ("failed", check)
    assert line is None or lost["line"] == line
    assert "memory" in lost["message"]


@pytest.mark.parametrize(
    ("text", "check", "line", "words"),
    [
        (at_import("os._exit(0)"), "loads", None, "os._exit"),
        (inside("os._exit(0)"), "traces", None, "os._exit"),
        (at_import("sys.exit()"), "loads", 4, "sys.exit"),
        (inside("sys.exit('done')"), "traces", 5, "sys.exit"),
        (inside("import ctypes; ctypes.string_at(0)"), "traces", 5, "crash"),
        (at_import("import ctypes; ctypes.string_at(0)"), "loads", 4, "crash"),
    ],
    ids=["os._exit at import", "os._exit", "sys.exit at import", "sys.exit", "crash", "crash at import"],
)
def test_a_file_that_leaves_or_crashes_fails_with_the_reason(table, text, check, line, words):
    status, lost = table.graded(text)
    assert (status, lost["name"]) == ("failed", check)
    assert line is None or lost["line"] == line
    assert words in lost["message"] + lost["hint"]


def test_a_million_lines_of_output_harm_nobody(judged):
    done = judged(at_import("for i in range(1_000_000): print('line', i)"), 1, "--only", "correctness")
    assert done.code == 0
    assert "line 5" not in done.out + done.err


def test_daemons_that_a_file_starts_do_not_survive(judged):
    done = judged(at_import(DAEMONS))
    if done.report["environment"]["isolation"] == "limits":
        assert done.code == 0
    else:  # it could not even start them
        assert (done.code, done.lost["name"]) == (1, "loads")
        assert "process" in done.lost["message"]


@pytest.mark.parametrize(
    ("text", "check", "line", "words"),
    [
        ("def double(x):\n    return 2 *\n", "loads", 2, ("Python",)),
        ("def doubel(x):\n    return 2 * x\n", "signature", None, ("double", "doubel")),
        ("", "signature", None, ("double",)),
        ("def double(x, y):\n    return 2 * x\n", "signature", None, ("double(x)", "`y`")),
        ("double = 7\n", "signature", None, ("double", "not a function")),
        ("# caf\xe9\ndef double(x):\n    return 2 * x\n".encode("latin-1"), "loads", 1, ("UTF-8",)),
        (b"\xff\xfed\0e\0f\0", "loads", 1, ("UTF-8",)),
        (b"def double(x):\n    return 2 * x\0\n", "loads", 2, ("null bytes",)),
    ],
    ids=["syntax", "misspelt", "empty", "signature", "no function", "not UTF-8", "UTF-16", "NUL"],
)
def test_a_file_that_cannot_be_used_is_told_why(table, text, check, line, words):
    status, lost = table.graded(text)
    assert (status, lost["name"]) == ("failed", check)
    assert line is None or lost["line"] == line
    for word in words:
        assert word in lost["message"] + lost["hint"]


def test_the_student_reads_the_same_on_the_screen(desk, small_course):
    path = desk.write(inside("while True: pass"))
    done = desk.grade(2, path, "--course", small_course)
    assert done.code == 1
    assert "while True: pass" in done.out
    assert "grade hint 2" in done.out
    assert done.err == ""
