"""State by its verdicts: what a fixture observed with the submission, against what it observed with the reference."""

from __future__ import annotations

import msgspec
import pytest

from grader.checks.state import State
from grader.model.answers import Counted, Raised, Returned
from grader.model.check import Broken
from grader.model.incidents import Compilation, Failure, MutatedStatic
from grader.model.values import Mapping


@pytest.fixture
def judged(doubles):
    """Judges two dicts of observations; anything else is an answer as it is."""

    def answer(observed):
        if not isinstance(observed, dict):
            return observed
        values = tuple(map(doubles.value, observed.values()))
        return Returned(value=Mapping(keys=tuple(observed), items=values))

    def judge(got, wanted, *further):
        workers = [doubles.worker([answer(got), *further]), doubles.worker([answer(wanted)])]
        return State(fixture="used").judge(doubles.inquiry(doubles.exercise(), workers[0], workers[1]))

    return judge


def test_equal_observations_pass(judged):
    assert judged({"f(1)": 2.0}, {"f(1)": 2.0}).status == "passed"


def test_the_first_observation_that_differs_is_told(judged):
    verdict = judged({"f(1)": 2.0, "f(2)": 3.0, "f(3)": 3.0}, {"f(1)": 2.0, "f(2)": 4.0, "f(3)": 6.0})
    assert verdict.message.startswith("`f(2)`: expected 4, got 3.")
    assert "change" not in verdict.message


@pytest.mark.parametrize(("lines", "told"), [((18, 18), 18), ((18, 20), None)])
def test_what_had_come_of_something_earlier_is_called_stale_at_the_line_of_its_program(judged, doubles, lines, told):
    compiled = tuple(Compilation(program="jit(run)", kind="jit", line=line) for line in lines)
    counted = Counted(compilations=compiled, outcome=doubles.returned(1.0))
    verdict = judged({"m(x)": 2.0, "m.k = 5; m(x)": 2.0}, {"m(x)": 2.0, "m.k = 5; m(x)": 5.0}, counted)
    assert "That is what came of `m(x)`, so the change was not seen." in verdict.message
    assert (verdict.line, "that of line 18 here" in verdict.message) == (told, told == 18)


@pytest.mark.parametrize(("rehashed", "words"), [(True, "luck"), (False, "its hash is the same")])
def test_a_static_argument_that_changed_is_told(judged, doubles, rehashed, words):
    change = MutatedStatic(name="self", attribute="k", kept=9, rehashed=rehashed)
    observed = Mapping(keys=("f(1)",), items=(doubles.value(3.0),))
    verdict = judged(Returned(value=observed, changed=(change,)), {"f(1)": 3.0 if rehashed else 4.0})
    assert (verdict.status, verdict.line) == ("failed", 9)
    assert words in verdict.message


def test_contents_that_changed_without_harm_are_no_fault(judged, doubles):
    observed = Mapping(keys=("f(1)",), items=(doubles.value(3.0),))
    changed = (MutatedStatic(name="self", attribute="k", kept=9),)
    assert judged(Returned(value=observed, changed=changed), {"f(1)": 3.0}).status == "passed"


def test_an_exception_is_explained(judged):
    verdict = judged(Raised(failure=Failure(type="TypeError", mro=(), message="")), {"f(1)": 2.0})
    assert (verdict.message, verdict.line) == ("TypeError was raised.", 7)


def test_an_observation_that_is_missing_fails(judged):
    assert judged({}, {"f(1)": 2.0}).message == "`f(1)`: nothing came of it."


def test_a_fixture_that_observes_nothing_is_the_course_s_fault(judged, doubles):
    with pytest.raises(Broken):
        judged({"f(1)": 2.0}, doubles.returned(1.0))


def test_a_check_needs_the_file_that_its_fixture_is_in(doubles):
    assert State(fixture="used").problems(msgspec.structs.replace(doubles.exercise(), fixtures=None))
