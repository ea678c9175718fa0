"""Finding a course and an exercise in it, and telling which words were near."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course import (
    CourseError,
    NoCourseError,
    NoExerciseError,
    find_exercise,
    find_named,
    read_course,
    summaries,
)


def test_a_course_is_found_from_any_folder_within_it(desk):
    folder = desk.exercise()
    assert read_course(folder).folder == desk.root
    assert read_course(folder / "exercise.yaml").title == "A course"


def test_its_exercises_are_in_the_order_of_their_numbers(desk):
    for name in ("10_b", "02_c", "03_a", "notes", "_old"):
        desk.exercise(folder=name)
    assert [path.name for path in desk.course().exercises] == ["02_c", "03_a", "10_b"]


def test_settings_are_read(desk):
    desk.write(
        "course.yaml",
        "title: T\naccelerator: gpu\nlate: {24h: 0.5}\nsolution: never\nlimits: {wall: 10s}\nhints: {cost: 0.5}\n",
    )
    course = desk.course()
    assert course.hint_cost == 0.5
    assert (course.accelerator, course.late, course.show_solution) == ("gpu", {"24h": 0.5}, "never")
    assert course.limits.wall == 10


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: T\nisolaton: limits\n", "course.yaml:2: a course has no 'isolaton'; did you mean 'isolation'?"),
        ("title: T\nisolation: uidd\n", "course.yaml:2: isolation: 'uidd' is not"),
        ("title: ''\n", "course.yaml:1: title must not be empty"),
        ("accelerator: cpu\n", "course.yaml:1: a course needs 'title'"),
        ("title: T\nlate: {1h: 2}\n", "course.yaml:2: late.1h is the share"),
        ("title: T\nhints: {costs: 1}\n", "course.yaml:2: hints has no 'costs'; did you mean 'cost'?"),
        ("title: T\nhints: {cost: -1}\n", "course.yaml:2: hints.cost: must be a number of at least 0"),
        ("", "course.yaml:1: a course must be a map"),
    ],
)
def test_what_is_wrong_with_course_yaml_is_told(desk, text, message):
    desk.write("course.yaml", text)
    with pytest.raises(CourseError) as caught:
        desk.course()
    assert str(caught.value).startswith(message)


def test_where_there_is_no_course_the_sentence_says_what_to_do(tmp_path):
    with pytest.raises(NoCourseError, match=r"name it with --course, or get the course with `grade init`"):
        read_course(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "word", ["exercise3", "Exercise 3", "exercise03.ipynb", "3.py", "3", "03", "abs_static.zip", "03_abs_static", " 3 "]
)
def test_each_way_to_name_an_exercise(desk, word):
    folder = desk.exercise()
    assert find_exercise(desk.course(), word) == folder


def test_a_path_names_an_exercise(desk, monkeypatch):
    folder = desk.exercise()
    monkeypatch.chdir(desk.root)
    for word in (str(folder), "exercises/03_abs_static", "./exercises/03_abs_static/exercise.yaml"):
        assert find_exercise(desk.course(), word) == folder


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("abs_statc", "there is no exercise 'abs_statc'; did you mean 'abs_static' (exercise3)?"),
        ("static_abs", "did you mean 'abs_static' (exercise3)?"),
        ("static", "did you mean 'abs_static' (exercise3)?"),
        ("99", "there is no exercise '99'; there are exercise3 to exercise7"),
        ("", "there is no exercise ''"),
        ("\0", "there is no exercise"),
        ("exercise7", "'exercise7' means 07_one and 07_two; say which by its whole name"),
    ],
)
def test_a_word_that_means_none_or_several_is_told(desk, word, message):
    for folder in ("03_abs_static", "07_one", "07_two"):
        desk.exercise(folder=folder)
    with pytest.raises(NoExerciseError) as caught:
        find_exercise(desk.course(), word)
    assert message in str(caught.value)


def test_a_course_without_exercises_says_so(desk):
    with pytest.raises(NoExerciseError, match="has none yet"):
        find_exercise(desk.course(), "3")


def test_a_broken_exercise_does_not_hide_the_others(desk):
    desk.exercise("format: 1\n", folder="02_broken")
    desk.exercise()
    broken, right = summaries(desk.course())
    assert (broken.number, broken.slug) == (2, "broken")
    assert "needs 'title'" in str(broken.error)
    assert (right.number, right.slug, right.title, right.points) == (3, "abs_static", "Absolute value", 4)


def test_every_exercise_of_this_repository_s_course_is_right():
    course = read_course(Path(__file__))
    assert course.exercises
    assert [str(summary.error) for summary in summaries(course) if summary.error] == []


def test_a_name_means_an_exercise_of_the_course_and_a_path_means_none(desk, monkeypatch):
    folder = desk.exercise()
    monkeypatch.chdir(folder)
    assert [find_named(desk.course(), word) for word in ("3", " abs_static ", "exercise_03")] == [folder] * 3
    assert {find_named(desk.course(), word) for word in (".", "", str(folder), "../03_abs_static", "abs")} == {None}


def test_a_name_that_two_exercises_have_means_none(desk):
    desk.exercise()
    desk.exercise(folder="03_other")
    assert find_named(desk.course(), "3") is None
