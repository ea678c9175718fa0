"""A batch grades each submission once, however often it is interrupted, and ends with what noise left pending."""

from pathlib import Path

import msgspec
import pytest

from grader.batch.nouns import Fault, Order, Submission
from grader.batch.results import Results, latest, unfinished
from grader.batch.running import Batch
from grader.course import fingerprint, read_course, read_exercise

ROOT = Path(__file__).resolve().parents[2]
NAME = "03_abs_static"


@pytest.fixture(scope="session")
def course():
    return read_course(ROOT)


@pytest.fixture(scope="session")
def digest(course):
    return fingerprint(read_exercise(ROOT / "exercises" / NAME, course))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.jsonl"


def submission(student, sha256="aa"):
    return Submission(student=student, exercise=NAME, path=f"/in/{student}.py", sha256=sha256)


@pytest.fixture
def run(path, course, digest, graded):
    """Runs a batch to its end, or until so many results ``die`` it; returns who was graded, and who once more alone."""

    def run(*submissions, changed=False, die=None, checks=None, fault="", order=None, given=None, **more):
        done, alone = [], []

        def graded_of(task, kept):
            if kept is done and len(done) == die:
                raise KeyboardInterrupt
            kept.append(task.submission.student)
            if fault:
                return Fault(message=fault)
            own = checks if kept is done else None
            return graded(
                task.submission.student,
                batch=task.batch,
                sha256=task.submission.sha256,
                digest=digest,
                checks=own and own(),
            )

        def grades(kept):
            return lambda tasks: ((task, graded_of(task, kept)) for task in tasks)

        with Results(path) as results:
            batch = Batch(
                results, given or course, order or Order(course=str(ROOT), seed=""), submissions, changed=changed
            )
            try:
                batch.run(grades(done), grades(alone), lambda _: None, **more)
                batch.finish()
            except KeyboardInterrupt:
                assert die is not None
        return done, alone

    return run


def test_everything_is_graded_and_the_batch_is_finished(run, path):
    assert run(submission("ada"), submission("bob")) == (["ada", "bob"], [])
    assert unfinished(path) is None


def test_an_interrupted_batch_goes_on_where_it_was(run, path):
    everybody = [submission(name) for name in ("ada", "bob", "cy")]
    assert run(*everybody, die=1)[0] == ["ada"]
    assert run(*everybody, die=1)[0] == ["bob"]
    assert run(*everybody)[0] == ["cy"]
    assert [line.submission.student for line in latest(path)] == ["ada", "bob", "cy"]


def test_a_finished_batch_is_graded_anew(run):
    run(submission("ada"))
    assert run(submission("ada"))[0] == ["ada"]


def test_only_what_changed_is_graded_where_that_is_asked(run):
    run(submission("ada"), submission("bob"))
    assert run(submission("ada"), submission("bob", "other"), submission("cy"), changed=True)[0] == ["bob", "cy"]


def test_a_run_over_what_changed_that_was_interrupted_goes_on_with_only_that(run):
    run(submission("ada"))
    everybody = [submission(name) for name in ("ada", "bob", "cy")]
    assert run(*everybody, changed=True, die=1)[0] == ["bob"]
    assert run(*everybody, changed=True)[0] == ["cy"]


def test_what_is_not_settled_counts_as_changed(run):
    run(submission("ada"), fault="we fell over")
    assert run(submission("ada"), changed=True)[0] == ["ada"]


def test_a_submission_that_changed_meanwhile_is_graded_by_the_run_that_goes_on(run):
    run(submission("ada"), submission("bob"), die=1)
    assert run(submission("ada", "other"), submission("bob"))[0] == ["ada", "bob"]


def test_another_order_begins_another_batch(run):
    run(submission("ada"), submission("bob"), die=1)
    order = Order(course=str(ROOT), seed="", timed=False)
    assert run(submission("ada"), submission("bob"), order=order)[0] == ["ada", "bob"]


def test_what_noise_left_pending_is_judged_once_more_alone(run, path, check):
    assert run(submission("ada"), checks=lambda: [check(status="pending")]) == (["ada"], ["ada"])
    assert [line.report.status for line in latest(path)] == ["passed"]


def test_what_was_not_to_be_timed_stays_pending(run, check):
    order = Order(course=str(ROOT), seed="", timed=False)
    assert run(submission("ada"), checks=lambda: [check(status="pending")], order=order)[1] == []


@pytest.mark.parametrize("elsewhere", [True, False])
def test_what_waits_for_another_platform_is_judged_only_where_that_may_be_had(run, check, course, elsewhere):
    course = msgspec.structs.replace(course, accelerator="gpu")
    pending = [check(status="pending")]
    done = run(submission("ada"), checks=lambda: pending, given=course, elsewhere=elsewhere)
    assert done == (["ada"], ["ada"] if elsewhere else [])


def test_a_fault_of_ours_is_a_report_that_marks_nothing(run, path):
    run(submission("ada"), fault="we fell over")
    [line] = latest(path)
    assert (line.report.status, line.report.score, line.report.pending_score) == ("broken", 0.0, 10.0)
    assert "we fell over" in line.report.checks[0].message
