"""Who there is to grade is looked at now and then, and whoever went may come back for a while."""

import pytest

from grader.batch.crew import Crew


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def worker(threads, **resources):
    return {"nthreads": threads, "resources": resources}


def test_there_is_room_for_two_tasks_a_thread(clock):
    assert Crew(lambda: [worker(4), worker(2)], clock=clock).room == 12


def test_a_worker_with_a_resource_has_one_thread_that_counts(clock):
    crew = [worker(8), worker(8, accelerator=1), worker(8, accelerator=2), worker(8, accelerator=0)]
    assert Crew(lambda: crew, "accelerator", clock).room == 4


def test_without_workers_some_tasks_wait_so_that_a_cluster_that_adapts_grows(clock):
    crew = Crew(list, clock=clock)
    assert (crew.absent, crew.room) == (True, 2)


def test_nobody_is_waited_for_longer_than_a_worker_takes_to_start(clock):
    there = [worker(1)]
    crew = Crew(lambda: there, clock=clock)
    clock.now += 3600
    crew.look()
    there.clear()
    clock.now += 20
    crew.look()
    assert (crew.absent, crew.lost) == (True, False)
    clock.now += 60
    crew.look()
    assert crew.lost


def test_who_was_never_there_is_waited_for_as_long(clock):
    crew = Crew(list, clock=clock)
    assert (crew.absent, crew.lost) == (True, False)
    clock.now += 61
    assert crew.lost


def test_a_worker_that_comes_back_is_found(clock):
    there = []
    crew = Crew(lambda: there, clock=clock)
    there.append(worker(3))
    crew.look()
    assert crew.absent, "a look that comes too soon asks nobody"
    clock.now += 20
    crew.look()
    assert (crew.absent, crew.lost, crew.room) == (False, False, 6)
