"""Every format says of every result what it is: its grade, that it is provisional, or that there is none."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import msgspec
import pytest

from grader.lms.forms import FORMS, renderer
from grader.lms.result import Occasion, Result
from grader.model.digest import bears
from tests.lms.contracts.reading import autolab, of_json, taken, valid, vpl
from tests.lms.formats import made

REPORT = json.loads((Path(__file__).parents[2] / "report.schema.json").read_text(encoding="utf-8"))
OCCASION = Occasion(
    told={
        "classroom": "cs",
        "assignment": "jit",
        "assignment_type": "individual",
        "owner": "alice",
        "submission": "submit/2027-01-31T23-59-00Z-a1b2c3d",
        "commit": "https://example.org/commit",
        "release": "https://example.org/release",
        "review": "https://example.org/review",
        "datetime": "2027-01-31T23:59:00Z",
    }
)
USAGE = Result(usage="There is no exercise3.py; did you mean exercise3.PY?")
OURS = Result(broken="the package is damaged.")
GIVEN_NOTHING = {"gradescope", "classroom50", "coursera", "xqueue"}
"""Where the platform's way to say "not graded" is to be given nothing."""
IN_POINTS = {"gradescope", "results"}
JSON = ("gradescope", "prairielearn", "coderunner", "classroom50", "coursera", "xqueue", "results")


def told(form, result, **given):
    return renderer(form)(result, Occasion(**{"told": OCCASION.told, **given}))


def share(form, result, most):
    """The grade that a platform takes, as a share; None where it takes none."""
    data = told(form, result)
    if form == "autolab":
        scores = autolab(data)
        return None if scores is None else sum(scores.values()) / most
    if form == "vpl":
        grade = vpl(data)
        return None if grade is None else grade / most
    grade = of_json(data, form)
    return grade / most if form in IN_POINTS and grade is not None else grade


@pytest.mark.parametrize("form", [*JSON, "autolab", "vpl"])
@pytest.mark.parametrize(
    ("result", "points", "most"),
    [
        (made.right(), 6, 6),
        (made.wrong(), 1.5, 6),
        (made.pending(), 4, 6),
        (made.hidden(), 2, 4),
        (made.several(), 4 + 2 * 1.5, 12),
    ],
    ids=["right", "wrong", "pending", "hidden", "several"],
)
def test_the_grade_is_the_reports(form, result, points, most):
    assert share(form, result, most) == pytest.approx(points / most, abs=1e-5)


@pytest.mark.parametrize("form", sorted(set(FORMS) - GIVEN_NOTHING))
@pytest.mark.parametrize("result", [made.broken(), OURS, Result()], ids=["a check", "all", "nothing at all"])
def test_a_fault_of_ours_is_told_and_has_no_grade(form, result):
    data = told(form, result)
    assert data
    if form in {"junit", "exercism"}:
        return
    assert share(form, result, 6) is None
    assert "Not graded, and not your fault" in data.decode()


@pytest.mark.parametrize("form", sorted(GIVEN_NOTHING))
@pytest.mark.parametrize("result", [made.broken(), OURS], ids=["a check", "all"])
def test_where_a_platform_knows_no_word_for_that_it_is_given_nothing(form, result):
    assert told(form, result) == b""


@pytest.mark.parametrize("form", FORMS)
def test_what_could_not_be_graded_is_told_why(form):
    text = told(form, USAGE, markup="text").decode()
    assert "There is no exercise3.py" in text


@pytest.mark.parametrize(("form", "field", "most"), [("results", "max_score", 20), ("classroom50", "max-score", 2000)])
def test_what_could_not_be_graded_is_of_all_points(form, field, most):
    result = msgspec.structs.replace(USAGE, worth=20.0)
    assert json.loads(told(form, result))[field] == most


@pytest.mark.parametrize("form", ["prairielearn", "vpl", "coderunner"])
def test_an_attempt_that_could_not_be_graded_does_not_count_where_that_can_be_said(form):
    assert share(form, USAGE, 1) is None


@pytest.mark.parametrize("form", sorted({*JSON, "vpl", "autolab"}))
def test_a_provisional_score_says_so_and_why(form):
    text = told(form, made.pending(), markup="text").decode()
    assert "Provisional: 2 points to come, 4 of 6 points so far." in text
    assert "2 of 3 checks were graded; the rest ran out of time." in text


@pytest.mark.parametrize("form", sorted({*JSON, "vpl", "junit", "exercism"} - {"results"}))
def test_names_say_of_which_exercise_where_there_are_several(form):
    text = told(form, made.several()).decode()
    assert "xercise 3" in text or "exercise3" in text
    assert "xercise 1" in text or "exercise1" in text


