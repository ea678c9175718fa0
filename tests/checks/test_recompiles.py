"""Recompiles: which compilations count, what XLA's log adds, and what a student reads."""

import numpy as np
import pytest

from grader.checks.recompiles import Recompiles
from grader.model.answers import Ablated, Compiled, Counted, Ended, Raised
from grader.model.incidents import (
    AheadOfTime,
    Compilation,
    Failure,
    FirstCompilation,
    LeafType,
    LoopOutsideJit,
    NewFunction,
    OutsideJit,
    StaticChanged,
    TypeChanged,
)
from grader.model.questions import Canary, Count, JitOptions
from grader.model.values import Fixture

THREE = np.ones(3, np.float32)
FOUR = np.ones(4, np.float32)


class Log:
    """XLA's numbering by a script: what each canary is told, and what the quickest took."""

    cost = 0.010

    def __init__(self, *numbers):
        self._numbers = iter(numbers)

    def called(self):
        return next(self._numbers)


def jit(cause=None, line=12, program="jit(f)"):
    return Compilation(program=program, kind="jit", line=line, causes=(cause or FirstCompilation(),))


def loop(line=20):
    return Compilation(program="jit(while)", kind="loop", line=line, causes=(LoopOutsideJit(),))


def eager(program="jit(stage)", line=8):
    return Compilation(program=program, kind="eager", line=line, causes=(OutsideJit(),))


NEW = "a new function object on each call: a lambda (line 12)"
FIRST_OF_LAMBDA = jit(program="jit(<lambda>)")
NEW_LAMBDA = NewFunction(form="lambda", name="<lambda>", line=12)
LAMBDA_AGAIN = jit(NEW_LAMBDA, program="jit(<lambda>)")


def static(before, after):
    return StaticChanged(name="n", before=before, after=after)


LONGER = TypeChanged(name="x", before=LeafType(type="f32[3]"), after=LeafType(type="f32[4]"))


@pytest.fixture
def judge(doubles):
    """Judges calls of f on these arguments, of which each compiles what is given for it."""

    def judged(*told, calls=None, at_most=1, log=None, jit="submission", loaded=None, starter=(), reference=(), **more):
        arguments = calls if calls is not None else [THREE] * len(told)
        cases = tuple(doubles.case(f"call {number}", thing) for number, thing in enumerate(arguments, 1))
        if more.pop("hidden", False):
            cases = tuple(
                doubles.case(case.name, thing, hidden=True) for case, thing in zip(cases, arguments, strict=True)
            )

        def answers(rows):
            return [Counted(compilations=tuple(row), outcome=doubles.returned(1.0)) for row in rows]

        script = answers(told) if isinstance(told[0], list) else told[0] if callable(told[0]) else told
        worker = doubles.worker(script, log=log, spent=more.pop("spent", ()))
        watched = doubles.worker(more.pop("ablated", lambda _: Ablated(works=1, outcome=doubles.returned(2.0))))
        inquiry = doubles.inquiry(
            doubles.exercise(jit=jit),
            submission=None,
            fresh=[worker, watched, watched, watched],
            starter=doubles.worker(answers(starter)),
            reference=doubles.worker(answers(reference)),
        )
        if loaded is not None:
            changes = {name: getattr(inquiry.loaded, name) for name in inquiry.loaded.__struct_fields__}
            inquiry.loaded = type(inquiry.loaded)(**{**changes, **loaded})
        inquiry.witness = doubles.witness(idle=more.pop("idle", False))
        judged.worker, judged.inquiry = worker, inquiry
        return Recompiles(at_most=at_most, calls=cases, **more).judge(inquiry)

    return judged


def test_a_count_within_the_bound_passes_and_says_the_number(judge):
    verdict = judge([jit()], [], [jit(LONGER)], calls=[THREE, THREE, FOUR], at_most=2)
    assert (verdict.status, verdict.earned) == ("passed", 1.0)
    assert verdict.message == "2 compilations for 3 calls, as expected."


def test_fewer_compilations_than_allowed_are_as_good(judge):
    verdict = judge([jit()], [], at_most=4)
    assert verdict.status == "passed"
    assert "1 compilation for 2 calls" in verdict.message


