"""Workers that are gone: each end has its own neutral words."""

import pytest

from grader.explain import explain
from grader.model.answers import Ended

ENDS = {
    "python loop": (
        Ended(reason="time", detail="60 s", line=7, looping=True),
        "endless-python",
        "Python code on line 7",
    ),
    "while_loop": (
        Ended(reason="time", detail="60 s", line=7, text="y = lax.while_loop(cond, body, 0)"),
        "endless-while-loop",
        "inside the `while_loop` on line 7",
    ),
    "fori_loop": (Ended(reason="time", line=7, text="y = lax.fori_loop(0, n, g, 0)"), "endless-loop", "`fori_loop`"),
    "inside jax": (Ended(reason="time", detail="60 s", line=7), "endless-program", "inside jax or a library"),
    "somewhere": (Ended(reason="time", detail="60 s"), "endless-program", "the compiled program does not end"),
    "CPU time": (Ended(reason="time", detail="120 s of CPU time", line=7), "endless-program", "on line 7"),
    "memory": (Ended(reason="memory"), "out-of-memory", "2 GiB"),
    "exit": (Ended(reason="exit", detail="exit status 0"), "exit", "`os._exit`"),
    "crash": (Ended(reason="crash", detail="SIGSEGV", line=7), "crash", "(SIGSEGV)"),
    "bus error": (Ended(reason="crash", detail="SIGBUS"), "crash", "(SIGBUS)"),
    "abort": (Ended(reason="crash", detail="SIGABRT", line=7), "crash", "a library"),
    "refused call": (Ended(reason="crash", detail="SIGSYS", line=7), "denied", "not allowed while grading"),
    "large file": (Ended(reason="crash", detail="SIGXFSZ"), "file-too-large", "larger than is allowed"),
    "killed": (Ended(reason="crash", detail="SIGKILL"), "signal", "by a signal (SIGKILL)"),
    "alarm": (Ended(reason="crash", detail="SIGALRM", line=7), "signal", "by a signal (SIGALRM)"),
    "no name": (Ended(reason="crash", detail="signal 64"), "crash", "crashed:"),
    "tampering": (Ended(reason="tampering", detail="frame of kind 7"), "tampering", "could not be read"),
    "disk": (Ended(reason="disk", detail="more than 64 MiB of files"), "disk", "more than 64 MiB of files"),
    "many threads": (
        Ended(reason="threads", detail="more than 400 threads", line=7),
        "threads",
        "400 threads on line 7",
    ),
    "output": (Ended(reason="output"), "output", "1 MiB"),
}


@pytest.mark.parametrize(("answer", "cause", "words"), ENDS.values(), ids=ENDS)
def test_end_is_told_in_its_own_words(exercise, answer, cause, words):
    explanation = explain(answer, exercise)
    assert explanation.cause == cause
    assert words in explanation.message
    assert explanation.line == answer.line
    assert explanation.hint


def test_python_number_in_the_carry_is_named_as_the_trap(exercise):
    answer = Ended(reason="time", line=7, text="return jax.lax.while_loop(c, b, 0)")
    assert "stays at 0" in explain(answer, exercise).hint


def test_inner_detail_of_tampering_is_not_shown(exercise):
    assert "kind 7" not in explain(ENDS["tampering"][0], exercise).message


WAITS = {
    "sleep": ("time.sleep(100)", "sleeping", "slept"),
    "sleep by its name": ("sleep(n)", "sleeping", "slept"),
    "thread": ("worker.join()", "waiting", "a thread"),
    "thread with a timeout": ("worker.join(timeout=60)", "waiting", "a thread"),
    "future": ("y = future.result()", "waiting", "a thread"),
    "pool": ("with ThreadPoolExecutor(2) as pool:", "waiting", "a thread"),
    "lock": ("lock.acquire()", "waiting", "a lock"),
    "with a lock": ("with self.lock:", "waiting", "a lock"),
    "queue": ("item = queue.get()", "waiting", "a queue"),
    "signal": ("signal.pause()", "waiting", "a signal"),
    "process": ("subprocess.run(['make'])", "waiting", "another process"),
    "network": ("text = urlopen(URL).read()", "waiting", "the network"),
}


@pytest.mark.parametrize("looping", [True, False])
@pytest.mark.parametrize(("text", "cause", "words"), WAITS.values(), ids=WAITS)
def test_a_line_that_waits_is_told_by_what_it_waits_for(exercise, text, cause, words, looping):
    explanation = explain(Ended(reason="time", detail="60 s", line=7, text=text, looping=looping), exercise)
    assert explanation.cause == cause
    assert words in explanation.message
    assert f"`{text}`" in explanation.message
    assert explanation.line == 7


@pytest.mark.parametrize(
    "text", ["', '.join(names)", "os.path.join(a, b)", "table.get('x')", "x = asleep(x)", "result = f(x)", "block(x)"]
)
def test_a_line_that_only_looks_like_waiting_is_not_told_so(exercise, text):
    explanation = explain(Ended(reason="time", detail="60 s", line=7, text=text, looping=True), exercise)
    assert explanation.cause == "endless-python"


def test_who_used_up_the_processor_did_not_sleep(exercise):
    answer = Ended(reason="time", detail="120 s of CPU time", line=7, text="time.sleep(0)")
    assert explain(answer, exercise).cause == "endless-program"
