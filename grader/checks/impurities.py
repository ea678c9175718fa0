"""What each kind of impurity means to a student: at most three sentences, true of this kind and of no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answers import Finding

__all__ = ["KINDS", "sentences"]

_CONTAINERS = ("the list ", "the dict ", "the set ", "the tuple ", "the deque ", "the default argument ")


def sentences(finding: Finding) -> str:
    """Returns what was seen, why it matters under jit, and what to try."""
    words = _WORDS.get(finding.kind)
    if words is None:
        return f"Something beside the result was seen{_on(finding)}: {finding.detail}."
    return words(finding)


def _on(finding: Finding) -> str:
    return f" on line {finding.line}" if finding.line else ""


def _in(finding: Finding) -> str:
    return f" (line {finding.line})" if finding.line else ""


def _place(finding: Finding) -> str:
    """The words that name a variable: the beginning of the detail."""
    return finding.detail.partition(": ")[0] or f"`{finding.subject}`"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _changed(finding: Finding) -> str:
    change = finding.detail.partition(": ")[2]
    return f" ({change})" if " → " in change else ""


def _leak(finding: Finding) -> str:
    if not finding.subject:
        return (
            f"A tracer outlives its trace: {finding.detail.partition(': ')[2]} "
            "It stands for a value only while jax traces. Keep nothing beyond the call; return it instead."
        )
    contained = _place(finding).startswith(_CONTAINERS)
    advice = (
        "Make the container inside the function, and return what should outlive the call."
        if contained
        else "Return the value instead of keeping it."
    )
    put = f" (put there on line {finding.line})" if finding.line else ""
    return (
        f"{_upper(_place(finding))} still holds a tracer after the trace{put}. "
        f"A tracer stands for a value only while jax traces, so what was kept can never be used. {advice}"
    )


def _state(finding: Finding) -> str:
    return (
        f"{_upper(_place(finding))} is changed{_on(finding)}{_changed(finding)}. "
        "jax runs that line only while it traces, so calls of the compiled program will not change it. "
        "Take it as an argument, and return its new value."
    )


def _stale(finding: Finding) -> str:
    other = finding.detail.rpartition("; ")[2]
    return (
        f"The result depends on the global `{finding.subject}`{_in(finding)}, and {other}. "
        "A compiled program keeps the value that it saw while it was traced, so later calls use a stale one. "
        f"Make `{finding.subject}` an argument."
    )


def _read(finding: Finding) -> str:
    return (
        f"The result depends on the global `{finding.subject}`{_in(finding)}, which is no argument. "
        "A compiled program keeps the value that it saw while it was traced: set the global, and nothing changes. "
        f"Make `{finding.subject}` an argument."
    )


def _mutated(finding: Finding) -> str:
    return (
        f"{_upper(_place(finding))} was changed in place{_on(finding)}{_changed(finding)}. "
        "Under jit the function gets a copy, so its caller sees the change without jit only. "
        "Make a new value and return it."
    )


def _random(finding: Finding) -> str:
    name = finding.subject
    return (
        f"The random generator `{name}` is used{_on(finding)}: `{name}` draws once, while jax traces, "
        "and every later call gets the same number. "
        "Take a key as an argument and draw with `jax.random`."
    )


def _clock(finding: Finding) -> str:
    return (
        f"The clock is read{_on(finding)} (`{finding.subject}`). "
        "That happens once, while jax traces; every later call sees the same time. "
        "Measure outside the jitted function, or pass the time as an argument."
    )


def _prints(finding: Finding) -> str:
    if finding.detail.startswith("while jax"):
        seen = f"`{finding.subject}` ran while jax traced the function{_in(finding)}. "
    else:
        seen = f"`{finding.subject}` runs{_on(finding)} when the function runs as plain Python. "
    return (
        seen + "It prints once for each trace, and not when later calls run the compiled program. "
        "Take it out, or use `jax.debug.print`, which is part of the program."
    )


def _logs(finding: Finding) -> str:
    return (
        f"A log record is written while jax traces the function{_in(finding)}. "
        "Later calls run the compiled program, which logs nothing. "
        "Log outside, or look at values with `jax.debug.print`."
    )


def _callback(finding: Finding) -> str:
    return (
        f"The compiled program calls back into Python: {finding.detail}{_in(finding)}. "
        "A pure program computes by jax alone, and what Python does there can change without the program changing. "
        "Write it with `jax.numpy`; to look at values, use `jax.debug.print`."
    )


def _file(finding: Finding) -> str:
    return (
        f"The file `{finding.subject}` is written{_on(finding)}. "
        "That happens while jax traces, and not when later calls run the compiled program. "
        "Return the values, and write them outside."
    )


def _environment(finding: Finding) -> str:
    return (
        f"The environment of the process is changed{_on(finding)} (`{finding.subject}`). "
        "A pure function leaves everything outside as it was. Do this outside the function."
    )


def _configuration(finding: Finding) -> str:
    return (
        f"A setting of the whole process is changed{_on(finding)}: {finding.detail}. "
        "It changes every other function, too, and when it happens depends on when jax traces. "
        "Set it once, at the top of the file."
    )


def _does(what: str) -> Callable[[Finding], str]:
    """Words for an effect that needs no more than its name."""

    def told(finding: Finding) -> str:
        return (
            f"The function {what}{_on(finding)}: {finding.detail}. "
            "A pure function computes its result and does nothing else. Do this outside of it."
        )

    return told


def _refused(finding: Finding) -> str:
    """Words for what is not allowed at all while grading: those that its refusal gets where nobody examines it."""
    event = finding.detail.partition(": ")[0].removesuffix(".__new__")
    what = "Starting processes" if finding.kind == "process" else "Using the network"
    if event == "os.kill":
        what = "Sending signals to processes"
    return (
        f"{what} is not allowed while grading: `{event}`{_on(finding)}. "
        "A pure function computes its result and does nothing else."
    )


def _file_does(what: str) -> Callable[[Finding], str]:
    """Words for what the file set up when it was loaded."""

    def told(finding: Finding) -> str:
        return (
            f"This file {what}{_in(finding)}: {finding.detail}. "
            "With that, what the function gives can depend on more than its arguments. Take it out."
        )

    return told


def _stack(finding: Finding) -> str:
    return (
        f"The function looks at the functions that called it{_on(finding)} (`{finding.subject}`). "
        "What it gives can depend on who calls it, and a compiled program keeps what it saw while it was traced. "
        "Take it out, and use the arguments alone."
    )


def _replaced(finding: Finding) -> str:
    return (
        f"This file replaces `{finding.subject}` by something of its own. "
        "Everything else in the process that uses it behaves otherwise from then on. "
        "Leave it as it is, and give what you make a name of its own."
    )


def _program(finding: Finding) -> str:
    cause = f" Look at `{finding.subject}`{_in(finding)}." if finding.subject else ""
    return (
        f"jax does not get the same program each time it traces the function: {finding.detail}. "
        f"So the program depends on something that is not an argument.{cause}"
    )


def _result(finding: Finding) -> str:
    return (
        f"The same arguments do not give the same result: {finding.detail}. "
        "So it depends on something that is not an argument, or that an earlier call changed."
    )


def _eager(finding: Finding) -> str:
    del finding
    return (
        "With jit the function returns other values than without it, on the same arguments. "
        "So it does something else while it is traced. It should compute the same thing in both."
    )


# By how much a kind explains: one that causes others stands before them.
_WORDS: dict[str, Callable[[Finding], str]] = {
    "tracer-leak": _leak,
    "global-state": _state,
    "argument-mutated": _mutated,
    "randomness": _random,
    "clock": _clock,
    "prints": _prints,
    "logs": _logs,
    "stale-global": _stale,
    "callback": _callback,
    "writes-file": _file,
    "environment": _environment,
    "process": _refused,
    "network": _refused,
    "thread": _does("starts a thread"),
    "configuration": _configuration,
    "stack": _stack,
    "replaced": _replaced,
    "signal-handler": _file_does("handles signals"),
    "tracing-hook": _file_does("hooks into Python"),
    "native-code": _file_does("loads native code"),
    "unstable-program": _program,
    "unstable-result": _result,
    "eager-differs": _eager,
    "global-read": _read,
    "first-run-only": _state,
}
KINDS = tuple(_WORDS)
