"""What it means that a worker is gone: time, memory, an exit, a crash, a broken conversation, a flood of output."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.explain import links
from grader.model.check import Explanation

if TYPE_CHECKING:
    from grader.model.answers import Ended
    from grader.model.exercise import Exercise

__all__ = ["ended"]

_GIB = 1 << 30
_MIB = 1 << 20
_LOOP = re.compile(r"\b(while_loop|fori_loop|scan)\b")


def ended(answer: Ended, exercise: Exercise) -> Explanation:
    """Returns why the worker is gone, in neutral words."""
    at = f" on line {answer.line}" if answer.line else ""
    if answer.reason == "time":
        return _time(answer, at)
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
        "crash": (
            f"The program crashed outside Python{at}: the process died without an exception.",
            "crash",
            "Run the file by itself; very deep recursion and very large arrays are the usual reasons.",
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
    }[answer.reason]
    return Explanation(message=message, cause=cause, line=answer.line, hint=hint)


def _size(count: int) -> str:
    """A number of bytes as people say it."""
    for unit, name in ((_GIB, "GiB"), (_MIB, "MiB")):
        if count >= unit:
            return f"{count / unit:.4g} {name}"
    return f"{count} bytes"


def _time(answer: Ended, at: str) -> Explanation:
    """Time is up: in Python code of the file, or inside jax, where only loops and compilations take long."""
    if answer.looping:
        return Explanation(
            message=f"Time ran out while Python code{at} was still running. A loop there does not end, or takes very "
            "many rounds.",
            cause="endless-python",
            line=answer.line,
            hint="Does the loop's condition become false for this input? Long loops belong into `lax.fori_loop`, "
            "`lax.scan` or array operations.",
            link=links.CONTROL_FLOW,
        )
    found = _LOOP.search(answer.detail)
    if found and found[1] == "while_loop":
        return Explanation(
            message=f"Time ran out inside the `while_loop`{at}: its condition did not become false.",
            cause="endless-while-loop",
            line=answer.line,
            hint="Look at how the carry changes. `lax.while_loop(lambda c: c < 10, lambda c: c * 1.5, 0)` stays at 0 "
            "for ever, and jax turns its Python 0 into a float without a word.",
            link=links.WHILE_LOOP,
        )
    what = f"inside jax{at}" if answer.line else "inside jax or a library"
    return Explanation(
        message=f"Time ran out {what}. Either a `lax` loop does not end, or a program is so large that compiling it "
        "takes very long.",
        cause="endless-program",
        line=answer.line,
        hint="Check the condition of a `lax.while_loop`; a Python loop under jit is unrolled and makes a program that "
        "grows with every round.",
        link=links.CONTROL_FLOW,
    )
