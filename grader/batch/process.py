"""A process of a batch: reads an order and then tasks, a line of JSON each, and answers each task with its result.

``python -P -m grader.batch.process [LOAN]``. LOAN, as JSON, is a fork server that it shares with others. It ends when
its standard input does, in the middle of a task if need be: whoever started it is gone then, or has had enough.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import traceback
from queue import SimpleQueue
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn

import msgspec

from grader.batch.examiner import Examiner
from grader.batch.nouns import Fault, Graded, Order, Task
from grader.course import CourseError
from grader.sandbox.server import Loan
from grader.sandbox.tiers import NoIsolationError

if TYPE_CHECKING:
    from types import FrameType

__all__ = ["main"]

_orders: Final = msgspec.json.Decoder(Order)
_tasks: Final = msgspec.json.Decoder(Task)


def main() -> int:
    """Grades what it is told, until nothing more comes. 1 where it cannot grade at all."""
    tempfile.gettempdir()  # it looks by making a file, which must not stay where we are told to leave in the middle
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us, who then ends us
    signal.signal(signal.SIGTERM, _leave)
    # A stream of our own: Python must not find another thread waiting in its own one when it ends.
    orders = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anything prints must not get among the answers
    loan = msgspec.json.decode(sys.argv[1], type=Loan) if len(sys.argv) > 1 else None
    first = orders.readline()
    if not first:
        return 0
    waiting: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(orders, waiting), name="tasks", daemon=True).start()
    try:
        with Examiner(_orders.decode(first), loan) as examiner:
            while line := waiting.get():
                _answer(answers, _done(examiner, _tasks.decode(line)))
    except (CourseError, NoIsolationError) as error:
        _answer(answers, Fault(message=str(error), final=True))
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


def _answer(answers: BinaryIO, answer: Graded | Fault) -> None:
    answers.write(msgspec.json.encode(answer) + b"\n")
    answers.flush()


def _listen(orders: BinaryIO, waiting: SimpleQueue[bytes]) -> None:
    """Hands on each line; at the end of the input, has the main thread leave in good order."""
    for line in orders:
        waiting.put(line)
    waiting.put(b"")
    if os.name == "posix":  # a task that is being done is given up
        os.kill(os.getpid(), signal.SIGTERM)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    sys.exit(0)


if __name__ == "__main__":
    sys.exit(main())
