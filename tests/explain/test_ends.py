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
    "tampering": (Ended(reason="tampering", detail="frame of kind 7"), "tampering", "could not be read"),
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
