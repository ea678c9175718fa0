"""A client of the fork server, and what it removes."""

import socket

from grader.worker import client as module
from grader.worker.client import Client


def test_for_a_worker_that_nobody_ordered_nothing_is_removed(monkeypatch):
    removed = []
    monkeypatch.setattr(module, "remove", removed.append)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        client = Client(ours)
        client.folders[1] = "/tmp/jitgrade-1/worker-1"
        client.forget(1)
        client.forget(1)
    assert removed == ["/tmp/jitgrade-1/worker-1"]
