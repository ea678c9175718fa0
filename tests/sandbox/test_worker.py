"""How a worker ends, whatever its file does, and that the grader goes on."""

from __future__ import annotations

import struct
import sys
import textwrap
from pathlib import Path

import psutil
import pytest

from grader.model.answers import Ended, Loaded, Raised, Returned
from grader.model.questions import Arguments, Call, Read
from grader.model.values import Array
from grader.sandbox.protocol import encode

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the fork server is for Linux")

IDENTITY = "def f(x):\n    return x\n"
CALL = Call(arguments=Arguments(positional=(Array(dtype="float32", shape=(2,), data=bytes(8), origin="numpy"),)))


def test_a_worker_answers_and_is_timed(open_worker):
    worker = open_worker(IDENTITY)
    assert isinstance(worker.loaded, Loaded)
    assert isinstance(worker.ask(CALL), Returned)
    assert worker.seconds > 0


def test_what_is_printed_is_kept_in_order(open_worker):
    text = "import os, sys\nprint('one')\nprint('two', file=sys.stderr)\nos.system('echo three')\n"
    worker = open_worker(text + IDENTITY)
    assert isinstance(worker.loaded, Loaded)
    worker.close()
    assert worker.output == "one\ntwo\nthree\n"


def test_an_endless_python_loop_is_ended_and_its_line_told(open_worker):
    worker = open_worker("def f(x):\n    n = 0\n    while True:\n        n = n + 1\n", wall=1.0)
    assert isinstance(worker.loaded, Loaded)
    ended = worker.ask(CALL)
    assert (ended.reason, ended.looping) == ("time", True)
    assert ended.line in {3, 4}


def test_an_endless_compiled_loop_is_ended_and_its_line_told(open_worker):
    text = """
        import jax
        def f(x):
            y = jax.lax.while_loop(lambda c: c < 1, lambda c: c * 0.5, x.sum())
            return y.block_until_ready()
    """
    worker = open_worker(text, wall=2.5)
    assert isinstance(worker.loaded, Loaded)
    ended = worker.ask(CALL)
    assert (ended.reason, ended.looping) == ("time", False)
    assert ended.line in {4, 5}


def test_time_is_summed_over_all_answers(open_worker):
    worker = open_worker("import time\ndef f(x):\n    time.sleep(0.4)\n    return x\n", wall=1.5)
    answers = [worker.ask(CALL) for _ in range(5)]
    assert isinstance(answers[0], Returned)
    assert answers[-1].reason == "time"


@pytest.mark.parametrize(
    ("line", "reason", "detail"),
    [
        ("import os; os._exit(0)", "exit", "exit status 0"),
        ("import os; os.kill(os.getpid(), 9)", "crash", "SIGKILL"),
        ("import ctypes; ctypes.string_at(0)", "crash", "SIGSEGV"),
    ],
    ids=["exit", "kill", "crash"],
)
def test_an_end_of_its_own_making_is_told_each_time(open_worker, line, reason, detail):
    worker = open_worker(line + "\n" + IDENTITY)
    ended = worker.loaded
    assert isinstance(ended, Ended)
    assert ended.reason == reason
    assert detail in ended.detail
    assert worker.ask(CALL) is ended
    assert worker.ask(Read(name="f")) is ended
    assert worker.log.called() is None


def test_a_native_crash_is_told_with_its_line_and_without_python_s_dump(open_worker):
    worker = open_worker("import ctypes\nprint('before')\ndef f(x):\n    return ctypes.string_at(0)\n")
    ended = worker.ask(CALL)
    assert (ended.reason, ended.line) == ("crash", 4)
    assert worker.output == "before\n"


def test_cpu_time_used_up_is_told_with_the_line(open_worker):
    worker = open_worker("print('before')\nwhile True: pass\n", cpu=1)
    ended = worker.loaded
    assert (ended.reason, ended.line, ended.text) == ("time", 2, "while True: pass")
    assert "CPU" in ended.detail
    assert worker.output == "before\n"


def test_no_compilation_is_taken_from_a_cache(open_worker):
    worker = open_worker("import jax\nprint(jax.config.jax_enable_compilation_cache)\n" + IDENTITY)
    assert isinstance(worker.loaded, Loaded)
    assert worker.output == "False\n"


def test_leaving_by_sys_exit_does_not_stop_the_grader(open_worker):
    worker = open_worker("import sys\nsys.exit(0)\n" + IDENTITY)
    assert isinstance(worker.loaded, Raised | Ended)


def test_an_allocation_of_ten_gigabytes_is_refused_to_the_file(open_worker):
    worker = open_worker("import numpy as np\ndef f(x):\n    return np.ones(10 * 2**30, np.uint8)\n")
    answer = worker.ask(CALL)
    assert isinstance(answer, Raised)
    assert "MemoryError" in answer.failure.mro


