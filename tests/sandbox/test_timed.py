"""Workers that are timed: kept to one core, stopped while they wait, in every tier."""

from __future__ import annotations

import os
import signal
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.model.answers import Loaded, Returned
from grader.model.exercise import Limits
from grader.model.questions import Arguments, Call, Load
from grader.model.values import Scalar
from grader.sandbox.processor import processor_seconds
from grader.sandbox.readiness import made_ready
from grader.sandbox.tiers import NoIsolationError
from grader.sandbox.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.sandbox.worker import LiveWorker

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no cores to choose from on this system")

READY = made_ready("cpu")
CALL = Call(arguments=Arguments(positional=(Scalar(type="int", text="0"),)))
BUSY = b"""
import threading
def f(x):
    threading.Thread(target=spin, daemon=True).start()
    return x
def spin():
    while True:
        pass
"""


@pytest.fixture(params=["namespaces", "landlock", "uid", "limits"])
def open_timed(request: pytest.FixtureRequest) -> Iterator[Callable[..., LiveWorker]]:
    with ExitStack() as stack:
        try:
            workshop = stack.enter_context(Workshop(isolation=request.param))
        except NoIsolationError as error:
            pytest.skip(str(error))

        def opened(source: bytes) -> LiveWorker:
            return workshop.open(Load(source=source, name="a.py", function="f", jit="none"), Limits(), timed=READY)

        yield opened


def returned(worker: LiveWorker) -> str:
    answer = worker.ask(CALL)
    assert isinstance(answer, Returned), answer
    assert isinstance(answer.value, Scalar)
    return answer.value.text


def test_it_stays_on_its_core_and_computes_within_the_call(open_timed):
    source = b"""
import os, jax
def f(x):
    import jax.numpy as jnp
    jnp.ones((300, 300)) @ jnp.ones((300, 300))
    tasks = {task: os.sched_getaffinity(int(task)) for task in os.listdir('/proc/self/task')}
    return repr((set().union(*tasks.values()), jax.config.read("jax_cpu_enable_async_dispatch")))
"""
    assert returned(open_timed(source)) == repr(({READY.core}, False))


def test_a_stopped_worker_does_nothing_until_it_is_asked(open_timed):
    worker = open_timed(BUSY)
    returned(worker)
    worker.pause()
    assert stopped(worker._body.pid)
    before = processor_seconds(worker._body.pid)
    for _ in range(100):
        os.sched_yield()
    assert processor_seconds(worker._body.pid) == before
    assert returned(worker) == "0"
    assert not stopped(worker._body.pid)


def test_a_stopped_worker_can_be_closed(open_timed):
    worker = open_timed(BUSY)
    assert isinstance(worker.loaded, Loaded)
    worker.pause()
    worker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker._body.pid, signal.SIG_DFL)


def stopped(pid: int) -> bool:
    """Whether all threads of a process are stopped, once a signal that was sent to it has arrived."""
    for _ in range(10_000):
        states = [
            (task / "stat").read_text().rpartition(")")[2].split()[0] for task in Path(f"/proc/{pid}/task").iterdir()
        ]
        if set(states) == {"T"}:
            return True
        os.sched_yield()
    return False