def test_what_was_compiled_while_loading_counts_as_far_as_the_calls_need_it_since_caches_are_emptied(judge):
    verdict = judge([jit()], [], loaded={"compilations": (jit(), jit(), jit()), "jitted": False})
    assert verdict.status == "passed"
    assert (verdict.detail["count"], verdict.detail["load"]) == (1, 3)
    assert [question.cleared for question in judge.worker.asked] == [True, False]
    judge([jit()], [], loaded={"compilations": (eager(),), "jitted": False})
    assert [question.cleared for question in judge.worker.asked] == [False, False]


def test_each_call_is_asked_once_and_in_order(judge):
    judge([jit()], [], calls=[THREE, FOUR])
    assert all(isinstance(question, Count) for question in judge.worker.asked)
    assert [question.arguments.positional[0].shape for question in judge.worker.asked] == [(3,), (4,)]


def test_one_compilation_too_many_fails_with_numbers_cause_line_and_advice(judge):
    verdict = judge([FIRST_OF_LAMBDA], [LAMBDA_AGAIN], [LAMBDA_AGAIN])
    assert (verdict.status, verdict.earned, verdict.line) == ("failed", 0.0, 12)
    assert verdict.message == (
        "3 compilations for 3 calls, where at most 1 is allowed. 2 of them, `<lambda>`, have one cause: "
        f"{NEW}. Define the function once and jit it once, at the top level of the file."
    )


def test_the_commonest_cause_is_the_one_told(judge):
    verdict = judge([jit()], [jit(static("2", "3"))], [jit(static("3", "4"))], [jit(LONGER)])
    assert "2 of them, `f` (line 12), have one cause: static n: 2 → 3, and so on." in verdict.message
    assert "arg x" not in verdict.message


def test_a_loop_that_compiles_again_is_told_before_operations_that_compile_once(judge):
    verdict = judge([jit(), eager("jit(add)"), eager("jit(mul)"), eager("jit(dot)")], [loop()], eager="count")
    assert "`while` (line 20)" in verdict.message
    assert verdict.line == 20


def test_operations_that_are_compiled_again_are_told_where_they_are_the_most(judge):
    again = Compilation(program="jit(_pad)", kind="eager", line=8, causes=(OutsideJit(again=True),))
    verdict = judge([jit(), eager()], [again, jit(LONGER)], [again], eager="count")
    assert "2 of them, `_pad` (line 8)" in verdict.message
    assert "use NumPy there" in verdict.message


def test_many_functions_compiled_once_each_are_named(judge):
    verdict = judge([jit(program="jit(g)", line=3), jit(program="jit(h)", line=5)])
    assert "`g`, `h` (lines 3, 5)" in verdict.message


def test_the_exercises_own_hint_goes_with_a_failure(judge):
    assert judge([jit(), jit()], hint="Jit once.").hint == "Jit once."


def test_the_detail_lists_what_counted_call_by_call(judge):
    detail = judge([jit()], [jit(static("2", "3"), line=14)]).detail
    assert detail["count"] == 2
    assert detail["at_most"] == 1
    assert detail["compilations"][1] == {
        "call": 2,
        "line": 14,
        "program": "jit(f)",
        "kind": "jit",
        "cause": "static n: 2 → 3",
        "tags": ["static-changed"],
    }


def test_a_value_that_was_redacted_is_not_told(judge):
    verdict = judge([jit()], [jit(static("", ""))])
    assert "have one cause: static n." in verdict.message or "has this cause: static n." in verdict.message
    assert "→" not in verdict.message + str(verdict.detail)


def test_words_in_a_static_value_are_no_cause(judge):
    """The text of a value is the student's: what it says of new functions or weak types is told, and not gone by."""
    verdict = judge([jit()], [jit(static("'old'", "'a new function object, weak type'"))])
    assert "Each value of a static argument compiles a program" in verdict.message
    assert verdict.detail["compilations"][1]["tags"] == ["static-changed"]


# Operations outside jit.


