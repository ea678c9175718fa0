"""XLA's own numbering of compilations, which no Python code in the worker keeps: read from the worker's output.

XLA writes ``Compiling [jit_f] … #called: 7`` for the seventh compilation of the process. A canary, a function of a
random name that the worker is asked to compile, tells where the numbering stands.
"""

from __future__ import annotations

import math
import re
import secrets
from collections import deque
from typing import TYPE_CHECKING, Final

from grader.model.answers import Compiled
from grader.model.questions import Canary

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answers import Answer
    from grader.model.questions import Question

__all__ = ["CompileLines", "LiveCompileLog"]

_LINE: Final = re.compile(rb"\bCompiling \[([^\]]{1,200})\].*#called: (\d{1,9})\b")
_MOST_NAMES: Final = 4096
_PATIENCE: Final = 0.5


class CompileLines:
    """The lines seen so far: how many, the latest few thousand with number and name, how often each canary."""

    def __init__(self) -> None:
        self.count = 0
        self.latest: deque[tuple[int, str]] = deque(maxlen=_MOST_NAMES)
        self.canaries: dict[str, list[int]] = {}

    def read(self, line: bytes) -> None:
        """Takes a line of XLA's; one that does not tell a compilation is passed over."""
        match = _LINE.search(line)
        if match is None:
            return
        number, name = int(match[2]), match[1].decode("utf-8", "replace")
        seen = self.canaries.get(name.removeprefix("jit_"))
        if seen is not None:
            seen.append(number)
            return
        self.count += 1
        self.latest.append((number, name))


class LiveCompileLog:
    """The compile log of one live worker.

    ``tampered`` says in words why the log cannot be believed any more; it stays "" where all is well, also where
    there simply is no log (another platform: the first canary did not appear). ``cost`` is what the quickest canary
    took to compile, in seconds.
    """

    def __init__(
        self,
        lines: CompileLines,
        ask: Callable[[Question], tuple[Answer, float]],
        wait: Callable[[Callable[[], bool], float], None],
    ) -> None:
        self._lines = lines
        self._ask = ask
        self._wait = wait
        self._available: bool | None = None
        self._tampered = ""
        self._highest = 0
        self.cost = math.inf

    @property
    def tampered(self) -> str:
        """Why the log cannot be believed, in words, or nothing."""
        if not self._tampered and any(len(numbers) > 1 for numbers in self._lines.canaries.values()):
            self._tampered = "a canary's compilation was told twice"
        return self._tampered

    def called(self) -> int | None:
        """Has a canary compiled and returns the number XLA gave it; None where the log cannot be had or is gone.

        The number counts the canary itself, and earlier ones, too.
        """
        if self._available is False or self.tampered:
            return None
        name = f"canary_{secrets.token_hex(8)}"
        numbers = self._lines.canaries.setdefault(name, [])
        answer, cost = self._ask(Canary(name=name))
        if not isinstance(answer, Compiled):
            return None
        self.cost = min(self.cost, cost)
        self._wait(lambda: bool(numbers), _PATIENCE)
        if not numbers:
            if self._available:
                self._tampered = "the compile log fell silent"
            self._available = False
            return None
        self._available = True
        if numbers[0] <= self._highest:
            self._tampered = "the compile log's numbers went back"
        self._highest = numbers[0]
        return None if self.tampered else numbers[0]

    def names(self, since: int = 0) -> tuple[str, ...]:
        """The programs XLA told it compiled after the one with this number, without canaries (``jit_f``)."""
        return tuple(name for number, name in self._lines.latest if number > since)
