"""Whose mark changed between two results files, and why."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from grader.batch.comparing import compare
from grader.batch.late import late_policy
from grader.batch.results import ResultsError


@pytest.fixture
def compared(a_file):
    """Compares results before and after."""
    return lambda old, new, **more: compare(a_file("old.jsonl", old), a_file("new.jsonl", new), **more)


@pytest.fixture
def scored(a_result, a_check):
    """Makes a result of one check that has these points."""

    def make(student, score, message="No.", name="correctness", **given):
        status = "passed" if score == 4 else "failed"
        check = a_check(name=name, status=status, score=score, message=message)
        return a_result(student, status=status, score=score, checks=(check,), **{"exercise_digest": "e1", **given})

    return make


def test_a_comparison_as_a_whole(compared, scored, a_result):
    pending = a_result("eve", status="pending", score=0.0, pending_score=4.0, exercise_digest="e1", checks=())
    found = compared(
        [scored("anna", 1.0), scored("ben", 4.0), scored("cem", 4.0), scored("dora", 4.0), pending],
        [
            scored("ben", 2.5, "Got 3, not 4.", exercise_digest="e2"),
            scored("anna", 4.0, sha256="cd" * 32),
            scored("cem", 4.0),
            scored("eve", 4.0),
            scored("fay", 4.0),
        ],
    )
    assert (
        found.text()
        == """\
Exercise 3 (03_abs_static)
  anna: 1 of 4 → 4 of 4
    correctness: failed 1 of 4 → passed 4 of 4
    Why: another file was handed in.
  ben: 4 of 4 → 2.5 of 4
    correctness: passed 4 of 4 → failed 2.5 of 4. Got 3, not 4.
    Why: the exercise changed.
  eve: pending → 4 of 4
    correctness: not there → passed 4 of 4
    Why: same file, same exercise, same versions: another run of it.
Only in the old results
  dora, 03_abs_static
Only in the new results
  fay, 03_abs_static
1 up, 1 down, 1 same, 1 settled now, 1 only in the old results, 1 only in the new results.
"""
    )


def test_equal_results_are_one_line(compared, scored):
    assert compared([scored("anna", 4.0)], [scored("anna", 4.0)]).text() == "0 up, 0 down, 1 same.\n"


def test_a_mark_that_is_the_same_by_other_checks_is_counted(compared, scored):
    found = compared([scored("anna", 2.0)], [scored("anna", 2.0, name="other")])
    assert found.line == "0 up, 0 down, 1 same (1 of them by other checks)."


def test_a_check_that_is_gone_and_one_that_is_new_are_told(compared, scored):
    found = compared([scored("anna", 4.0)], [scored("anna", 2.0, name="other")])
    assert "other: not there → failed 2 of 4. No." in found.text()
    assert "correctness: passed 4 of 4 → not there" in found.text()


def test_the_same_points_out_of_more_are_fewer(compared, scored):
    found = compared([scored("anna", 4.0)], [scored("anna", 4.0, max_score=5.0)])
    assert found.line == "0 up, 1 down, 0 same."
    assert "anna: 4 of 4 → 4 of 5" in found.text()


def test_a_mark_that_broke_is_no_longer_settled(compared, scored, a_result):
    found = compared([scored("anna", 4.0)], [a_result("anna", status="broken", checks=(), score=0.0)])
    assert found.line == "0 up, 0 down, 0 same, 1 no longer settled."
    assert "whether the exercise changed is not known" in found.text()


def test_marks_are_compared_after_the_late_policy(compared, scored):
    due = datetime(2026, 11, 20, tzinfo=UTC)
    late = scored("anna", 4.0, handed_in=due + timedelta(hours=1), sha256="cd" * 32)
    found = compared([scored("anna", 4.0, handed_in=due)], [late], policy=late_policy({"0h": 0.5}, due))
    assert "anna: 4 of 4 → 2 of 4" in found.text()
    assert "another file was handed in; after lateness 100% was left, now 50%" in found.text()


def test_other_versions_are_a_reason(compared, scored):
    old = scored("anna", 4.0)
    other = msgspec.structs.replace(old.report.environment, jax="0.99")
    report = msgspec.structs.replace(old.report, environment=other, score=2.0)
    found = compared([old], [msgspec.structs.replace(old, report=report)])
    assert "graded with jax 0.12.0, Python 3.12.1, on cpu, now jax 0.99, Python 3.12.1, on cpu" in found.text()


def test_the_latest_result_of_each_file_counts(compared, scored):
    assert compared([scored("anna", 1.0), scored("anna", 4.0)], [scored("anna", 4.0)]).line == "0 up, 0 down, 1 same."


def test_a_folder_stands_for_the_results_in_it(tmp_path, a_file, scored):
    (tmp_path / "old").mkdir()
    a_file("old/results.jsonl", [scored("anna", 4.0)])
    assert compare(tmp_path / "old", a_file("new.jsonl", [scored("anna", 4.0)])).same == 1


def test_where_there_are_no_results_that_is_said(tmp_path, a_file, scored):
    with pytest.raises(ResultsError, match="there are no results at"):
        compare(tmp_path / "absent", a_file("new.jsonl", [scored("anna", 4.0)]))


def test_a_strangers_words_stay_on_their_line_and_in_ascii(compared, scored):
    found = compared([scored("Zo\në", 4.0)], [scored("Zo\në", 1.0, "one\ntwo\x1b[31m" + "x" * 900)])
    text = found.text(symbols=False)
    assert text.isascii()
    assert "Zo ?: 4 of 4 -> 1 of 4" in text
    assert max(map(len, text.splitlines())) <= 100
