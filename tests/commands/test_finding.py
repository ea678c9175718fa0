"""Several exercises, as an author names them: one by one, or from one to another."""

from __future__ import annotations

import click
import pytest

from grader.commands import finding
from grader.course import NoExerciseError, read_course


@pytest.fixture
def found(tmp_path):
    """The names of the folders that words mean, in a course with the exercises 1, 2, 5 and 12."""
    (tmp_path / "course.yaml").write_text("title: A course\n", encoding="utf-8")
    for name in ("01_a", "02_b", "05_c", "12_d"):
        (tmp_path / "exercises" / name).mkdir(parents=True)
    course = read_course(tmp_path)
    return lambda *words: [path.name for path in finding.several(course, words)]


def test_a_range_is_all_exercises_from_one_to_the_other(found):
    assert found("2-12") == ["02_b", "05_c", "12_d"]
    assert found("5-5") == ["05_c"]


def test_words_keep_their_order(found):
    assert found("12", "1-2", "c") == ["12_d", "01_a", "02_b", "05_c"]


@pytest.mark.parametrize("words", [("5", "5"), ("5", "c"), ("1-5", "2")])
def test_an_exercise_that_is_named_twice_is_told(found, words):
    with pytest.raises(click.UsageError, match="an exercise is named twice: 0"):
        found(*words)


def test_a_range_that_goes_backwards_is_told(found):
    with pytest.raises(click.UsageError, match="5-1 goes backwards"):
        found("5-1")


def test_both_ends_of_a_range_have_to_be_there(found):
    with pytest.raises(NoExerciseError, match="there is no exercise '13'"):
        found("1-13")