def test_memory_that_no_limit_of_the_system_counts_is_seen_from_outside(open_worker):
    text = """
        import mmap
        def f(x):
            held = mmap.mmap(-1, 600 << 20)
            for at in range(0, len(held), 4096):
                held[at] = 1
            while True: pass
    """
    worker = open_worker(text, memory=500 << 20)
    assert worker.ask(CALL).reason == "memory"


def test_a_flood_of_output_is_capped_and_stops_nobody(open_worker):
    text = "import os\nfor _ in range(1000):\n    os.write(1, b'flood\\n' * 1000)\n"
    worker = open_worker(text + IDENTITY, output=10_000)
    assert isinstance(worker.ask(CALL), Returned)
    assert len(worker.output) < 11_000
    assert worker.output.startswith("flood\nflood")


def test_an_endless_flood_is_ended_in_time(open_worker):
    worker = open_worker("while True:\n    print('flood')\n", wall=0.7)
    ended = worker.loaded
    assert ended.reason == "time"
    assert ended.line in {1, 2}


def frame(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


@pytest.mark.parametrize(
    "data",
    [
        frame(b"garbage"),
        struct.pack("<I", 0xFFFFFFFF),
        frame(b"\x91" * 50_000),
        frame(b"\xdd\xff\xff\xff\xff"),
        frame(b"\x81\xa3tag\xa8compiled"),
        frame(b"\x82\xa3tag\xa5ended\xa6reason\xa4time"),
        frame(b""),
    ],
    ids=["garbage", "oversized", "deep", "claiming", "unexpected", "the-grader-s", "empty"],
)
def test_a_forged_answer_ends_that_worker_alone(open_worker, data):
    honest = open_worker(IDENTITY)
    forger = open_worker(f"import os\nos.write(4, {data!r})\n" + IDENTITY)
    assert forger.loaded.reason == "tampering"
    assert isinstance(honest.ask(CALL), Returned)


def test_an_answer_without_a_question_is_tampering(open_worker):
    honest = open_worker(IDENTITY)
    extra = frame(encode(honest.ask(CALL)))
    worker = open_worker(f"import os\ndef f(x):\n    os.write(4, {2 * extra!r})\n    return x\n")
    assert isinstance(worker.ask(CALL), Returned)
    assert worker.ask(CALL).reason == "tampering"


def test_closing_the_line_and_going_on_ends_the_worker(open_worker):
    worker = open_worker("import os\nos.close(3); os.close(4)\nwhile True: pass\n")
    assert worker.loaded.reason == "tampering"


def pids(output: str) -> list[int]:
    return [int(word) for word in output.split()]


def test_nothing_a_file_started_survives_its_worker(open_worker):
    text = """
        import os, time
        told, tell = os.pipe()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.write(tell, b"%d\\n" % os.getpid())
                os.closerange(3, 50)
                time.sleep(1000)
            os._exit(0)
        if os.fork() == 0:
            os.write(tell, b"%d\\n" % os.getpid())
            time.sleep(1000)
        with open(told) as pids:
            print(pids.readline(), pids.readline())
    """
    worker = open_worker("import warnings; warnings.simplefilter('ignore')\n" + IDENTITY + textwrap.dedent(text))
    assert isinstance(worker.loaded, Loaded)
    started = pids(worker.output)
    assert len(started) == 2
    worker.close()
    assert not any(psutil.pid_exists(pid) for pid in started)


def test_the_file_sees_no_environment_of_the_grader_s(open_worker):
    worker = open_worker("import os\nprint(dict(os.environ), os.getcwd())\n" + IDENTITY)
    assert isinstance(worker.loaded, Loaded)
    assert "SECRET" not in worker.output
    assert "'HOME': '/" in worker.output
    assert str(Path.home()) + "'" not in worker.output.split("'HOME': ")[1].split(",")[0]


def test_the_file_sees_no_descriptor_but_its_own(open_worker):
    worker = open_worker("import os\nprint(sorted(map(int, os.listdir('/proc/self/fd')))[:-1])\n" + IDENTITY)
    assert isinstance(worker.loaded, Loaded)
    assert worker.output == "[0, 1, 2, 3, 4]\n"


def test_the_file_s_folder_is_its_own_and_removed(open_worker):
    text = """
        import os, tempfile
        os.makedirs('a/b')
        open('a/b/c', 'w').close()
        os.chmod('a', 0)
        print(os.getcwd(), tempfile.gettempdir())
    """
    worker = open_worker(textwrap.dedent(text) + IDENTITY)
    assert isinstance(worker.loaded, Loaded)
    here, temporary = worker.output.split()
    assert here == temporary
    assert Path(here).exists()
    worker.close()
    assert not Path(here).exists()


def test_two_workers_draw_different_random_numbers(open_worker):
    text = "import random, numpy as np\nprint(random.random(), np.random.rand())\n" + IDENTITY
    first, second = open_worker(text), open_worker(text)
    assert isinstance(first.loaded, Loaded)
    assert isinstance(second.loaded, Loaded)
    assert not set(first.output.split()) & set(second.output.split())
