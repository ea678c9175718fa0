"""What each kind of impurity means to a student: at most three sentences, true of this kind and of no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.incidents import Finding

__all__ = ["KINDS", "sentences"]

_CONTAINERS = ("the list ", "the dict ", "the set ", "the tuple ", "the deque ", "the default argument ")


def sentences(finding: Finding) -> str:
    """Returns what was seen, why it matters under jit, and what to try; of a redacted finding its kind and line."""
    if finding.redacted:
        on = f" on line {finding.line}" if finding.line else ""
        return _REDACTED.format(kind=finding.kind.replace("-", " ") if finding.kind in KINDS else "unknown", on=on)
    words = _WORDS.get(finding.kind, "Something beside the result was seen{on}: {detail}.")
    template = words if isinstance(words, str) else words(finding)
    named, _, said = finding.detail.partition(": ")
    place = named or f"`{finding.subject}`"
    return template.format(
        subject=finding.subject,
        detail=finding.detail,
        on=f" on line {finding.line}" if finding.line else "",
        at=f" (line {finding.line})" if finding.line else "",
        place=place[:1].upper() + place[1:],
        said=said,
        changed=f" ({said})" if " → " in said else "",
        setter=finding.detail.rpartition("; ")[2],
        event=named.removesuffix(".__new__"),
    )


def _leak(finding: Finding) -> str:
    put = " (put there{on})" if finding.line else ""
    advice = (
        "Make the container inside the function, and return what should outlive the call."
        if finding.detail.startswith(_CONTAINERS)
        else "Return the value instead of keeping it."
    )
    return (
        f"{{place}} still holds a tracer after the trace{put}. "
        f"A tracer stands for a value only while jax traces, so what was kept can never be used. {advice}"
    )


def _prints(finding: Finding) -> str:
    advice = "Take it out, or use `jax.debug.print`, which is part of the program."
    if finding.each_call:
        return f"`{{subject}}` runs{{on}} in every call: {_OUTSIDE}. A pure function only computes its result. {advice}"
    if finding.detail.startswith("while jax"):
        once = "Under jit it prints once for each trace, and not when later calls run the compiled program."
        return f"`{{subject}}` ran while jax traced the function{{at}}. {once} {advice}"
    return f"`{{subject}}` runs{{on}} when the function runs without jit, and not when it runs compiled. {advice}"


def _refused(finding: Finding) -> str:
    """Words for what is not allowed at all while grading: those that its refusal gets where nobody examines it."""
    what = "Starting processes" if finding.kind == "process" else "Using the network"
    if finding.detail.partition(": ")[0] == "os.kill":
        what = "Sending signals to processes"
    return (
        f"{what} is not allowed while grading: `{{event}}`{{on}}. "
        "A pure function computes its result and does nothing else."
    )


def _program(finding: Finding) -> str:
    cause = " Look at `{subject}`{at}." if finding.subject else ""
    return (
        "jax does not get the same program each time it traces the function: {detail}. "
        f"So the program depends on something that is not an argument.{cause}"
    )


_REDACTED = (
    "The function is not pure{on} ({kind}). It was seen after a hidden case, so no more can be told. "
    "A pure function computes its result from its arguments and does nothing else."
)
_OUTSIDE = "that line is outside of what jax compiles"


def _by_line(seen: str, traced: str, each_call: str, advice: str) -> Callable[[Finding], str]:
    """What was seen; what that means where the line runs while jax traces, or in every call; and what to try."""
    return lambda finding: f"{seen} {each_call if finding.each_call else traced} {advice}"


_STATE = _by_line(
    "{place} is changed{on}{changed}.",
    "Under jit that line runs while jax traces and not in later calls, which will not change it.",
    f"Every call changes it: {_OUTSIDE}. Within a jitted function only the trace would.",
    "Take it as an argument, and return its new value.",
)
_STALE = "A compiled program keeps the value that it saw while it was traced"
_SET_UP = "With that, what the function gives can depend on more than its arguments. Take it out."

# By how much a kind explains: one that causes others stands before them. The blanks are what `sentences` fills in; none
# of that is read as a template again.
_WORDS: dict[str, str | Callable[[Finding], str]] = {
    "tracer-leak": _leak,
    "callback": (
        "The compiled program calls back into Python: {detail}{at}. "
        "A pure program computes by jax alone, and what Python does there can change without the program changing. "
        "Write it with `jax.numpy`; to look at values, use `jax.debug.print`."
    ),
    "global-state": _STATE,
    "static-changed": (
        "The static argument `{subject}` is changed{on} after jax has kept a program under it. "
        "jax finds programs by hash and `==` of what is static: with another hash, luck decides which runs. "
        "Make a new object for new values, as a frozen dataclass has it."
    ),
    "argument-mutated": _by_line(
        "{place} was changed in place{on}{changed}.",
        "Under jit the function gets a copy, so its caller sees the change without jit only.",
        f"Whoever called the function sees that: {_OUTSIDE}, where arguments are no copies.",
        "Make a new value and return it.",
    ),
    "randomness": _by_line(
        "The random generator `{subject}` is used{on}:",
        "under jit `{subject}` draws once, while jax traces, and every later call gets the same number.",
        "each call draws anew, so the same arguments give other results.",
        "Take a key as an argument and draw with `jax.random`.",
    ),
    "clock": _by_line(
        "The clock is read{on} (`{subject}`).",
        "Under jit that happens once, while jax traces; every later call sees the same time.",
        f"Every call reads it: {_OUTSIDE}. So the same arguments can give other results.",
        "Measure outside the function, or pass the time as an argument.",
    ),
    "prints": _prints,
    "logs": _by_line(
        "A log record is written{on}.",
        "Under jit that happens while jax traces: later calls run the compiled program, which logs nothing.",
        f"Every call writes one: {_OUTSIDE}. A pure function only computes its result.",
        "Log outside, or look at values with `jax.debug.print`.",
    ),
    "stale-global": (
        "The result depends on the global `{subject}`{at}, and {setter}. "
        f"{_STALE}, so later calls use a stale one. "
        "Make `{subject}` an argument."
    ),
    "stale-state": (
        f"{{place}} is read{{on}}, and {{setter}}. {_STALE}, so later calls use a stale one. Make it an argument."
    ),
    "writes-file": _by_line(
        "The file `{subject}` is written{on}.",
        "Under jit that happens while jax traces, and not when later calls run the compiled program.",
        f"Every call writes it: {_OUTSIDE}. A pure function only computes its result.",
        "Return the values, and write them outside.",
    ),
    "environment": (
        "The environment of the process is changed{on} (`{subject}`). "
        "A pure function leaves everything outside as it was. Do this outside the function."
    ),
    "process": _refused,
    "network": _refused,
    "thread": (
        "The function starts a thread{on}: {detail}. "
        "A pure function computes its result and does nothing else. Do this outside of it."
    ),
    "configuration": _by_line(
        "A setting of the whole process is changed{on}: {detail}.",
        "It changes every other function, too, and when it happens depends on when jax traces.",
        "It changes every other function, too.",
        "Set it once, at the top of the file.",
    ),
    "stack": (
        "The function looks at the functions that called it{on} (`{subject}`). "
        "What it gives can depend on who calls it, and a compiled program keeps what it saw while it was traced. "
        "Take it out, and use the arguments alone."
    ),
    "replaced": (
        "This file replaces `{subject}` by something of its own. "
        "Everything else in the process that uses it behaves otherwise from then on. "
        "Leave it as it is, and give what you make a name of its own."
    ),
    "signal-handler": f"This file handles signals{{at}}: {{detail}}. {_SET_UP}",
    "tracing-hook": f"This file hooks into Python{{at}}: {{detail}}. {_SET_UP}",
    "native-code": f"This file loads native code{{at}}: {{detail}}. {_SET_UP}",
    "unstable-program": _program,
    "unstable-result": (
        "The same arguments do not give the same result: {detail}. "
        "So it depends on something that is not an argument, or that an earlier call changed."
    ),
    "eager-differs": (
        "With jit the function returns other values than without it, on the same arguments. "
        "So it does something else while it is traced. It should compute the same thing in both."
    ),
    "global-read": (
        "The result depends on the global `{subject}`{at}, which is no argument. "
        f"{_STALE}: set the global, and nothing changes. "
        "Make `{subject}` an argument."
    ),
    "first-run-only": _STATE,
}
KINDS = tuple(_WORDS)