@pytest.mark.parametrize(("form", "most"), [("gradescope", 10), ("autolab", 10), ("vpl", 10)])
def test_full_marks_are_worth_what_the_platform_says(form, most):
    data = told(form, made.wrong(), highest=most, problems=("All",))
    found = {"gradescope": lambda: json.loads(data)["score"], "autolab": lambda: autolab(data)["All"]}
    assert found.get(form, lambda: vpl(data))() == pytest.approx(2.5)


def test_an_exercism_result_fails_by_one_failure_and_passes_by_none():
    assert valid(told("exercism", made.right()), "exercism")["status"] == "pass"
    tree = valid(told("exercism", made.wrong()), "exercism")
    assert [test["status"] for test in tree["tests"]] == ["fail", "error"]


def test_an_exercism_result_is_an_error_where_the_file_does_not_load():
    loads = made.check(name="loads", title="Loads", status="failed", score=0.0, max_score=0.0, message="Line 3: no.")
    tree = valid(told("exercism", made.result(loads)), "exercism")
    assert (tree["status"], tree["message"]) == ("error", "Line 3: no.")


@pytest.mark.parametrize("result", [made.right(), made.wrong(), made.pending(), made.broken(), made.several()])
def test_a_test_case_of_junit_is_there_for_each_check(result):
    checks = [check for one in result.exercises for check in one.report.checks]
    assert len(taken(told("junit", result))) == len(checks)


def test_junit_tells_nothing_of_what_is_hidden():
    text = told("junit", made.hidden(), hidden="hidden").decode()
    assert "It differs." not in text
    assert 'message="What this check found is not shown."' in text
    assert "It differs." in told("junit", made.hidden()).decode()


@pytest.mark.parametrize("result", [USAGE, OURS, Result()])
def test_junit_has_an_error_where_nothing_was_graded(result):
    assert taken(told("junit", result)) == ["submission"]


@pytest.mark.parametrize("result", [made.right(), made.wrong(), made.several()])
def test_the_reports_of_a_plain_container_are_ours_as_they_are_and_signed(result):
    for report in valid(told("results", result, key=b"k" * 32), "results")["reports"]:
        jsonschema.validate(report, REPORT)
        assert bears(report, b"k" * 32)


@pytest.mark.parametrize(
    "form", ["gradescope", "prairielearn", "vpl", "coderunner", "classroom50", "coursera", "xqueue", "results"]
)
def test_where_we_failed_at_one_exercise_no_platform_with_one_score_is_told_any(form):
    if form in GIVEN_NOTHING:
        assert told(form, made.partly_broken()) == b""
    else:
        assert share(form, made.partly_broken(), 10) is None


def test_a_plain_container_is_told_the_score_of_each_exercise_that_was_graded():
    reports = valid(told("results", made.partly_broken()), "results")["reports"]
    assert [(report["status"], report["score"]) for report in reports] == [("failed", 1.5), ("broken", 4.0)]


def test_without_a_key_the_reports_of_a_plain_container_have_no_empty_digest():
    (report,) = valid(told("results", made.right()), "results")["reports"]
    assert not {"digest", "exercise_digest"} & set(report)


@pytest.mark.parametrize("form", FORMS)
def test_of_an_exercise_that_was_never_begun_nothing_empty_is_told(form):
    text = told(form, made.unbegun(), markup="text").decode()
    assert "isolation: ;" not in text
    assert 'name="isolation" value=""' not in text
    assert "jitgrade 0" not in text.replace('"jitgrade": ', "")


@pytest.mark.parametrize("form", FORMS)
def test_students_are_sent_to_no_command_of_instructors(form):
    environment = msgspec.structs.replace(made.report().environment, isolation_lacks=("the network is open",))
    lacking = made.report(made.FAILED, environment=environment)
    text = told(form, Result(exercises=(made.Graded(report=lacking),))).decode()
    assert "grade doctor" not in text


def test_an_unknown_format_is_refused():
    with pytest.raises(KeyError):
        renderer("blackboard")


@pytest.mark.parametrize("form", sorted({*FORMS} - {"results"}))
def test_students_are_not_told_the_seed_of_which_a_package_without_solutions_has_three(form):
    given = told(form, made.right())
    if form == "gradescope":  # shows its extra data to nobody but instructors
        given = json.dumps({**json.loads(given), "extra_data": {}}).encode()
    assert ("5e" * 16).encode() not in given