def test_an_operation_beside_the_jitted_function_is_ignored_where_its_types_are_new(judge):
    verdict = judge([eager(), jit()], [], [eager(), jit(LONGER)], calls=[THREE, THREE, FOUR], at_most=2)
    assert verdict.status == "passed"
    assert (verdict.detail["count"], verdict.detail["ignored"]) == (2, 2)


def test_what_claims_to_be_an_operation_of_jax_but_compiles_again_for_the_same_types_counts(judge):
    verdict = judge([jit()], [eager("jit(add)")], [eager("jit(mul)")], starter=[[], [], []], reference=[[], [], []])
    assert verdict.status == "failed"
    assert verdict.detail["count"] == 3


def test_an_operation_that_the_starter_compiles_too_is_ignored_as_often_as_there(judge):
    operations = [[], [eager("jit(add)")], [eager("jit(add)")]]
    starter = [[], [eager("jit(add)")], []]
    verdict = judge([jit()], *operations[1:], starter=starter, reference=[[], [], []])
    assert verdict.detail["count"] == 2
    assert verdict.detail["ignored"] == 1


def test_an_operation_that_the_reference_compiles_too_is_ignored(judge):
    verdict = judge([jit()], [eager("jit(add)")], starter=[[], []], reference=[[], [eager("jit(add)")]])
    assert verdict.status == "passed"


def test_starter_and_reference_are_asked_to_run_eagerly_and_only_where_something_may_be_ignored(judge):
    judge([jit()], [])
    assert judge.inquiry.starter.asked == []
    judge([jit()], [eager()], starter=[[], []], reference=[[], []])
    assert {question.how for question in judge.inquiry.starter.asked} == {"eager"}


def test_a_jitted_function_named_like_one_of_jax_counts(judge):
    twice = [jit(program="jit(add)"), jit(NEW_LAMBDA, program="jit(add)")]
    assert judge(twice, starter=[[eager("jit(add)")] * 5]).status == "failed"


def test_a_loop_outside_jit_counts_even_where_the_starter_has_it(judge):
    assert judge([jit(), loop()], starter=[[loop()]], reference=[[loop()]]).status == "failed"


def test_operations_count_where_the_exercise_says_so(judge):
    assert judge([eager(), jit()], eager="count").detail["count"] == 2


def test_operations_are_no_company_of_a_jitted_function_where_there_is_none(judge):
    told = [eager("jit(add)"), eager("jit(mul)")]
    verdict = judge(told, jit="none", loaded={"jitted": False}, starter=[[]], reference=[[]])
    assert verdict.status == "failed"


def test_python_floats_of_other_values_are_the_same_types(judge):
    verdict = judge([jit()], [eager()], calls=[1.0, 2.0], starter=[[], []], reference=[[], []])
    assert verdict.detail["ignored"] == 0


def test_python_ints_of_other_values_may_need_other_operations(judge):
    assert judge([jit()], [eager("jit(iota)")], calls=[1, 2]).detail["ignored"] == 1


# Never jitted.


def test_a_submission_without_any_jitted_function_is_told_so(judge):
    verdict = judge([loop()], [loop()], loaded={"jitted": False}, at_most=5)
    assert verdict.status == "failed"
    assert verdict.message.startswith(
        "`f` is never jitted: in 2 calls jax compiled 2 loops, and no function of yours. 2 of them, `while` (line 20)"
    )
    assert "outermost" in verdict.message
    assert verdict.line == 20


@pytest.mark.parametrize("programs", [1, 2])
def test_what_was_compiled_ahead_of_time_while_loading_outlives_cleared_caches_and_counts_where_it_is_called(
    judge, doubles, programs
):
    loaded = {"jitted": False, "compilations": (jit(AheadOfTime()), jit(AheadOfTime()))}
    names = tuple(map(str, range(programs)))
    called = lambda _: Ablated(works=1, outcome=doubles.returned(2.0), executables=names)  # noqa: E731 - short
    verdict = judge([], [], loaded=loaded, ablated=called)
    assert verdict.status == ("passed" if programs == 1 else "failed")
    assert programs == 1 or verdict.message.startswith("2 programs serve 2 calls, where at most 1 is allowed")


