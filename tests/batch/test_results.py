"""A results file: nothing of it is lost or read by halves, and what counts of a submission is found in it."""

import os

import pytest

from grader.batch.nouns import Begun, Finished, Order
from grader.batch.results import Results, ResultsError, latest, lines, marks, unfinished

ORDER = Order(course="/course", seed="00")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "grades" / "results.jsonl"


@pytest.fixture
def begun(graded):
    return Begun(batch="b1", at=graded().at, order=ORDER, course="Course")


def written(path, *lines):
    with Results(path) as results:
        for line in lines:
            results.add(line)


def students(path):
    return [(line.submission.student, line.report.score) for line in latest(path)]


def test_what_was_added_is_read_back(path, begun, graded):
    finished = Finished(batch="b1", at=begun.at)
    written(path, begun, graded("ada"), finished)
    assert list(lines(path)) == [begun, graded("ada"), finished]


def test_no_file_holds_no_lines(path):
    assert list(lines(path)) == []
    assert unfinished(path) is None


@pytest.mark.parametrize("left", [1, 30, -1])
def test_what_is_left_of_a_line_is_never_read_and_cut_off_before_more_is_written(path, begun, graded, left):
    written(path, begun, graded("ada"))
    whole = path.stat().st_size
    written(path, graded("bob"))
    os.truncate(path, whole + left if left > 0 else path.stat().st_size - 1)
    assert students(path) == [("ada", 10.0)]
    written(path, graded("cy"))
    assert students(path) == [("ada", 10.0), ("cy", 10.0)]


def test_a_line_without_an_end_in_a_large_file_is_cut_off_where_it_begins(path, begun):
    written(path, begun)
    with path.open("ab") as file:
        file.write(b"x" * 200_000)
    written(path, begun)
    assert list(lines(path)) == [begun, begun]


def test_a_file_of_something_else_is_refused_by_line(path, begun):
    written(path, begun)
    with path.open("ab") as file:
        file.write(b"student,score\n")
    with pytest.raises(ResultsError, match=r"results\.jsonl:2: it is no result that `grade batch` wrote"):
        list(lines(path))


def test_two_batches_do_not_write_at_once(path):
    with Results(path), pytest.raises(ResultsError, match="being written by another"):
        Results(path)
    Results(path).__exit__()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ResultsError, match="cannot be written"):
        Results(tmp_path / "file" / "results.jsonl")


def test_a_later_mark_counts_and_a_fault_of_ours_never_replaces_one(path, graded, check):
    broken = graded("ada", checks=[check(status="broken")])
    written(path, graded("ada", checks=[check(score=4.0)]), graded("ada", checks=[check(score=7.0)]), broken)
    assert students(path) == [("ada", 7.0)]


@pytest.mark.parametrize("status", ["pending", "broken"])
def test_what_is_unsettled_of_other_bytes_counts_for_the_earlier_mark_was_not_theirs(path, graded, check, status):
    written(path, graded("ada", sha256="old"), graded("ada", sha256="new", checks=[check(status=status)]))
    assert [line.report.status for line in latest(path)] == [status]


def test_what_is_pending_of_the_same_bytes_leaves_their_mark(path, graded, check):
    pending = graded("ada", checks=[check(status="pending")])
    written(path, graded("ada"), pending)
    assert [line.report.status for line in latest(path)] == ["passed"]


def test_a_fault_of_ours_is_told_where_there_is_no_mark(path, graded, check):
    written(path, graded("ada", checks=[check(status="broken")]))
    assert [line.report.status for line in latest(path)] == ["broken"]


def test_a_batch_is_unfinished_until_its_last_line(path, begun, graded):
    written(path, begun, graded("ada"))
    assert unfinished(path) == begun
    written(path, Finished(batch="b1", at=begun.at))
    assert unfinished(path) is None


def test_marks_tell_bytes_and_exercise_and_whether_they_are_settled(path, graded, check):
    written(path, graded("ada", sha256="s", digest="d"), graded("bob", checks=[check(status="pending")]))
    found = marks(path)
    ada, bob = found["ada", "03_abs_static"], found["bob", "03_abs_static"]
    assert (ada.sha256, ada.digest, ada.settled, bob.settled) == ("s", "d", True, False)


def test_marks_can_be_those_of_one_batch(path, graded):
    written(path, graded("ada", batch="b1"), graded("bob", batch="b2"))
    assert list(marks(path, "b2")) == [("bob", "03_abs_static")]
