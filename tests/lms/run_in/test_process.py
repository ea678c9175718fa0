"""The process that grades: what it tells where grading one of several exercises fails by our fault."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from grader import grading
from grader.lms.run_in import process
from grader.lms.run_in.nouns import Finished, Order, Refused, SoFar
from grader.model.check import Broken
from tests.lms.run_in.conftest import RIGHT, SMALL_COURSE

TWO = ("01_double", "04_parts")


@pytest.fixture
def last(tmp_path, monkeypatch, a_report):
    """How the reports of two exercises stand at last, where grading the first ends with an error."""

    def tell(error):
        def reports(_, exercise, **__):
            if exercise.folder.name == TWO[0]:
                raise error
            yield a_report(number=exercise.number), ()

        for name in ("exercise1.py", "exercise4.py"):
            (tmp_path / name).write_text(RIGHT)
        tier = SimpleNamespace(name="uid", lacks=())
        workshop = SimpleNamespace(promised=tier, keep=lambda _: None)
        monkeypatch.setattr(grading, "workshop", lambda **_: nullcontext(workshop))
        monkeypatch.setattr(grading, "reports", reports)
        order = Order(course=str(SMALL_COURSE), exercises=TWO, submission=str(tmp_path), seconds=60)
        told = list(process.told(order))
        assert isinstance(told[-1], Finished)
        return {one.at: one for one in told if isinstance(one, SoFar)}

    return tell


@pytest.mark.parametrize(
    ("error", "said"),
    [(Broken("the reference fails"), "the reference fails"), (KeyError("x"), "KeyError: 'x'")],
)
def test_a_fault_at_one_exercise_is_told_of_it_alone_and_the_next_is_graded(last, error, said):
    ours, whole = last(error).values()
    assert (ours.report.status, ours.report.checks[0].message, ours.left) == ("broken", said, ())
    assert ours.report.score == 0
    assert ours.report.pending_score == ours.report.max_score
    assert whole.report.status == "passed"


def test_without_memory_nothing_more_is_graded(last):
    with pytest.raises(MemoryError):
        last(MemoryError())


def test_where_nothing_was_handed_in_it_is_told_of_how_many_points(tmp_path, monkeypatch):
    monkeypatch.setattr(grading, "workshop", lambda **_: nullcontext())
    order = Order(course=str(SMALL_COURSE), exercises=TWO, submission=str(tmp_path), seconds=60)
    assert [type(one) for one in process.told(order)] == [Refused]
    assert [one.worth for one in process.told(order)] == [12]
