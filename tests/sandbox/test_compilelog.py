"""XLA's own count of compilations, and what happens where somebody meddles with it."""

from __future__ import annotations

import math
import sys

import pytest

from grader.model.answers import Compiled, Ended, Returned
from grader.model.questions import Arguments, Call
from grader.model.values import Array
from grader.sandbox.compilelog import CompileLines, LiveCompileLog


class Numbered:
    """A worker's double whose log tells each canary as often, and with such a number, as it is told to."""

    def __init__(self, *tellings: list[int]) -> None:
        self.tellings = list(tellings)
        self.lines = CompileLines()
        self.costs = [0.04, 0.01, 0.02]
        self.log = LiveCompileLog(self.lines, self.ask, lambda _done, _seconds: None)

    def ask(self, question):
        for number in self.tellings.pop(0):
            self.tell(question.name, number)
        return Compiled(), self.costs.pop(0)

    def tell(self, name, number):
        self.lines.read(f"Compiling [jit_{name}] for CPU using JIT time: 1 ms (#called: {number})\n".encode())


def test_the_number_is_the_canary_s():
    worker = Numbered([1], [5])
    assert [worker.log.called(), worker.log.called()] == [1, 5]
    assert worker.log.tampered == ""


def test_the_quickest_canary_tells_what_a_compilation_costs():
    worker = Numbered([1], [2], [3])
    assert worker.log.cost == math.inf
    costs = [(worker.log.called(), worker.log.cost)[1] for _ in range(3)]
    assert costs == [0.04, 0.01, 0.01]


def test_programs_are_named_without_the_canaries():
    worker = Numbered([1], [4])
    worker.log.called()
    worker.tell("f", 2)
    worker.tell("g", 3)
    worker.log.called()
    assert worker.log.names() == ("jit_f", "jit_g")
    assert worker.log.names(since=2) == ("jit_g",)


def test_where_the_first_canary_does_not_appear_there_is_no_log_and_no_suspicion():
    worker = Numbered([])
    assert [worker.log.called(), worker.log.called()] == [None, None]
    assert worker.log.tampered == ""


@pytest.mark.parametrize(
    ("tellings", "words"),
    [([[1], []], "silent"), ([[1, 1]], "twice"), ([[4], [2]], "went back")],
    ids=["silenced", "doubled", "backwards"],
)
def test_a_log_that_was_meddled_with_gives_no_number_and_says_why(tellings, words):
    worker = Numbered(*tellings)
    numbers = [worker.log.called() for _ in tellings]
    assert numbers[-1] is None
    assert words in worker.log.tampered
    assert worker.log.called() is None


def test_only_the_latest_names_are_kept_and_all_are_counted():
    worker = Numbered()
    for number in range(10_000):
        worker.tell("f", number)
    assert worker.lines.count == 10_000
    assert len(worker.log.names()) < 5_000


def call(length: int) -> Call:
    array = Array(dtype="float32", shape=(length,), data=bytes(4 * length))
    return Call(arguments=Arguments(positional=(array,)))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the fork server is for Linux")
def test_compilations_in_a_forked_worker_are_counted_by_xla(open_worker):
    worker = open_worker("import jax\n@jax.jit\ndef f(x):\n    return x + 1\n")
    before = worker.log.called()
    seconds, costs = worker.seconds, [worker.log.cost]
    for length in (2, 3, 3, 4):
        assert isinstance(worker.ask(call(length)), Returned)
        costs.append(worker.spent)
    asked = worker.seconds
    after = worker.log.called()
    assert after - before - 1 == 3
    assert worker.log.names(since=before) == ("jit_f",) * 3
    assert (worker.seconds, worker.log.tampered) == (asked, "")
    assert seconds != asked
    # The call that compiled nothing is quicker than a canary: by this the clock tells them apart.
    assert costs[3] < costs[0] / 1.5 < costs[0] < math.inf
    assert worker.output == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the fork server is for Linux")
def test_a_file_that_turns_its_stderr_away_is_found_out(open_worker):
    worker = open_worker("import os\ndef f(x):\n    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)\n    return x\n")
    assert worker.log.called() is not None
    assert isinstance(worker.ask(call(1)), Returned)
    assert worker.log.called() is None
    assert worker.log.tampered


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the fork server is for Linux")
def test_a_worker_that_is_gone_has_no_log(open_worker):
    worker = open_worker("import os\ndef f(x):\n    os._exit(1)\n")
    assert isinstance(worker.ask(call(1)), Ended)
    assert worker.log.called() is None
