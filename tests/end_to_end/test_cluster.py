"""A cluster of two workers comes to the results that one machine comes to, and refuses another copy of the course."""

from __future__ import annotations

import logging

import distributed
import pytest

from grader.batch import parcels
from grader.batch.cluster import Cluster
from grader.batch.nouns import Order, Submission, Task
from grader.batch.pool import Pool, StoppedError

FILES = {
    "ada.py": "def double(x):\n    return 2 * x\n",
    "bob.py": "def double(x):\n    return 3 * x\n",
    "cy.ipynb": '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "metadata": {}, '
    '"outputs": [], "execution_count": null, "source": ["def double(x):\\n", "    return x.nothing\\n"]}]}',
}


@pytest.fixture(scope="module")
def machines():
    """Two workers of one thread each, in processes on this machine."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=":0",
        silence_logs=logging.CRITICAL,
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def order(small_course):
    return Order(course=str(small_course), seed="5e" * 16, timed=False)


@pytest.fixture
def tasks(small_course, tmp_path):
    [folder] = (small_course / "exercises").glob("01_*")
    made = []
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
        submission = Submission(student=name.partition(".")[0], exercise=folder.name, path=str(tmp_path / name))
        made.append(Task(batch="b1", submission=submission))
    return made


def marks(done):
    """By student, what must not depend on where something was graded."""
    found = {}
    for task, graded in done:
        report = graded.report
        checks = [(check.name, check.status, check.score, check.message) for check in report.checks]
        found[task.submission.student] = (report.status, report.score, report.seed, checks)
    return found


@pytest.mark.timeout(240)
def test_results_are_those_of_one_machine(machines, order, tasks):
    with Pool(order, 1) as pool:
        here = marks(pool.results(tasks))
    with Cluster(machines, order, print) as cluster:
        there = marks(cluster.results(tasks))
    assert there == here
    assert {student: status for student, (status, *_) in here.items()} == {
        "ada": "passed",
        "bob": "failed",
        "cy": "failed",
    }


def test_a_machine_with_another_copy_of_the_exercise_stops_the_batch(machines, order, tasks, monkeypatch):
    monkeypatch.setattr(parcels, "fingerprint", lambda _: "that of another copy")
    with (
        Cluster(machines, order, print) as cluster,
        pytest.raises(StoppedError, match=r"^tcp://.*01_\w+: this copy of the exercise differs"),
    ):
        list(cluster.results(tasks))
