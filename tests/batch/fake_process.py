"""Stands in for `grader.batch.process`: grades nothing, but tells who did it, and dies as the student's name says."""

import hashlib
import os
import select
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from grader.batch.nouns import Fault, Graded, Order, Task
from grader.model.report import CheckResult, Environment, Report, SubmissionMark


def once(task):
    """Whether this happens for the first time."""
    try:
        Path(task.submission.path).with_suffix(".seen").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def result(order, task):
    """A report whose environment names our process and our parent, and whose seed says whether time is judged."""
    status = "passed" if order.timed or "pending" not in task.submission.student else "pending"
    check = CheckResult(
        name="speedup",
        title="Speed",
        status=status,
        score=None if status == "pending" else 4.0,
        max_score=4.0,
        message="",
        detail={},
    )
    data = task.source.data if task.source else b""
    report = Report(
        exercise="abs_static",
        number=3,
        title="Absolute value",
        submission=SubmissionMark(name="exercise3.py", sha256=hashlib.sha256(data).hexdigest()),
        attempted=True,
        status=status,
        score=check.score or 0.0,
        pending_score=0.0 if check.score else 4.0,
        max_score=4.0,
        checks=(check,),
        checklist=(),
        environment=Environment(
            python=str(os.getpid()),
            jax="",
            jaxlib="",
            platform="cpu",
            device=str(os.getppid()),
            isolation=order.require_isolation or "limits",
            isolation_lacks=(),
            cores=1,
        ),
        seed="timed" if order.timed else "untimed",
        seconds=0.0,
        exercise_digest=task.digest,
    )
    return Graded(batch=task.batch, at=datetime.now(UTC), submission=task.submission, report=report)


def main():
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    for line in sys.stdin.buffer:
        task = msgspec.json.decode(line, type=Task)
        student = task.submission.student
        if student.startswith("dies") and ("once" not in student or once(task)):
            os._exit(9)
        if student.startswith("kills") and ("once" not in student or once(task)):
            os.kill(os.getppid(), signal.SIGKILL)
        if student == "babbles":
            sys.stdout.buffer.write(b"{}\n")
        if student == "mistakes":
            another = msgspec.structs.replace(task.submission, student="another")
            task = msgspec.structs.replace(task, submission=another)
        if student.startswith("slow"):
            time.sleep(0.2)
        if student.startswith("hangs") and (
            "once" not in student or once(task)
        ):  # until whoever started us has had enough
            select.select([sys.stdin], [], [], 60)
            os._exit(1)
        wrong = Fault(message="there is no course", final=True) if student == "stops" else None
        sys.stdout.buffer.write(msgspec.json.encode(wrong or result(order, task)) + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
