"""The process beside a kernel that grades: reads requests, a line of JSON each, and answers each with a line.

``python -P -m grader.notebook.process``. It ends when its standard input does, with the kernel at the latest, and when
nothing was asked for so long that the memory it holds is worth more than the second that starting it takes.
"""

from __future__ import annotations

import sys
from typing import Final

import msgspec

from grader.lines import Lines
from grader.notebook.bench import Bench
from grader.notebook.nouns import Request

__all__ = ["main"]

_PATIENCE: Final = 900.0
_requests: Final[msgspec.json.Decoder[Request]] = msgspec.json.Decoder(Request)


def main() -> int:
    """Grades what it is asked to, until nothing more comes."""
    lines = Lines(patience=_PATIENCE)
    with Bench() as bench:
        for line in lines:
            lines.answer(msgspec.json.encode(bench.answer(_requests.decode(line))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
