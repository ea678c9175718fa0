"""The order of a worker's life, and what it does when something goes wrong in it."""

import subprocess
import sys

import pytest

from grader.model.answers import Compiled, Counted, Loaded, Raised, Returned
from grader.model.questions import Arguments, Call, Canary, Count, Examine, Read, Trace
from grader.model.values import Record

NOTHING = Arguments()
FUNCTION = "def f(*x, **k): return 1\n"


def test_importing_the_worker_initialises_no_backend():
    """jax refuses this setting once a backend is there."""
    code = "import grader.worker.serve, jax; jax.config.update('jax_num_cpu_devices', 3); print(jax.device_count())"
    environment = {"JAX_PLATFORMS": "cpu"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.stdout == "3\n", done.stderr


@pytest.mark.parametrize("question", [Trace(arguments=NOTHING), Read(name="f"), Count(arguments=NOTHING)])
def test_a_worker_ends_when_asked_something_before_it_loaded(worker, question):
    assert worker.ask(question) is None


def test_a_worker_ends_at_a_second_load(worker):
    assert isinstance(worker.load(FUNCTION), Loaded)
    assert worker.load(FUNCTION) is None


def test_a_worker_ends_when_asked_after_loading_failed(worker):
    assert isinstance(worker.load("1 / 0"), Raised)
    assert worker.call() is None


def test_canaries_compile_before_and_after_loading(worker):
    assert isinstance(worker.ask(Canary(name="canary_a")), Compiled)
    assert isinstance(worker.load("import jax\njax.config.update('jax_disable_jit', True)\n" + FUNCTION), Loaded)
    assert isinstance(worker.ask(Canary(name="canary_b")), Compiled)


def test_a_canary_compiles_under_its_name_each_time(worker):
    worker.load(
        "import jax\nheard = []\n"
        "jax.monitoring.register_event_duration_secs_listener(\n"
        "    lambda event, _, **told: heard.append(told['fun_name']) if 'backend_compile' in event else None)\n",
        "heard",
    )
    for _ in range(2):
        worker.ask(Canary(name="canary_c"))
    assert [item.text for item in worker.ask(Read(name="heard")).value.items] == ["jit(canary_c)"] * 2


def test_a_top_level_name_can_be_read(worker, scalar):
    worker.load("PREDICTED = {'a': 1}\n", "PREDICTED", jit="submission")
    assert worker.ask(Read(name="PREDICTED")).value.items == (scalar(1),)
    assert worker.ask(Read(name="ITEM")).failure.stage == "lookup"


def test_a_count_tells_what_a_call_compiled_and_its_result(worker, array):
    worker.load("def f(x): return x + 1\n", jit={})
    question = Count(arguments=Arguments(positional=(array([1.0]),)))
    first, second = worker.ask(question), worker.ask(question)
    assert isinstance(first, Counted)
    assert [it.program for it in first.compilations] == ["jit(f)"]
    assert second.compilations == ()
    assert first.outcome.value == array([2.0])


def test_state_that_only_the_calls_of_other_checks_change_is_found(worker, scalar):
    """The function behaves by the time it is examined."""
    source = "spent = []\ndef f(x):\n    if len(spent) < 3: spent.append(1)\n    return x\n"
    worker.load(source)
    arguments = Arguments(positional=(scalar(1.0),))
    for _ in range(3):
        worker.ask(Call(arguments=arguments))
    findings = worker.ask(Examine(arguments=arguments)).findings
    assert [it.subject for it in findings if it.fault] == ["spent"]


def test_a_fault_of_the_worker_itself_is_told_apart(worker, scalar):
    """No record can be an argument: the grader never sends one."""
    worker.load(FUNCTION)
    failure = worker.call(Record(name="A", fields=(), items=())).failure
    assert (failure.stage, failure.type) == ("worker", "TypeError")
    assert worker.call().value == scalar(1)


def test_a_lowered_recursion_limit_does_not_reach_the_worker(worker):
    worker.load("import sys\ndef f():\n    sys.setrecursionlimit(60)\n    return [[[[[[1]]]]]]\n")
    assert isinstance(worker.call(), Returned)


def test_a_child_that_the_file_forked_does_not_answer(worker, scalar):
    worker.load("import os, warnings\nwarnings.simplefilter('ignore')\ndef f():\n    os.fork()\n    return 1\n")
    assert [worker.call().value, worker.call().value] == [scalar(1)] * 2


def test_a_worker_whose_line_the_file_closed_ends_quietly(worker):
    worker.load("import os\ndef f(): os.closerange(3, 100)\n")
    assert worker.call() is None


def test_fixtures_are_loaded_beside_the_file_and_can_be_imported(worker, scalar):
    worker.load("import fixtures\ndef f(): return fixtures.K\n", fixtures=b"K = 3\n")
    assert worker.call().value == scalar(3)


def test_fixtures_that_do_not_run_are_no_fault_of_the_file(worker):
    failure = worker.load(FUNCTION, fixtures=b"1 / 0\n").failure
    assert (failure.stage, failure.type, failure.frames[-1].line) == ("fixture", "ZeroDivisionError", 1)


def test_a_malformed_question_ends_the_worker(fresh):
    worker = fresh()
    worker._line.sendall(b"\x01\x00\x00\x00\xc1")
    assert worker._line.recv(1) == b""
