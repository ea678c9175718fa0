"""A process that grades is started anew when it dies, and not again once it is closed."""

import socket
import threading
from pathlib import Path

import msgspec
import psutil
import pytest

from grader.batch import child as child_module
from grader.batch.child import Child
from grader.batch.nouns import Fault, Order, Submission, Task
from grader.sandbox.server import Loan
from grader.sandbox.tiers import Tier

PROGRAM = ("-P", str(Path(__file__).with_name("fake_process.py")))
ORDER = msgspec.json.encode(Order(course="/course", seed="00"))


@pytest.fixture
def task(tmp_path):
    def task(student):
        path = str(tmp_path / f"{student}.py")
        return Task(batch="b1", submission=Submission(student=student, exercise="03_abs_static", path=path))

    return task


@pytest.fixture
def child():
    child = Child(ORDER, PROGRAM)
    yield child
    child.close()


def pid(answer):
    return int(answer.report.environment.python)


def test_one_process_does_task_after_task(child, task):
    assert pid(child.do(task("ada"))) == pid(child.do(task("bob")))


def test_a_process_that_dies_costs_another_try(child, task):
    assert child.do(task("dies-once")).submission.student == "dies-once"


def test_a_task_that_every_process_dies_of_is_a_fault_and_the_next_is_done(child, task):
    assert child.do(task("dies")) == Fault(message="the process that graded it ended with 9")
    assert child.do(task("ada")).submission.student == "ada"


@pytest.mark.parametrize("student", ["babbles", "mistakes"])
def test_an_answer_that_is_no_result_of_the_task_is_a_fault_and_the_next_is_done(child, task, student):
    answer = child.do(task(student))
    assert isinstance(answer, Fault)
    assert "after something else than its result" in answer.message
    assert child.do(task("ada")).submission.student == "ada"


def test_a_process_that_rests_is_gone_and_another_does_the_next_task(child, task):
    first = pid(child.do(task("ada")))
    child.rest()
    assert not psutil.pid_exists(first)
    assert pid(child.do(task("ada"))) != first


def test_closing_gives_up_the_task_that_is_being_done_and_starts_no_other_process(child, task):
    child.do(task("ada"))
    answers = []
    thread = threading.Thread(target=lambda: answers.append(child.do(task("hangs"))))
    thread.start()
    child.close()
    thread.join()
    assert isinstance(answers[0], Fault)
    assert isinstance(child.do(task("ada")), Fault)


def test_a_line_that_was_lent_is_closed_even_where_no_process_can_start(task, monkeypatch):
    lent, other = socket.socketpair()

    def popen(*_, **__):
        raise OSError("no more processes")

    monkeypatch.setattr(child_module.subprocess, "Popen", popen)
    with other:
        loan = Loan(line=lent.detach(), scratch="/nowhere", tier=Tier(name="limits"))
        with pytest.raises(OSError, match="no more"):
            Child(ORDER, PROGRAM, lambda: loan).do(task("ada"))
        assert other.recv(1) == b""
