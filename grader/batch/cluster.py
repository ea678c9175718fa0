"""Grades a batch on a dask.distributed cluster, by the same processes that a pool has on one machine.

The client reads what was handed in and sends it, since no file need be shared, with the digest of its exercise. On a
worker each thread has a process of its own grade it (`grader.batch.process`), which takes the course from that machine
and isolates by what the machine offers. What comes back is JSON: nothing that student code made is ever unpickled, by
worker or client. Dask itself does pickle: whoever reaches its ports runs code on all its machines (docs/scale.md).
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import hashlib
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Self

import distributed
import msgspec

from grader import __version__
from grader.batch.child import PROGRAM
from grader.batch.connecting import connected
from grader.batch.crew import LOOK, PATIENCE, Crew
from grader.batch.desk import Desk
from grader.batch.nouns import Fault, Graded, Task
from grader.batch.parcels import Parcels
from grader.batch.pool import StoppedError
from grader.course import read_course
from grader.sandbox.tiers import stricter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from grader.batch.nouns import Order

    _Waiting = dict[Any, tuple[Task, distributed.Future[bytes]]]
    """What has been sent and has not come back, by dask's key."""

__all__ = ["ACCELERATOR", "Cluster"]

ACCELERATOR: Final = "accelerator"
"""The resource that a worker offers where speed may be marked."""

_tasks: Final = msgspec.json.Decoder(Task)
_answers: Final = msgspec.json.Decoder(Graded | Fault)


class Cluster:
    """A cluster that grades by an order; as a context, none of our processes is left on it.

    ``tell`` gets what whoever waits should know; ``program`` is what Python is told to be a process that grades. Raises
    StoppedError where there is no cluster that can grade, CourseError where there is no course.
    """

    def __init__(
        self, address: str, order: Order, tell: Callable[[str], None], program: tuple[str, ...] = PROGRAM
    ) -> None:
        self._address = address
        course = read_course(Path(order.course))
        required = stricter(order.require_isolation, course.isolation)
        self._order = msgspec.structs.replace(order, require_isolation=required)
        self._tell = tell
        self._program = program
        self._parcels = Parcels(course)
        self._client = connected(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # it is gone
            self._client.close()

    def results(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Graded | Fault]]:
        """Yields each task with what became of it, as they come; what rests on time stays pending.

        Raises StoppedError where none can be done.
        """
        return self._done(tasks, "")

    def timed(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Graded | Fault]]:
        """As `results`, but with time, on workers that offer an accelerator, one task at a time each.

        Where there is none of those, what is left stays as it is, and that is told.
        """
        coming = iter(tasks)
        for first in coming:  # without any, no cluster is asked
            yield from self._done(chain([first], coming), ACCELERATOR)

    def _done(self, tasks: Iterable[Task], resource: str) -> Iterator[tuple[Task, Graded | Fault]]:
        """Has tasks done by workers with a resource, if one is named; so many at once as keep all of them at work."""
        coming = iter(tasks)
        crew = Crew(self._workers, resource)
        if crew.absent:
            who, how_long = (f" that offers {resource}", f" for {PATIENCE:.0f} s") if resource else ("", "")
            self._tell(f"{self._address} has no worker{who} yet; waiting for one{how_long}.")
        waiting: _Waiting = {}
        finished: SimpleQueue[distributed.Future[bytes]] = SimpleQueue()
        with self._graders(waiting, timed=bool(resource)) as name:
            while not (resource and crew.lost):
                while len(waiting) < crew.room and (task := next(coming, None)) is not None:
                    sent = self._parcels.packed(task)
                    if isinstance(sent, Graded):
                        yield task, sent
                        continue
                    wanted = {resource: 1} if resource else {}
                    words = (name, __version__, msgspec.json.encode(sent))
                    future = self._client.submit(_grade, *words, pure=False, resources=wanted)
                    waiting[future.key] = (task, future)
                    future.add_done_callback(finished.put)
                if not waiting:
                    return
                try:
                    future = finished.get(timeout=LOOK)
                except Empty:
                    pass
                else:
                    yield waiting.pop(future.key)[0], self._answer(future)
                crew.look()
            self._tell(self._left(len(waiting) + sum(1 for _ in coming), resource))

    def _left(self, count: int, resource: str) -> str:
        """What is told of submissions that nobody can settle."""
        many = f"{count} submissions keep" if count > 1 else "1 submission keeps"
        worker = f"`dask worker {self._address} --nthreads 1 --resources {resource}=1`"
        return (
            f"{many} checks pending: no worker of {self._address} offers the resource {resource}. "
            f"Start one ({worker}), and grade with `--changed`."
        )

    def _answer(self, future: distributed.Future[bytes]) -> Graded | Fault:
        """What became of a task. Raises StoppedError where it says that no other can be done, either."""
        try:
            answer = _answers.decode(future.result())
        except distributed.KilledWorker as error:
            message = f"each machine that was to grade it went away, in the end {error.last_worker.address}"
            return Fault(message=message)
        except (OSError, asyncio.CancelledError, concurrent.futures.CancelledError):
            raise self._lost() from None
        except Exception as error:  # noqa: BLE001 - whatever went wrong on the cluster is of this task alone
            return Fault(message=f"{type(error).__name__}: {error}")
        if isinstance(answer, Fault) and answer.final:
            raise StoppedError(answer.message)
        return answer

    def _workers(self) -> list[dict[str, Any]]:
        try:
            return list(self._client.scheduler_info(n_workers=-1)["workers"].values())
        except OSError:
            raise self._lost() from None

    def _lost(self) -> StoppedError:
        return StoppedError(f"the scheduler at {self._address} is gone; the same command goes on once it is back")

    @contextmanager
    def _graders(self, waiting: _Waiting, *, timed: bool) -> Iterator[str]:
        """What grades on each worker, now or later, by a name; in the end it is gone, and so is what still waits."""
        order = msgspec.json.encode(msgspec.structs.replace(self._order, timed=timed))
        name = f"jitgrade-{hashlib.sha256(order).hexdigest()[:16]}"
        try:
            self._client.register_plugin(_Graders(order, self._program, alone=timed), name=name)
        except OSError:
            raise self._lost() from None
        try:
            yield name
        finally:
            with suppress(OSError):
                self._client.cancel([future for _, future in waiting.values()])
                self._client.unregister_worker_plugin(name)


