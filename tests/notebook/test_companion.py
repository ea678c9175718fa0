"""The process beside a kernel is started when it is needed, again when it has gone, and never outlives the kernel."""

import os
import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest

from grader.notebook.companion import Companion
from grader.notebook.nouns import Answer, FileRequest, Refusal

ASKED = FileRequest(folder=".", exercise="3")
COUNTS = """
import os, sys
for line in sys.stdin:
    print('{"type": "answer", "points": 1.0, "html": "", "text": "%d"}' % os.getpid(), flush=True)
"""
LEAVES = f"{COUNTS}    break\n"
DIES = "import sys; sys.stdin.readline(); sys.exit('out of memory, say')"
SAYS_ELSE = "print('hello', flush=True); input()"
HANGS = "import sys; sys.stdin.read()"


@pytest.fixture
def beside():
    """Makes a companion that runs this text instead."""
    made = []

    def make(text):
        made.append(Companion(("-c", text)))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_one_process_answers_all_requests(beside):
    companion = beside(COUNTS)
    first, second = companion.ask(ASKED), companion.ask(ASKED)
    assert isinstance(first, Answer)
    assert first == second


def test_one_that_has_left_meanwhile_is_started_again(beside):
    companion = beside(LEAVES)
    first, second = companion.ask(ASKED), companion.ask(ASKED)
    assert first.text != second.text


@pytest.mark.parametrize(("text", "said"), [(DIES, " (out of memory, say)"), (SAYS_ELSE, "")])
def test_one_that_does_not_answer_is_our_fault_in_a_sentence(beside, text, said):
    assert beside(text).ask(ASKED) == Refusal(
        message=f"jitgrade itself failed: the process that grades ended before it had graded{said}. "
        "This is not your fault, and nothing was graded."
    )


def test_what_is_no_text_is_told_in_a_sentence(beside):
    said = beside(COUNTS).ask(FileRequest(folder="/home/\udcff", exercise="3"))
    assert said.message.startswith("The name of this folder, or a cell that was run, cannot be written as UTF-8")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # streams that were closed so
@pytest.mark.skipif(sys.platform == "win32", reason="what is open there is no descriptor of its own")
def test_a_kernel_that_closes_all_descriptors_is_answered_all_the_same(beside):
    companion = beside(COUNTS)
    companion.start()
    for stream in (companion._running.stdin, companion._running.stdout, companion._log):
        os.close(stream.fileno())
    assert isinstance(companion.ask(ASKED), Answer)


@pytest.mark.skipif(sys.platform == "win32", reason="it is done by a signal")
def test_interrupted_it_ends_the_process(beside):
    companion = beside(HANGS)
    before = psutil.Process().children()
    companion.start()
    (process,) = set(psutil.Process().children()).difference(before)
    main = threading.main_thread().ident
    threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        companion.ask(ASKED)
    assert not process.is_running()


KERNEL = """
import sys
from grader.notebook.companion import Companion
companion = Companion()
companion.start()
print(companion._running.pid, flush=True)
sys.stdin.readline()
"""


@pytest.mark.parametrize("end", ["in good order", "killed"])
def test_the_real_one_goes_with_the_kernel_and_all_that_it_started(end):
    with subprocess.Popen([sys.executable, "-c", KERNEL], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as kernel:
        process = psutil.Process(int(kernel.stdout.readline()))
        deadline = time.monotonic() + 60
        while not process.children() and time.monotonic() < deadline:
            time.sleep(0.05)
        started = [process, *process.children(recursive=True)]
        assert len(started) > 1
        if end == "killed":
            kernel.kill()
        else:
            kernel.stdin.close()
        kernel.stdout.close()
    _, alive = psutil.wait_procs(started, timeout=30)
    assert alive == []
