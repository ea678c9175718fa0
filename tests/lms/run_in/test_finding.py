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
    exercises = [read_exercise(find_exercise(COURSE, name), COURSE) for name in names]
    order = Order(course="", exercises=names, submission=str(folder), seconds=60, **fields)
    sources = handed_in(folder, order, COURSE, exercises)
    return [source if isinstance(source, str) else source.data.decode(errors="replace") for source in sources]


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
    assert "rename the file if it is for 'exercise1'" in refused(tmp_path, TWO)


def test_a_wrong_name_in_an_archive_is_told_with_the_nearest(tmp_path):
    write(tmp_path, homework__zip=packed(excercise1__py="one"))
    assert "rename the file if it is for 'exercise1'" in refused(tmp_path, TWO)


def test_two_files_of_any_name_for_one_exercise_are_not_guessed_at(tmp_path):
    write(tmp_path, a__py="one", b__py="two")
    assert "no name says which of them is for 01_double" in refused(tmp_path)


def test_two_files_for_the_same_exercise_are_not_chosen_from(tmp_path):
    write(tmp_path, exercise1__py="one", double__py="two")
    assert refused(tmp_path) == "double.py and exercise1.py are both for exercise 1; hand in one of them."


def test_nothing_at_all_is_told(tmp_path):
    assert refused(tmp_path, TWO) == "Nothing was handed in; hand in exercise1.py and exercise4.py."


def test_a_folder_that_is_not_there_is_told(tmp_path):
    assert "Nothing was handed in that can be read" in refused(tmp_path / "gone")


def test_files_of_other_kinds_are_told(tmp_path):
    write(tmp_path, a__pdf="one", b__pdf="two")
    assert refused(tmp_path) == "a.pdf is no .py file, notebook or .zip; hand in one of these."


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
