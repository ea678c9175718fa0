"""How a worker's end is told from what the system says of it."""

from __future__ import annotations

import signal

import pytest

from grader.model.exercise import Limits
from grader.sandbox.endings import last_seen, why_gone
from grader.sandbox.protocol import Gone

DUMP = """\
printed
Thread 0x00007f01 (most recent call first):
  File "/usr/lib/python3/threading.py", line 331 in wait
  File "answer.py", line 99 in helper

Current thread 0x00007f02 [python] (most recent call first):
  File "/usr/lib/python3/site-packages/jax/api.py", line 5 in jit
  File "answer.py", line 7 in f
  File "answer.py", line 12 in <module>
"""
LIMITS = Limits(cpu=10, memory=1 << 30)


def test_the_line_is_the_innermost_of_the_file_in_the_thread_that_was_asked():
    assert last_seen(DUMP, "answer.py") == (7, False, 12)


def test_a_file_whose_own_frame_is_innermost_was_looping():
    own = DUMP.replace("/usr/lib/python3/site-packages/jax/api.py", "answer.py")
    assert last_seen(own, "answer.py") == (5, True, 12)


def test_a_file_that_is_not_there_has_no_line():
    assert last_seen(DUMP, "other.py") == (None, False, None)


def test_a_name_that_is_not_ascii_is_found_as_python_writes_it():
    assert last_seen(DUMP.replace("answer", r"\xfcbung"), "übung.py") == (7, False, 12)


@pytest.mark.skipif(not hasattr(signal, "SIGXCPU"), reason="signals tell of an end on POSIX only")
@pytest.mark.parametrize(
    ("gone", "tail", "reason"),
    [
        (Gone(worker=1, status=0), "", "exit"),
        (Gone(worker=1, status=3), "", "exit"),
        (Gone(worker=1, status=-11), "", "crash"),
        (Gone(worker=1, status=-24), "", "time"),
        (Gone(worker=1, status=-9, cpu=11.0), "", "time"),
        (Gone(worker=1, status=-9, peak=1 << 30), "", "memory"),
        (Gone(worker=1, status=-9), "", "crash"),
        (Gone(worker=1, status=-6), "terminate called after throwing an instance of 'std::bad_alloc'", "memory"),
    ],
)
def test_the_reason_follows_from_status_use_and_last_words(gone, tail, reason):
    assert why_gone(gone, LIMITS, tail, "answer.py").reason == reason


def test_a_native_crash_names_the_line_that_python_saw_last():
    text = "Fatal Python error: Segmentation fault\n\n" + DUMP
    assert why_gone(Gone(worker=1, status=-11), LIMITS, text, "answer.py").line == 7


def test_a_forged_line_number_that_python_refuses_to_read_is_passed_over():
    forged = DUMP.replace("line 7 in f", f"line {'9' * 5000} in f")
    assert last_seen(forged, "answer.py") == (12, False, 12)
