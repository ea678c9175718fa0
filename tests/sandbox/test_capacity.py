"""How many submissions are graded at a time: by cores and memory, also where a container has but a part of them."""

import os

import psutil
import pytest

from grader.sandbox import capacity


@pytest.fixture
def container(tmp_path):
    """Writes what a container's control group says."""

    def container(**files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text + "\n")
        return tmp_path

    return container


def test_all_cores_count_where_no_container_says_less(container):
    everywhere = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    assert capacity.cores(container()) == capacity.cores(container(cpu_max="max 100000")) == everywhere


def test_half_a_core_is_one(container):
    assert capacity.cores(container(cpu_max="50000 100000")) == 1


def test_a_container_has_no_more_memory_than_it_is_given(container):
    root = container(memory_max=str(300 << 20), memory_current=str(100 << 20))
    assert capacity.memory(root) == 200 << 20


def test_memory_is_the_machines_where_no_container_says_less(container):
    assert 0 < capacity.memory(container(memory_max="max")) <= psutil.virtual_memory().total


@pytest.mark.parametrize(("cores", "memory", "jobs"), [(8, 64 << 30, 8), (8, 3 << 30, 3), (8, 100 << 20, 1)])
def test_jobs_are_one_a_core_as_far_as_memory_goes(monkeypatch, cores, memory, jobs):
    monkeypatch.setattr(capacity, "cores", lambda: cores)
    monkeypatch.setattr(capacity, "memory", lambda: memory)
    assert capacity.jobs() == jobs
