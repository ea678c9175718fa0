"""Purity by its verdicts: which findings fail, in which words, and how two workers are held together."""

from __future__ import annotations

import msgspec
import pytest

from grader.checks.impurities import KINDS, sentences
from grader.checks.purity import Purity
from grader.model.answers import Ended, Examined, Raised
from grader.model.check import Broken
from grader.model.incidents import Failure, Finding
from grader.model.questions import Examine, Read

NO_SUCH_NAME = Raised(failure=Failure(type="NameError", mro=(), message="mine.py defines no ``.", stage="lookup"))


@pytest.fixture
def judged(doubles):
    """Judges findings of the first and of the fresh worker."""

    def judge(first, second=None, last=NO_SUCH_NAME, results=(2.0, 2.0), **fields):
        answers = [first, first if second is None else second]
        made = [
            doubles.worker([Examined(findings=tuple(told)) if isinstance(told, list) else told, last, result])
            for told, result in zip(answers, map(doubles.returned, results), strict=True)
        ]
        exercise = doubles.exercise(doubles.case("hidden", 1.0, hidden=True), doubles.case("seen", 2.0))
        inquiry = doubles.inquiry(exercise, made[0], fresh=[made[1]])
        verdict = Purity(**fields).judge(inquiry)
        return verdict, made

    return judge


def finding(kind: str, **fields) -> Finding:
    return Finding(**{"kind": kind, "fault": True, **fields})


LEAK = finding("tracer-leak", line=9, subject="history", detail="the list `history`")
PRINT = finding("prints", line=5, subject="print", detail="while jax traced the function")
PROGRAM = finding("program", fault=False, detail="aa")


def test_no_findings_pass(judged):
    verdict, _ = judged([PROGRAM])
    assert (verdict.status, verdict.earned, verdict.detail) == ("passed", 1.0, {"findings": [], "witness": "worker"})


def test_the_first_visible_case_is_examined_in_both_workers(judged, doubles):
    _, workers = judged([PROGRAM])
    asked = [worker.asked for worker in workers]
    assert [type(question) for questions in asked for question in questions] == [Examine, Read, Examine, Read]
    assert asked[0][0].arguments.positional == (doubles.value(2.0),)


def test_a_fault_in_the_fresh_worker_alone_fails(judged):
    verdict, _ = judged([], [PRINT])
    assert (verdict.status, verdict.earned, verdict.line) == ("failed", 0.0, 5)


@pytest.mark.parametrize("reason", ["exit", "tampering"])
def test_findings_of_a_worker_that_is_gone_right_after_count_for_nothing(judged, reason):
    verdict, _ = judged([], last=Ended(reason=reason))
    assert (verdict.status, verdict.earned) == ("failed", 0.0)


def test_the_most_telling_fault_is_told_and_all_are_listed(judged):
    verdict, _ = judged([PRINT, LEAK])
    assert verdict.message.startswith("The list `history` still holds a tracer after the trace (put there on line 9).")
    assert [row["kind"] for row in verdict.detail["findings"]] == ["tracer-leak", "prints"]


def test_information_is_listed_and_does_not_fail(judged):
    memo = finding("first-run-only", fault=False, subject="_memo", detail="the dict `_memo` (entry 3)")
    verdict, _ = judged([memo])
    assert verdict.status == "passed"
    assert [(row["subject"], row["fault"]) for row in verdict.detail["findings"]] == [("_memo", False)]


def test_an_allowed_kind_is_information(judged):
    verdict, _ = judged([PRINT], allow=("prints",))
    assert (verdict.status, verdict.detail["findings"][0]["fault"]) == ("passed", False)


def test_a_forbidden_kind_of_information_fails(judged):
    read = finding("global-read", fault=False, line=7, subject="g", detail="the global `g`")
    verdict, _ = judged([read], forbid=("global-read",))
    assert verdict.status == "failed"
    assert verdict.message.startswith("The result depends on the global `g` (line 7), which is no argument.")


