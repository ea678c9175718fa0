"""What cannot work on a platform is refused before anything is written, in a sentence that says what to do."""

from __future__ import annotations

import pytest

from grader.course import NoExerciseError
from grader.lms.packing.errors import PackingError
from grader.release import ReleaseError

YAML = "exercises/01_double/exercise.yaml"


def refused(shelf, platform, *words, **asked):
    with pytest.raises((PackingError, NoExerciseError, ReleaseError)) as caught:
        shelf.built(platform, *words, **asked)
    return str(caught.value)


@pytest.fixture
def timed(shelf):
    """Adds a check of speed, over whatever is asked."""

    def add(over):
        check = f"{{check: speedup, points: 1, over: {over}, case: vector, at_least: 1.5}}"
        shelf.replace(YAML, "nudges:", f"  - {check}\nnudges:")

    return add


def test_an_exercise_that_is_not_there_with_the_nearest(shelf):
    assert "did you mean 'double'" in refused(shelf, "gradescope", "doubel")


def test_a_longer_deadline_than_the_platform_has(shelf):
    assert refused(shelf, "prairielearn", timeout=601) == (
        "--deadline: PrairieLearn ends every run after 600 s at most, not 601 s"
    )


def test_a_deadline_in_which_nothing_can_be_graded(shelf):
    assert "in less than 20 s nothing can be graded" in refused(shelf, "vpl", timeout=5)


@pytest.mark.usefixtures("untried")
def test_speed_that_is_marked_on_another_accelerator(shelf, timed):
    timed("starter")
    shelf.replace("course.yaml", "title:", "accelerator: gpu\ntitle:")
    message = refused(shelf, "gradescope")
    assert "01_double/speedup is marked on gpu" in message
    assert "--allow-pending" in message


@pytest.mark.usefixtures("untried")
def test_such_speed_may_stay_pending_and_the_package_says_so(shelf, timed, package_of):
    timed("starter")
    shelf.replace("course.yaml", "title:", "accelerator: gpu\ntitle:")
    files = shelf.built("oci", pending=True)
    assert package_of({name: file.data for name, file in files.items()})["pending"] == ["01_double/speedup"]


@pytest.mark.usefixtures("untried")
def test_a_race_against_a_solution_that_cannot_be_there(shelf, timed):
    timed("solution")
    assert "01_double/speedup is timed against the solution" in refused(shelf, "vpl")


def test_an_exercise_without_a_solution(shelf):
    (shelf.root / "solutions" / "01_double" / "solution.py").unlink()
    assert "01_double has no solution here" in refused(shelf, "gradescope")


@pytest.mark.parametrize(
    ("platform", "asked", "message"),
    [
        ("prairielearn", {}, "name it with --image"),
        ("gradescope", {"image": "a:1"}, "--image is for PrairieLearn, Autolab and a plain container; Gradescope"),
        ("vpl", {"problems": ("a",)}, "--problem names what Autolab calls a problem; Moodle VPL has none"),
        ("autolab", {"problems": ("a", "b")}, "--problem is said once for all, or for each exercise: 1 times"),
        ("vpl", {"points": 20.0}, "--points is not for Moodle VPL"),
        ("vpl", {"hidden": "after_due_date"}, "--hidden after_due_date is for Gradescope"),
    ],
)
def test_an_option_that_is_missing_or_another_platform_s_is_told_before_anything_is_graded(
    shelf, monkeypatch, platform, asked, message
):
    monkeypatch.setattr("grader.grading.workshop", None)
    assert message in refused(shelf, platform, **asked)


def test_several_exercises_in_one_coderunner_question(shelf):
    assert "package each exercise by itself" in refused(shelf, "coderunner", "1", "2")


def test_hidden_where_no_case_is_hidden(shelf):
    shelf.replace(YAML, "hidden: true, ", "")
    assert "none of these exercises has a hidden case" in refused(shelf, "gradescope", hidden="hidden")
