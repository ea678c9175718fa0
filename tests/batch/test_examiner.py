"""An examiner grades by its own copy of a course, where that is the one that is meant, and what it is sent."""

import hashlib
import sys
from pathlib import Path

import msgspec
import pytest

from grader import grading
from grader.batch import examiner as module
from grader.batch.examiner import Examiner
from grader.batch.nouns import Order, Submission, Task
from grader.course import CourseError, fingerprint, read_course, read_exercise
from grader.model.exercise import Source

ROOT = Path(__file__).resolve().parents[2]
NAME = "03_abs_static"
SENT = Source(name="exercise3.py", data=b"x = 1")


class NoWorkshop:
    lives = True

    def keep(self, folder):
        pass

    def close(self):
        pass


@pytest.fixture
def examiner(monkeypatch, a_report):
    """An examiner whose reports only name the bytes that were graded."""

    def report(source, *_, **__):
        return a_report(title=source.data.decode())

    monkeypatch.setattr(grading, "workshop", lambda **_: NoWorkshop())
    monkeypatch.setattr(grading, "grade", report)
    monkeypatch.setattr(module, "finish", lambda _, source, *__, **___: report(source))
    with Examiner(Order(course=str(ROOT), seed="00" * 16)) as examiner:
        yield examiner


@pytest.fixture
def task(tmp_path):
    (tmp_path / "ada.py").write_bytes(b"x = 2")
    path = str(tmp_path / "ada.py")
    return Task(batch="b1", submission=Submission(student="ada", exercise=NAME, path=path))


def but(task, **changes):
    return msgspec.structs.replace(task, **changes)


def test_the_file_is_read_where_nothing_was_sent(examiner, task):
    assert examiner.examine(task).report.title == "x = 2"


@pytest.mark.skipif(sys.platform == "win32", reason="links take a privilege there")
def test_a_link_that_leads_to_itself_is_the_submissions_fault(examiner, task, tmp_path):
    loop = tmp_path / "loop.py"
    loop.symlink_to(loop)
    report = examiner.examine(but(task, submission=but(task.submission, path=str(loop)))).report
    assert report.status == "failed"


def test_what_was_sent_is_graded_and_no_file_is_read(examiner, task):
    assert examiner.examine(but(task, source=SENT)).report.title == "x = 1"


def test_the_exercise_that_is_meant_is_graded_by(examiner, task):
    digest = fingerprint(read_exercise(ROOT / "exercises" / NAME, read_course(ROOT)))
    assert examiner.examine(but(task, digest=digest)).report.title == "x = 2"


def test_another_exercise_than_is_meant_is_refused_by_name(examiner, task):
    with pytest.raises(CourseError, match=f"{NAME}: this copy of the exercise differs"):
        examiner.examine(but(task, digest="another"))


def test_pending_checks_are_judged_where_the_file_is_the_same(examiner, task, graded):
    same = graded(sha256=hashlib.sha256(b"x = 2").hexdigest())
    assert examiner.examine(but(task, earlier=same)).report.title == "x = 2"


def test_pending_checks_stay_where_the_file_is_another(examiner, task, graded):
    assert examiner.examine(but(task, earlier=graded())).report == graded().report


def test_pending_checks_stay_where_the_file_is_gone(examiner, task, graded):
    Path(task.submission.path).unlink()
    assert examiner.examine(but(task, earlier=graded())).report == graded().report


def test_a_file_that_cannot_be_read_has_its_report(examiner, task):
    Path(task.submission.path).unlink()
    report = examiner.examine(task).report
    assert (report.status, report.checks[0].status) == ("failed", "failed")
    assert "There is no file" in report.checks[0].message


@pytest.mark.parametrize("status", ["broken", "failed"])
def test_what_cannot_start_workers_any_more_is_replaced_and_the_submission_graded_again(
    examiner, task, monkeypatch, status
):
    opened = []

    class Dead(NoWorkshop):
        lives = False

    def workshop(**_):
        opened.append(NoWorkshop())
        return opened[-1]

    first = Dead()
    examiner._workshop = first
    graded = grading.grade

    def grade(source, *_, workshop, **__):
        report = graded(source)
        return msgspec.structs.replace(report, status=status) if workshop is first else report

    monkeypatch.setattr(grading, "workshop", workshop)
    monkeypatch.setattr(grading, "grade", grade)
    assert examiner.examine(task).report.status == "passed"
    assert len(opened) == 1
