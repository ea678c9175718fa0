"""A process of a batch: reads an order and then tasks, a line of JSON each, and answers each task with its result.

``python -P -m grader.batch.process [LOAN]``. LOAN, as JSON, is a fork server that it shares with others. It ends when
its standard input does, in the middle of a task if need be: whoever started it is gone then, or has had enough.
"""

from __future__ import annotations

import os
import sys
import traceback
from typing import Final

import msgspec

from grader.batch.examiner import Examiner
from grader.batch.nouns import Fault, Graded, Order, Task
from grader.course import CourseError
from grader.lines import Lines
from grader.sandbox.server import Loan
from grader.sandbox.tiers import NoIsolationError

__all__ = ["main"]

_orders: Final = msgspec.json.Decoder(Order)
_tasks: Final = msgspec.json.Decoder(Task)


def main() -> int:
    """Grades what it is told, until nothing more comes. 1 where it cannot grade at all."""
    lines = Lines()
    loan = msgspec.json.decode(sys.argv[1], type=Loan) if len(sys.argv) > 1 else None
    coming = iter(lines)
    first = next(coming, b"")
    if not first:
        return 0
    try:
        with Examiner(_orders.decode(first), loan) as examiner:
            for line in coming:
                lines.answer(msgspec.json.encode(_done(examiner, _tasks.decode(line))))
    except (CourseError, NoIsolationError) as error:
        lines.answer(msgspec.json.encode(Fault(message=str(error), final=True)))
        return 1
    return 0


def _done(examiner: Examiner, task: Task) -> Graded | Fault:
    """What became of a task."""
    try:
        return examiner.examine(task)
    except CourseError as error:  # not of one submission alone
        return Fault(message=str(error), final=True)
    except Exception as error:  # noqa: BLE001 - one submission's trouble must not end the batch
        if os.environ.get("JITGRADE_DEBUG") == "1":
            traceback.print_exception(error)
        return Fault(message=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    sys.exit(main())
