"""What a platform was handed: one file or several, in archives, wrongly named, or nothing that could be graded."""

from __future__ import annotations

import io
import os
import zipfile

import pytest

from grader.course import SubmissionError, find_exercise, read_course, read_exercise
from grader.lms.run_in.finding import handed_in
from grader.lms.run_in.nouns import Order
from tests.lms.run_in.conftest import RIGHT, SMALL_COURSE

COURSE = read_course(SMALL_COURSE)
ONE = ("01_double",)
TWO = ("01_double", "04_parts")


def found(folder, names=ONE, **fields):
    """What was handed in for these exercises: text, or why that is the student's failure."""
    sources = whole(folder, names, **fields).sources
    return [source if isinstance(source, str) else source.data.decode(errors="replace") for source in sources]


def whole(folder, names=ONE, **fields):
    """All that is found in a folder."""
    exercises = [read_exercise(find_exercise(COURSE, name), COURSE) for name in names]
    order = Order(course="", exercises=names, submission=str(folder), seconds=60, **fields)
    return handed_in(folder, order, COURSE, exercises)


def note(folder, names=TWO, **fields):
    """What is said of files that were not used."""
    return whole(folder, names, **fields).note


def refused(folder, names=ONE, **fields):
    """Why nothing that could be graded was handed in."""
    with pytest.raises(SubmissionError) as caught:
        found(folder, names, **fields)
    assert caught.value.usage
    return str(caught.value)


