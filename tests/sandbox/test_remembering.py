"""A reference is asked once for what it answers alike whenever it is asked, and else is as if it had answered all."""

from __future__ import annotations

import pytest

from grader.model.answers import Counted, Ended, Loaded, Raised, Returned
from grader.model.check import Broken
from grader.model.incidents import Failure
from grader.model.questions import Arguments, Call, Count
from grader.model.values import Scalar
from grader.sandbox import remembering
from grader.sandbox.remembering import Memory, Remembering

LOADED = Loaded(
    names=("f",), signature="(x)", jitted=True, x64=False, platform="cpu", device="cpu", jax="0", jaxlib="0", python="3"
)


def call(number: int) -> Call:
    return Call(arguments=Arguments(positional=(Scalar(type="int", text=str(number)),)))


def count(number: int) -> Count:
    return Count(arguments=call(number).arguments)


class Worker:
    """Answers a call by its own argument, a count by how much it was asked before; it keeps what it was asked."""

    def __init__(self, loaded=LOADED, answer=None) -> None:
        self.loaded = loaded
        self.answer = answer
        self.asked = []
        self.begun = []
        self.closed = False

    def begin(self, question):
        self.begun.append(question)

    def ask(self, question):
        self.asked.append(question)
        if isinstance(question, Count):
            times = Returned(value=Scalar(type="int", text=str(len(self.asked))))
            return Counted(compilations=(), outcome=times)
        return self.answer or Returned(value=question.arguments.positional[0])

    def close(self):
        self.closed = True


class Started:
    """The workers that were started."""

    def __init__(self) -> None:
        self.workers = []
        self.next = {}

    def __call__(self):
        self.workers.append(Worker(**self.next))
        return self.workers[-1]


@pytest.fixture
def started():
    return Started()


@pytest.fixture
def memory():
    return Memory()


def test_what_another_run_asked_is_answered_without_a_worker(memory, started):
    first = Remembering(memory, started).ask(call(1))
    second = Remembering(memory, started)
    second.begin(call(1))
    assert second.ask(call(1)) == first == Returned(value=Scalar(type="int", text="1"))
    assert len(started.workers) == 1


def test_a_worker_that_is_needed_later_is_first_asked_all_that_this_run_asked(memory, started):
    run = Remembering(memory, started)
    run.ask(call(1))
    run.ask(call(2))
    again = Remembering(memory, started)
    again.ask(call(2))
    again.ask(call(3))
    assert started.workers[1].asked == [call(2), call(3)]


def test_what_depends_on_what_was_asked_before_is_asked_each_time(memory, started):
    first, second = Remembering(memory, started), Remembering(memory, started)
    first.ask(call(1))
    second.ask(call(1))
    assert first.ask(count(1)) == second.ask(count(1))
    assert [worker.asked for worker in started.workers] == [[call(1), count(1)]] * 2


def test_once_there_is_a_worker_it_is_asked_everything(memory, started):
    Remembering(memory, started).ask(call(1))
    run = Remembering(memory, started)
    run.ask(call(2))
    run.ask(call(1))
    assert started.workers[1].asked == [call(2), call(1)]


def test_what_is_not_remembered_is_begun_by_a_worker(memory, started):
    Remembering(memory, started).begin(call(1))
    assert started.workers[0].begun == [call(1)]


def test_an_exception_of_the_reference_is_remembered_like_a_value(memory, started):
    started.next = {"answer": Raised(failure=Failure(type="ValueError", mro=("ValueError",), message="no"))}
    assert Remembering(memory, started).ask(call(1)) == Remembering(memory, started).ask(call(1))
    assert len(started.workers) == 1


def test_the_end_of_a_worker_is_no_answer_to_remember(memory, started):
    started.next = {"answer": Ended(reason="time")}
    Remembering(memory, started).ask(call(1))
    started.next = {}
    assert isinstance(Remembering(memory, started).ask(call(1)), Returned)


def test_a_full_memory_keeps_no_more(monkeypatch, started):
    monkeypatch.setattr(remembering, "_MOST", 10)
    memory = Memory()
    for _ in range(2):
        Remembering(memory, started).ask(call(1))
    assert len(started.workers) == 2


def test_a_reference_that_does_not_load_is_the_author_s_fault(memory, started):
    started.next = {"loaded": Ended(reason="exit")}
    with pytest.raises(Broken, match="the reference solution does not load"):
        Remembering(memory, started).ask(call(1))


def test_its_worker_ends_with_the_run(memory, started):
    run = Remembering(memory, started)
    run.ask(call(1))
    run.close()
    assert started.workers[0].closed