def test_another_function_jitted_while_loading_does_not_make_this_one_jitted(judge):
    verdict = judge([], [], calls=[THREE], loaded={"jitted": False, "compilations": (jit(),)})
    assert verdict.status == "failed"
    assert "never jitted" in verdict.message


def test_a_function_that_the_grader_jits_is_never_called_unjitted(judge):
    assert judge([], jit=JitOptions(), loaded={"jitted": False}).status == "passed"


def test_a_jitted_function_of_which_no_call_compiles_anything_is_called_unjitted(judge):
    assert "never jitted" in judge([], [], loaded={"jitted": True}).message


def test_nothing_is_compiled_once_jit_is_switched_off_and_that_is_told(judge, doubles):
    answer = Counted(compilations=(), outcome=doubles.returned(1.0), config=("jax_disable_jit",))
    verdict = judge(lambda _: answer, calls=[THREE])
    assert (verdict.status, verdict.line) == ("failed", judge.inquiry.loaded.line)
    assert "jit is switched off" in verdict.message


def test_an_exercise_that_asks_for_no_jit_gets_no_such_reproach(judge):
    assert judge([], jit="none", loaded={"jitted": False}).status == "passed"


JITTED_FOR_SHOW = {"jitted": False}


def test_a_function_that_owes_nothing_to_what_it_jits_is_called_unjitted_and_on_the_workers_word(judge):
    verdict = judge([jit()], [], loaded=JITTED_FOR_SHOW, idle=True)
    assert (verdict.status, verdict.detail["witness"]) == ("failed", "worker")
    assert verdict.message.startswith("`f` is never jitted")
    assert "its result is the same without them" in verdict.message


@pytest.mark.parametrize(
    "told",
    [
        {"loaded": {"jitted": True}},
        {"loaded": JITTED_FOR_SHOW, "jit": JitOptions()},
    ],
    ids=["jitted as a whole", "jitted by the grader"],
)
def test_what_cannot_be_beside_its_program_is_not_asked_about(judge, told):
    assert judge([jit()], [], idle=True, **told).status == "passed"


def test_what_is_jitted_for_show_is_told_of_calls_that_a_fixture_makes(judge):
    verdict = judge([jit()], [], loaded=JITTED_FOR_SHOW, idle=True, fixture="mapped")
    assert "its result is the same without them" in verdict.message


@pytest.mark.parametrize("works", [0, 1], ids=["none runs", "what it gives makes no difference"])
def test_each_call_has_to_owe_its_result_to_what_is_jitted(judge, doubles, works):
    kept = lambda _: Ablated(works=works, outcome=doubles.returned(1.0))  # noqa: E731 - short
    verdict = judge([jit()], *[[]] * 39, loaded=JITTED_FOR_SHOW, ablated=kept)
    assert (verdict.status, verdict.detail["witness"]) == ("failed", "worker")
    assert verdict.message.startswith("`f` does not always use what it jits: in ")


@pytest.mark.parametrize("idle", [0, 1, 2], ids=str)
def test_a_few_calls_may_take_a_short_cut(judge, doubles, idle):
    short = lambda question: question.arguments.positional[0].shape == (4,)  # noqa: E731 - short
    told = lambda question: Ablated(works=int(not short(question)), outcome=doubles.returned(2.0))  # noqa: E731 - short
    calls = [THREE] * (8 - idle) + [FOUR] * idle
    assert judge([jit()], *[[]] * 7, calls=calls, loaded=JITTED_FOR_SHOW, ablated=told).status == "passed"


def test_what_runs_elsewhere_is_not_held_against_a_call(judge, doubles):
    told = lambda _: Ablated(works=0, outcome=doubles.returned(1.0), elsewhere=True)  # noqa: E731 - short
    assert judge([jit()], [], loaded=JITTED_FOR_SHOW, ablated=told).status == "passed"


def test_a_program_compiled_ahead_of_time_for_show_is_told(judge):
    loaded = {"jitted": False, "compilations": (jit(AheadOfTime()),)}
    assert judge([jit()], [], loaded=loaded, idle=True).status == "failed"
    assert judge([jit()], [], loaded=loaded, idle=False).status == "passed"


def test_too_many_compilations_are_told_before_what_they_were_for(judge):
    assert "2 compilations" in judge([jit()], [jit()], loaded=JITTED_FOR_SHOW, idle=True).message