def write(folder, **files):
    """Writes files by their names, ``__`` for a dot and ``_in_`` for a folder."""
    for name, text in files.items():
        path = folder.joinpath(*name.replace("__", ".").split("_in_"))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def packed(**files):
    """An archive of these files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "."), text)
    return data.getvalue()


@pytest.mark.parametrize("name", ["exercise1.py", "01_double.py", "double.py", "solution.py", "answer", "x.txt"])
def test_the_one_file_for_the_one_exercise_may_have_any_name(tmp_path, name):
    (tmp_path / name).write_text(RIGHT)
    assert found(tmp_path) == [RIGHT]


def test_several_files_are_told_apart_by_their_names(tmp_path):
    write(tmp_path, exercise1__py="one", parts__py="four")
    assert found(tmp_path, TWO) == ["one", "four"]


def test_what_lies_beside_the_file_for_the_exercise_is_left(tmp_path):
    write(tmp_path, helper__py="no", src_in_exercise1__py="yes")
    assert found(tmp_path) == ["yes"]


def test_a_notebook_is_read(tmp_path):
    cell = '{"cell_type": "code", "source": "one", "metadata": {}, "outputs": [], "execution_count": null}'
    write(tmp_path, exercise1__ipynb=f'{{"cells": [{cell}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}')
    assert found(tmp_path) == ["one\n"]


def test_an_archive_of_several_files_stands_for_them(tmp_path):
    write(tmp_path, homework__zip=packed(exercise1__py="one", **{"04_parts.py": "four"}))
    assert found(tmp_path, TWO) == ["one", "four"]


def test_an_archive_gives_what_no_file_beside_it_does(tmp_path):
    write(tmp_path, exercise1__py="one", rest__zip=packed(parts__py="four"))
    assert found(tmp_path, TWO) == ["one", "four"]


def test_a_damaged_archive_fails_all_that_may_be_in_it(tmp_path):
    write(tmp_path, homework__zip=b"PK\x03\x04 no archive")
    assert all("homework.zip is damaged" in message for message in found(tmp_path, TWO))


def test_an_exercise_that_was_not_handed_in_is_told_while_others_are_graded(tmp_path):
    write(tmp_path, exercise1__py="one")
    assert found(tmp_path, TWO) == ["one", "Nothing was handed in for exercise 4: call its file exercise4.py."]


def test_a_wrong_name_is_told_with_the_nearest(tmp_path):
    write(tmp_path, excercise1__py="one", notes__py="two")
    assert refused(tmp_path, TWO) == (
        "excercise1.py was not used: it is not called like an exercise of this assignment; if it is for exercise 1, "
        "call it exercise1.py. notes.py was not used: it is not called like an exercise of this assignment. "
        "Hand in exercise1.py and exercise4.py."
    )


def test_a_wrong_name_in_an_archive_is_told_with_the_nearest(tmp_path):
    write(tmp_path, homework__zip=packed(excercise1__py="one"))
    said = refused(tmp_path, TWO)
    assert said.startswith("homework.zip/excercise1.py was not used:")
    assert "if it is for exercise 1, call it exercise1.py." in said


def test_two_files_of_any_name_for_one_exercise_are_not_guessed_at(tmp_path):
    write(tmp_path, a__py="one", b__py="two")
    assert refused(tmp_path) == "a.py and b.py: call the one for exercise 1 exercise1.py."


def test_two_files_for_the_same_exercise_are_not_chosen_from(tmp_path):
    write(tmp_path, exercise1__py="one", double__py="two")
    assert refused(tmp_path) == "double.py and exercise1.py are both for exercise 1; hand in one of them."


@pytest.mark.parametrize(
    "name",
    [
        "exercise1 (1).py",
        "exercise1(2).py",
        "exercise1-1.py",
        "exercise1 copy.py",
        "exercise1 copy 2.py",
        "exercise1 - Copy (3).py",
        "exercise1 (copy).py",
        "exercise1-Copy1.py",
        "exercise1 2.py",
        "exercise 1 (1).py",
        "double_copy.py",
    ],
)
def test_a_second_download_is_what_the_first_was(tmp_path, name):
    (tmp_path / name).write_text("one")
    (tmp_path / "helper.py").write_text("two")
    assert found(tmp_path) == ["one"]


@pytest.mark.parametrize(
    "name", ["2027-1.py", "exercise1b.py", "exercise11.py", "exercise1-final.py", "exercise1-1-x.py"]
)
def test_what_only_looks_like_a_second_download_is_none(tmp_path, name):
    write(tmp_path, parts__py="four")
    (tmp_path / name).write_text("one")
    assert note(tmp_path).startswith(f"{name} was not used")


def test_two_downloads_of_an_exercise_are_not_chosen_from(tmp_path):
    (tmp_path / "exercise1.py").write_text("one")
    (tmp_path / "exercise1 (1).py").write_text("two")
    assert refused(tmp_path) == "exercise1 (1).py and exercise1.py are both for exercise 1; hand in one of them."


def test_three_files_for_an_exercise_are_all_named(tmp_path):
    write(tmp_path, exercise1__py="one", double__py="two", src_in_exercise1__py="three")
    assert refused(tmp_path) == (
        "double.py, exercise1.py and src/exercise1.py are all for exercise 1; hand in one of them."
    )


def test_what_is_wrong_with_each_exercise_is_told_where_none_can_be_graded(tmp_path):
    write(tmp_path, exercise1__py="one", double__py="two")
    said = refused(tmp_path, TWO)
    assert "both for exercise 1" in said
    assert "Nothing was handed in for exercise 4" in said


def test_a_file_that_was_not_used_is_named_with_the_reason(tmp_path):
    write(tmp_path, exercise1__py="one", homework4__py="four", exercise5__py="five")
    assert note(tmp_path) == (
        "exercise5.py was not used: it is not part of this assignment, which has exercises 1 and 4. "
        "homework4.py was not used: it is not called like an exercise of this assignment."
    )


def test_a_file_for_an_exercise_that_is_of_another_kind_is_named(tmp_path):
    write(tmp_path, exercise1__py="one", exercise4__txt="four", readme__txt="five")
    assert note(tmp_path) == "exercise4.txt was not used: it is no .py file, notebook or .zip."


def test_a_file_of_an_archive_that_was_not_used_is_named(tmp_path):
    write(tmp_path, homework__zip=packed(exercise1__py="one", homework4__py="four"))
    assert note(tmp_path).startswith("homework.zip/homework4.py was not used")


def test_where_everything_was_used_nothing_is_said(tmp_path):
    write(tmp_path, exercise1__py="one", parts__py="four", readme__txt="five")
    assert note(tmp_path) == ""


def test_names_are_said_without_what_could_act_and_not_too_many_of_them(tmp_path):
    write(tmp_path, exercise1__py="one")
    for at in range(50):
        (tmp_path / f"x{at:02}\n\x1b[31m\u202e{'y' * 200}.py").write_text("no")
    said = note(tmp_path)
    assert said.endswith("Nor were 47 more.")
    assert said.isprintable()
    assert len(said) < 500


def test_nothing_at_all_is_told(tmp_path):
    assert refused(tmp_path, TWO) == "Nothing was handed in; hand in exercise1.py and exercise4.py."


def test_a_folder_that_is_not_there_is_not_the_students_failure(tmp_path):
    with pytest.raises(FileNotFoundError):
        found(tmp_path / "gone")


def test_files_of_other_kinds_are_told(tmp_path):
    write(tmp_path, a__pdf="one", b__pdf="two")
    assert refused(tmp_path) == "a.pdf and b.pdf are no .py file, notebook or .zip; hand in one of these."


def test_a_link_that_leads_outside_is_refused(tmp_path):
    (tmp_path / "secret.py").write_text("secret")
    folder = tmp_path / "submission"
    folder.mkdir()
    (folder / "exercise1.py").symlink_to(tmp_path / "secret.py")
    assert "a symbolic link that leads out of its folder" in refused(folder)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "exercise1.py")
    assert "no regular file" in refused(tmp_path)


def test_a_huge_file_is_the_submissions_failure(tmp_path):
    write(tmp_path, exercise1__py=b"#" * (2 << 20))
    assert "larger than 1 MiB" in found(tmp_path)[0]


def test_bytes_that_are_no_python_are_taken(tmp_path):
    write(tmp_path, exercise1__py=b"\x00\xff")
    assert found(tmp_path) == ["\x00\ufffd"]


def test_only_what_the_platform_names_is_looked_at(tmp_path):
    write(tmp_path, mine__py="mine", vpl_evaluate__py="theirs")
    assert found(tmp_path, only=("mine.py",)) == ["mine"]


def test_what_is_the_packages_is_no_submission(tmp_path):
    write(tmp_path, mine__py="mine", course_in_exercise1__py="theirs")
    assert found(tmp_path, beside=("course",)) == ["mine"]
