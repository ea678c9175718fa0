"""What a line waits for, where its text shows it: a clock, a thread, the network, another process."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["Wait", "wait_on"]


@dataclass(frozen=True, kw_only=True)
class Wait:
    """One way to wait: how lines that do it look, what it is in words, and what to try."""

    looks: re.Pattern[str]
    did: str
    cause: str
    hint: str


_NO_ARGUMENT: Final = r"\s*\(\s*(?:timeout\s*=[^()]*)?\)"  # str.join, os.path.join and dict.get have one

_WAITS: Final = (
    Wait(
        looks=re.compile(r"\bsleep\s*\("),
        did="slept",
        cause="sleeping",
        hint="Take the pause out: nothing that is graded has to wait for anything.",
    ),
    Wait(
        looks=re.compile(r"\b(?:pause|sigwait\w*)\s*\("),
        did="waited for a signal",
        cause="waiting",
        hint="Take it out: nobody sends one.",
    ),
    Wait(
        looks=re.compile(
            r"\b(?:subprocess\.\w+|Popen|check_output|check_call|communicate|os\.system|os\.popen|os\.wait\w*)\s*\("
        ),
        did="waited for another process",
        cause="waiting",
        hint="Starting processes is not allowed while grading; compute with jax alone.",
    ),
    Wait(
        looks=re.compile(r"\b(?:urlopen|urlretrieve|requests\.\w+|create_connection|connect|recv\w*|accept)\s*\("),
        did="waited for the network",
        cause="waiting",
        hint="Using the network is not allowed while grading; take the values as an argument.",
    ),
    Wait(
        looks=re.compile(
            rf"\.(?:join|result|acquire|wait|get){_NO_ARGUMENT}|\bThreadPool|"
            r"^with\s+[\w.]*(?:lock|mutex|semaphore|condition)\w*\s*:",
            re.IGNORECASE,
        ),
        did="waited for a thread, a lock or a queue",
        cause="waiting",
        hint="Does what it waits for happen? A lock that is held twice, or a queue that nobody fills, waits for ever.",
    ),
)


def wait_on(text: str) -> Wait | None:
    """Returns the way in which a line of Python waits; None where its text does not show that it does."""
    return next((wait for wait in _WAITS if wait.looks.search(text)), None)
