"""A desk has a process for each task at a time, one in all where it times, and none once it is closed or idle."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import psutil
import pytest

from grader.batch.desk import Desk
from grader.batch.nouns import Order, Submission, Task

PROGRAM = ("-P", str(Path(__file__).with_name("fake_process.py")))
ORDER = msgspec.json.encode(Order(course="/course", seed="00"))


@pytest.fixture
def desk():
    desks = []

    def desk(**more):
        desks.append(Desk(ORDER, PROGRAM, **{"alone": False, **more}))
        return desks[-1]

    yield desk
    for one in desks:
        one.close()


def task(student):
    return Task(batch="b1", submission=Submission(student=student, exercise="03_abs_static", path="/in/a.py"))


def pids(desk, *students):
    """The processes that graded these students, all brought at once."""
    with ThreadPoolExecutor(len(students)) as threads:
        return {int(answer.report.environment.python) for answer in threads.map(desk.do, map(task, students))}


def test_tasks_that_come_at_once_have_a_process_each(desk):
    assert len(pids(desk(), "slow1", "slow2")) == 2


def test_tasks_that_come_one_after_another_share_a_process(desk):
    one = desk()
    assert pids(one, "ada") == pids(one, "bob")


def test_where_time_counts_tasks_that_come_at_once_are_done_one_after_another(desk):
    assert len(pids(desk(alone=True), "slow1", "slow2")) == 1


def test_a_closed_desk_leaves_no_process_and_does_nothing(desk):
    one = desk()
    [pid] = pids(one, "ada")
    one.close()
    assert not psutil.pid_exists(pid)
    assert one.do(task("ada")) is None


def test_a_task_that_is_being_done_while_the_desk_closes_has_no_result(desk):
    one = desk()
    with ThreadPoolExecutor(1) as threads:
        answer = threads.submit(one.do, task("hangs"))
        while not one._children:
            time.sleep(0.01)
        one.close()
        assert answer.result() is None


def test_a_desk_without_tasks_ends_its_processes_and_starts_another_for_the_next(desk):
    one = desk(idle=0.0)
    [pid] = pids(one, "ada")
    while psutil.pid_exists(pid):
        time.sleep(0.01)
    assert pids(one, "ada") != {pid}
