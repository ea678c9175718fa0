"""What the answers to the lesson's five questions say; each is a sentence that is true."""

from __future__ import annotations

import pytest

from grader.checklist import checklist


@pytest.fixture
def answered(a_check):
    """The answer to one of the questions, whether it is good, and why, of these results."""

    def answer(number, *results):
        checks = [a_check(status=status, message="told", detail=detail) for status, detail in results]
        one = checklist(checks)[number - 1]
        return one.answer, one.good, one.why

    return answer


@pytest.mark.parametrize(
    ("number", "status", "detail", "answer", "good"),
    [
        (
            1,
            "passed",
            {"kind": "speedup", "over_eager": True, "ratio": 12.0},
            "There is enough work for compiling to pay.",
            True,
        ),
        (1, "failed", {"kind": "speedup", "over_eager": True, "ratio": 0.8}, "Compiling does not pay here yet.", False),
        (
            1,
            "failed",
            {"kind": "speedup", "over_eager": True, "ratio": 1.01, "low": 0.97},
            "Compiling does not pay here yet.",
            False,
        ),
        (1, "passed", {"kind": "speedup", "ratio": 12.0, "over_eager": False}, "Not looked at: is there enough", None),
        (2, "passed", {"kind": "purity"}, "The function is pure.", True),
        (2, "failed", {"kind": "purity"}, "The function is not pure.", False),
        (3, "passed", {"kind": "traces"}, "No `if` or `while` depends on the value of a traced argument.", True),
        (4, "passed", {"kind": "recompiles"}, "Nothing is compiled again for being made anew in each call.", True),
        (5, "passed", {"kind": "benchmark"}, "The benchmark waits for the result.", True),
        (5, "failed", {"kind": "benchmark"}, "The benchmark's times are not to be trusted yet.", False),
        (5, "skipped", {"kind": "benchmark"}, "Not looked at: does the benchmark wait", None),
    ],
)
def test_each_answer_says_what_was_found(answered, number, status, detail, answer, good):
    told, fine, _ = answered(number, (status, detail))
    assert (told[: len(answer)], fine) == (answer, good)


@pytest.mark.parametrize("ratio", [0.98, 1.18])
def test_whether_compiling_pays_is_not_known_of_what_compiles_too_often(answered, ratio):
    speed = ("failed", {"kind": "speedup", "over_eager": True, "ratio": ratio})
    told, good, _ = answered(1, ("failed", {"kind": "recompiles"}), speed)
    assert (told, good) == ("Not looked at: is there enough work for compiling to pay?", None)
    assert answered(1, ("passed", {"kind": "recompiles"}), speed)[1] is (ratio > 1)


@pytest.mark.parametrize("cause", ["python-if", "python-while"])
def test_only_an_if_or_while_is_called_so(answered, cause):
    told, good, why = answered(3, ("failed", {"kind": "traces", "cause": cause}))
    assert (told, good, why) == ("An `if` or `while` depends on the value of what is traced.", False, "told")


@pytest.mark.parametrize("cause", ["python-float", "python-and-or", "python-range"])
def test_what_else_needs_a_value_is_not_called_an_if(answered, cause):
    told, good, _ = answered(3, ("failed", {"kind": "traces", "cause": cause}))
    assert (told, good) == ("Python asks for the value of what is traced.", False)


def test_another_error_in_tracing_says_nothing_of_branches(answered):
    assert answered(3, ("failed", {"kind": "traces", "cause": "shape-mismatch"}))[1] is None


@pytest.mark.parametrize("tag", ["new-function", "new-static-object", "loop-outside-jit"])
def test_what_is_made_anew_is_told(answered, tag):
    told, good, _ = answered(4, ("failed", {"kind": "recompiles", "compilations": [{"tags": [tag]}]}))
    assert (told, good) == ("Something made anew in each call is compiled anew with it.", False)