def test_two_workers_that_trace_two_programs_disagree(judged):
    verdict, _ = judged([PROGRAM], [msgspec.structs.replace(PROGRAM, detail="bb")])
    assert "in two fresh processes" in verdict.message


def test_two_workers_that_give_two_results_disagree_where_there_is_no_program(judged):
    verdict, _ = judged([], results=(2.0, 3.0))
    assert "in two fresh processes, the same arguments gave two results" in verdict.message


def test_what_both_workers_saw_is_told_once_and_with_its_line(judged):
    verdict, _ = judged([msgspec.structs.replace(LEAK, line=None)], [LEAK])
    assert [row["line"] for row in verdict.detail["findings"]] == [9]


def test_a_function_that_raises_is_explained(judged):
    failure = Failure(type="TypeError", mro=("TypeError",), message="no")
    verdict, _ = judged(Raised(failure=failure))
    assert (verdict.status, verdict.message, verdict.hint) == ("failed", "TypeError was raised.", "Try again.")


def test_a_worker_that_is_gone_is_explained(judged):
    verdict, _ = judged(Ended(reason="time"))
    assert (verdict.status, verdict.message) == ("failed", "It ended: time.")


def test_another_answer_is_our_fault(judged, doubles):
    with pytest.raises(Broken):
        judged(doubles.returned(1.0))


@pytest.mark.parametrize("field", ["allow", "forbid", "cases"])
def test_unknown_words_are_problems(field, doubles):
    check = Purity(**{field: ("nonsense",)})
    assert [where for where, _ in check.problems(doubles.exercise(doubles.case("seen", 1.0)))] == [field]


def test_an_exercise_without_cases_is_a_problem(doubles):
    assert Purity().problems(doubles.exercise()) == [("cases", "purity needs at least one case")]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (PRINT, "`print` ran while jax traced the function (line 5)."),
        (
            finding("global-state", line=4, subject="g", detail="the global `g`: 0 → 1"),
            "The global `g` is changed on line 4 (0 → 1).",
        ),
        (
            finding("stale-global", line=7, subject="S", detail="the global `S`; `set_s` changes it on line 5"),
            "The result depends on the global `S` (line 7), and `set_s` changes it on line 5.",
        ),
        (
            finding("argument-mutated", line=3, subject="xs", detail="the argument `xs`: list of 1 → list of 2"),
            "The argument `xs` was changed in place on line 3 (list of 1 → list of 2).",
        ),
        (finding("randomness", line=5, subject="np.random"), "`np.random` draws once, while jax traces"),
        (finding("clock", line=6, subject="time.time"), "The clock is read on line 6 (`time.time`)."),
        (finding("writes-file", line=6, subject="out.txt"), "The file `out.txt` is written on line 6."),
        (
            finding("prints", line=5, subject="print", detail="while jax traced the function", each_call=True),
            "`print` runs on line 5 in every call: that line is outside of what jax compiles.",
        ),
        (
            finding("global-state", line=4, subject="g", detail="the global `g`: 0 → 1", each_call=True),
            "The global `g` is changed on line 4 (0 → 1). Every call changes it: that line is outside",
        ),
        (finding("randomness", line=5, subject="random", each_call=True), "each call draws anew"),
        (finding("clock", line=6, subject="time.time", each_call=True), "Every call reads it:"),
        (finding("eager-differs"), "With jit the function returns other values than without it"),
    ],
    ids=lambda value: value.kind if isinstance(value, Finding) else "",
)
def test_each_kind_has_its_own_true_words(fields, words):
    assert words in sentences(fields)


def test_every_kind_has_at_most_three_sentences_of_its_own():
    told = {kind: sentences(finding(kind, line=3, subject="name", detail="the global `name`: 1 → 2")) for kind in KINDS}
    assert all(text.count(". ") <= 2 for text in told.values()), told
    assert len(set(told.values())) == len(KINDS) - 1  # a forbidden memo is told as the change of state it is


def test_a_kind_that_has_no_words_yet_is_told_by_its_detail():
    assert sentences(finding("new", line=2, detail="odd")) == "Something beside the result was seen on line 2: odd."
