"""What it means that a worker is gone: time, memory, an exit, a crash, a broken conversation, a flood of output."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.waits import wait_on
from grader.explain.words import quoted
from grader.model.check import Explanation

if TYPE_CHECKING:
    from grader.model.answers import Ended
    from grader.model.exercise import Exercise

__all__ = ["ended"]

_GIB = 1 << 30
_MIB = 1 << 20
_TRAP = (
    "See how the carry changes: `lax.while_loop(lambda c: c < 10, lambda c: c * 1.5, 0)` stays at 0 for ever, and jax "
    "turns its Python 0 into a float without a word."
)
_LOOP = re.compile(r"\b(while_loop|fori_loop|scan)\b")
_SENT = frozenset({"SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGUSR2"})
"""Signals that somebody sends; the others are the system's answer to what the program did."""


def ended(answer: Ended, exercise: Exercise) -> Explanation:
    """Returns why the worker is gone, in neutral words."""
    at = f" on line {answer.line}" if answer.line else ""
    if answer.reason == "time":
        return _time(answer, at)
    if answer.reason == "crash":
        return _crash(answer, at)
    message, cause, hint = {
        "memory": (
            f"The program needed more memory than it may use ({_size(exercise.limits.memory)}){at}.",
            "out-of-memory",
            "Look at the shapes: an intermediate array may be far larger than input and output.",
        ),
        "exit": (
            f"The program left with `os._exit` or in a similar way{at}, before it had answered.",
            "exit",
            "Return from the function instead of ending the program.",
        ),
        "tampering": (
            "The program's answers could not be read: something broke the connection by which results are collected.",
            "tampering",
            "Leave file descriptors, sockets and the running interpreter alone; return results from the function.",
        ),
        "output": (
            f"The program printed more than {_size(exercise.limits.output)}{at}.",
            "output",
            "Take the print out of the loop.",
        ),
        "threads": (
            f"The program started {answer.detail}{at}, and was stopped.",
            "threads",
            "jax spreads the work over the cores by itself: call the function once, on the whole array.",
        ),
        "disk": (
            f"The program filled its folder with {answer.detail}{at}, and was stopped.",
            "disk",
            "Compute and return; nothing that a function writes to files is looked at.",
        ),
    }[answer.reason]
    return Explanation(message=message, cause=cause, line=answer.line, hint=hint)


def _size(count: int) -> str:
    """A number of bytes as people say it."""
    for unit, name in ((_GIB, "GiB"), (_MIB, "MiB")):
        if count >= unit:
            return f"{count / unit:.4g} {name}"
    return f"{count} bytes"


def _crash(answer: Ended, at: str) -> Explanation:
    """A signal ended the process, where the system told which."""
    name = answer.detail if re.fullmatch(r"SIG[A-Z0-9]+", answer.detail) else ""
    told = f" ({name})" if name else ""
    if name == "SIGSYS":
        message = f"The program asked the system{at} for something that is not allowed while grading, and was ended"
        message += f" for it{told}."
        cause, hint = "denied", "Compute with jax alone, and leave native code and system calls out."
    elif name == "SIGXFSZ":
        message = (
            f"The program was ended{at} because it wrote a file that is larger than is allowed while grading{told}."
        )
        cause, hint = "file-too-large", "Write less. Results are returned, not written."
    elif name in _SENT:
        message = (
            f"The program was ended{at} by a signal{told}, which the file sent or the machine, short of memory, say."
        )
        cause, hint = (
            "signal",
            "If the file sends signals or sets an alarm, take that out; else make its arrays smaller.",
        )
    elif name == "SIGABRT":
        message = f"The program crashed{at}{told}: a library found something that must not be, and gave up."
        cause, hint = "crash", "Run the file by itself, and read the last lines that it prints."
    else:
        message = f"The program crashed{at}{told}: the process died without a Python exception."
        cause = "crash"
        hint = "Run the file by itself; very deep recursion and very large arrays are the usual reasons."
    return Explanation(message=message, cause=cause, line=answer.line, hint=hint)


def _time(answer: Ended, at: str) -> Explanation:
    """Time is up: in Python code of the file, or inside jax, where only loops and compilations take long."""
    line = answer.line
    wait = wait_on(answer.text) if line and "CPU" not in answer.detail else None
    if wait is not None:
        return Explanation(
            message=f"Time ran out while line {line} {wait.did}: {quoted(answer.text)}. "
            "A file that waits uses up its time like one that computes.",
            cause=wait.cause,
            line=line,
            hint=wait.hint,
        )
    if answer.looping:
        return Explanation(
            message=f"Time ran out while Python code{at} was still running. A loop there does not end or takes very "
            "many rounds, or something there waits.",
            cause="endless-python",
            line=line,
            hint="Does the loop's condition become false for this input? Long loops belong in `lax.fori_loop`, "
            "`lax.scan` or array operations.",
            link=links.CONTROL_FLOW,
        )
    found = _LOOP.search(answer.text)
    if found:
        return Explanation(
            message=f"Time ran out inside the `{found[1]}`{at}. "
            + ("Its condition did not become false." if found[1] == "while_loop" else "It takes very many rounds."),
            cause="endless-while-loop" if found[1] == "while_loop" else "endless-loop",
            line=line,
            hint=_TRAP if found[1] == "while_loop" else "Look at the number of rounds and at the work in each.",
            link=links.WHILE_LOOP if found[1] == "while_loop" else links.CONTROL_FLOW,
        )
    if line is None and "CPU" not in answer.detail:
        message = (
            "Time ran out while the result was waited for: the compiled program does not end. A `lax` loop in it goes "
            "on for ever, or takes very long."
        )
    elif line is None or "CPU" in answer.detail:
        # Where only the line is known, it may have been Python or jax that was running there.
        message = f"The program used up its time{at}. Something in it does not end, or takes very long."
    else:
        message = (
            f"Time ran out inside jax or a library, called{at}. A loop around that line or a `lax` loop in it does not "
            "end, or a program is so large that compiling it takes very long."
        )
    return Explanation(
        message=message,
        cause="endless-program",
        line=line,
        hint="Check the condition of every loop. " + _TRAP
        if line is None
        else "Check the condition of a `lax.while_loop`; a Python loop under jit is unrolled, and makes a "
        "large program.",
        link=links.CONTROL_FLOW,
    )
