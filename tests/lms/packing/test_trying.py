"""What the trial of a solution makes of how it ended."""

from __future__ import annotations

import pytest

from grader.course import find_exercise, read_course, read_exercise
from grader.lms.package import Package
from grader.lms.packing.errors import PackingError
from grader.lms.packing.trying import _must_fit
from grader.lms.result import Graded
from grader.lms.run_in.nouns import Due, Planned
from grader.lms.run_in.watching import Watched

MIB = 1 << 20


@pytest.fixture
def tried(shelf, a_report, a_check):
    """Judges a run of the first exercise's solution."""
    course = read_course(shelf.root)
    exercise = read_exercise(find_exercise(course, "1"), course)
    package = Package(
        platform="gradescope",
        exercises=("01_double",),
        deadline=540,
        memory=768 * MIB,
        jitgrade="0.1.0",
        jax="0.10.2",
    )

    def judge(status="passed", peak=300 * MIB, **how):
        check = a_check(status=status, score=4.0 if status == "passed" else 0.0, message="it is wrong")
        due = [Due(graded=Graded(report=a_report(checks=(check,))))]
        planned = Planned(exercises=tuple(due), isolation="landlock")
        ended = {"planned": planned, "due": due, "end": "finished", **how}
        return _must_fit(Watched(**ended), exercise, package, "Gradescope", peak)

    return judge


@pytest.mark.parametrize("status", ["passed", "pending"])
def test_a_solution_that_earns_what_can_be_earned_there_fits(tried, status):
    assert tried(status) is None


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (
            {"peak": 900 * MIB},
            r"01_double does not fit: its solution takes 900 MiB or more, and Gradescope gives 768 MiB",
        ),
        ({"end": "memory", "peak": 700 * MIB}, r"01_double does not fit: its solution takes 700 MiB"),
        ({"end": "time"}, r"01_double cannot be graded in time: .* after the 540 s .*--deadline"),
        ({"end": "fault", "fault": "no isolation"}, r"cannot be graded with what Gradescope gives: no isolation"),
        ({"status": "broken"}, r"01_double cannot be judged: correctness: it is wrong"),
        ({"status": "failed"}, r"does not pass with 768 MiB, which is what Gradescope gives: correctness: it is wrong"),
    ],
)
def test_what_does_not_fit_is_told_with_what_it_takes(tried, how, message):
    with pytest.raises(PackingError, match=message):
        tried(**how)