# XLA's own log.


def test_a_count_that_xla_confirms_rests_on_the_graders_own_view(judge):
    detail = judge([jit()], [], log=Log(5, 7)).detail
    assert (detail["xla"], detail["witness"]) == (1, "grader")


def test_without_a_log_the_count_is_the_workers_word(judge):
    detail = judge([jit()]).detail
    assert (detail["xla"], detail["witness"]) == (None, "worker")


def test_a_bound_kept_only_by_what_is_ignored_is_the_workers_word(judge):
    assert judge([eager(), jit()], log=Log(5, 8)).detail["witness"] == "worker"


def test_more_compilations_in_xlas_log_than_were_admitted_fail(judge):
    verdict = judge([jit()], [], log=Log(5, 9))
    assert verdict.status == "failed"
    assert "XLA compiled 3 programs during the calls, more than the 1" in verdict.message


def test_fewer_compilations_in_xlas_log_than_were_told_are_no_reproach(judge):
    assert judge([jit()], [], log=Log(5, 6)).status == "passed"


def test_programs_that_a_fixture_compiles_for_an_argument_are_not_held_against_the_submission(judge):
    made = Fixture(name="matrix", arguments=())
    assert judge([jit()], calls=[made], log=Log(5, 9)).status == "passed"


def test_a_log_that_falls_silent_during_the_calls_fails(judge, doubles):
    answers = {Count: Counted(compilations=(jit(),), outcome=doubles.returned(1.0)), Canary: Compiled()}
    verdict = judge(lambda question: answers[type(question)], calls=[THREE], log=Log(5, None))
    assert verdict.status == "failed"
    assert "silent" in verdict.message


@pytest.mark.parametrize(
    ("spent", "doubted", "witness"),
    [((0.3, 0.002, 0.004), [], "grader"), ((0.3, 0.002, 0.011), [3], "worker")],
    ids=["quick", "as slow as a compilation"],
)
def test_a_call_that_admits_nothing_and_takes_as_long_as_a_compilation_is_doubted_and_not_failed(
    judge, spent, doubted, witness
):
    verdict = judge([jit()], [], [], log=Log(5, 7), spent=spent)
    assert (verdict.status, verdict.detail["doubted"], verdict.detail["witness"]) == ("passed", doubted, witness)


# Calls that end badly.


def test_a_call_that_raises_fails_with_its_explanation(judge):
    raised = Raised(failure=Failure(type="ValueError", mro=("ValueError",), message="no"))
    verdict = judge(Counted(compilations=(), outcome=raised), calls=[THREE])
    assert (verdict.status, verdict.message, verdict.line) == ("failed", "ValueError was raised.", 7)


def test_a_worker_that_ends_fails_with_its_explanation(judge):
    verdict = judge(Ended(reason="time"), calls=[THREE])
    assert (verdict.status, verdict.message) == ("failed", "It ended: time.")


def test_a_worker_that_ends_at_the_last_canary_is_explained_and_not_called_silent(judge, doubles):
    answers = {Count: Counted(compilations=(jit(),), outcome=doubles.returned(1.0)), Canary: Ended(reason="output")}
    verdict = judge(lambda question: answers[type(question)], calls=[THREE], log=Log(5, None))
    assert verdict.message == "It ended: output."


def test_changed_settings_of_jax_are_told(judge, doubles):
    counted = Counted(compilations=(jit(),), outcome=doubles.returned(1.0), config=("jax_enable_x64",))
    verdict = judge(counted, calls=[THREE])
    assert verdict.status == "passed"
    assert "jax_enable_x64" in verdict.message


# What an author may write.


def test_an_author_is_told_of_a_bound_and_calls_that_make_no_sense(doubles):
    problems = Recompiles(at_most=-1, calls=(), fixture="run").problems(doubles.exercise())
    assert [field for field, _ in problems] == ["at_most", "calls", "fixture"]


def test_a_sensible_check_has_no_problems(doubles):
    assert Recompiles(at_most=1, calls=(doubles.case("one", THREE),)).problems(doubles.exercise()) == []