class _Graders(distributed.WorkerPlugin):
    """What grades for one order on each worker: it comes to a worker with the order, and ends with the worker."""

    def __init__(self, order: bytes, program: tuple[str, ...], *, alone: bool) -> None:
        self._words = (order, program, alone)
        self.desk: Desk | None = None

    def setup(self, worker: distributed.Worker) -> None:
        """Makes ready to grade on a worker; a process starts with the first task."""
        del worker
        order, program, alone = self._words
        self.desk = Desk(order, program, alone=alone)

    async def teardown(self, worker: distributed.Worker) -> None:
        """Ends all processes, while the worker goes on to answer its scheduler."""
        del worker
        if self.desk is not None:
            await asyncio.to_thread(self.desk.close)


def _grade(name: str, version: str, task: bytes) -> bytes:
    """On a worker: has a task done by the graders of a name; both task and answer are JSON."""
    worker = distributed.get_worker()
    if version != __version__:
        message = f"{worker.address} has jitgrade {__version__}, and the batch is run with {version}"
        return msgspec.json.encode(Fault(message=message, final=True))
    graders = worker.plugins[name]
    assert isinstance(graders, _Graders)
    assert graders.desk is not None
    answer = graders.desk.do(_tasks.decode(task))
    if answer is None:  # the worker leaves
        raise distributed.Reschedule
    if isinstance(answer, Fault):
        answer = msgspec.structs.replace(answer, message=f"{worker.address}: {answer.message}")
    return msgspec.json.encode(answer)
