"""What a cell comes to: its own lines, counted as the notebook counts them, below those that it takes along."""

from pathlib import Path

import pytest

from grader.course import NoExerciseError
from grader.notebook.asked import of_cell, sentence
from grader.notebook.nouns import CellRequest, Earlier

COURSE = Path(__file__).parent.parent / "end_to_end" / "small_course"


@pytest.fixture(autouse=True)
def _in_the_course(monkeypatch):
    monkeypatch.chdir(COURSE)


def asked(text, *earlier, words="exercise1", number=3):
    before = tuple(Earlier(number=at, text=one) for at, one in enumerate(earlier, 1))
    return of_cell(CellRequest(folder=str(COURSE), words=words, text=text, number=number, earlier=before))


def test_a_cell_alone_has_the_lines_that_the_notebook_shows():
    source = asked("x = 1\n%timeit x\ny = 2\n").source
    assert source.data.decode() == "# %%grade exercise1\nx = 1\npass  # %timeit x\ny = 2\n"
    assert source.lines == {at: f"line {at}" for at in (1, 2, 3, 4)}


def test_what_comes_along_stands_above_and_says_where_it_is_from():
    found = asked("y = x\n", "print(1)\nx = (\n    1\n)")
    assert found.source.data.decode() == "x = (\n    1\n)\n# %%grade exercise1\ny = x\n"
    assert list(found.source.lines.values()) == [
        *(f"In [1], line {row}" for row in (2, 3, 4)),
        "line 1",
        "line 2",
    ]
    assert (found.path, found.note) == ("In [3]", "Graded with what it uses of In [1].")


def test_an_import_from_the_future_stands_first_all_the_same():
    source = asked("from __future__ import annotations\ny = x\n", "x = 1").source
    assert source.data.decode().startswith("from __future__ import annotations\nx = 1\n")
    assert source.lines[1] == "line 2"


def test_several_cells_are_listed_and_so_are_names_that_none_defines():
    found = asked("y = a + b + c + d", "a = 1", "b = 1", "c = 1")
    assert found.note == (
        "Graded with what it uses of In [1], In [2] and In [3]. No cell that you have run defines `d`; "
        "run the one that does, then this one."
    )


def test_a_cell_that_is_no_python_is_taken_as_it_is():
    found = asked("def double(x):\n    return (\n", "x = 1")
    assert found.source.data.decode() == "# %%grade exercise1\ndef double(x):\n    return (\n"
    assert found.note == ""


def test_the_options_of_the_line_are_those_of_the_command():
    found = asked("x = 1", words="double --only purity --seed 2a")
    assert (found.exercise.slug, found.only, found.seed[-2:]) == ("double", ("purity",), "2a")


def test_what_is_refused_is_told_in_a_sentence():
    with pytest.raises(NoExerciseError) as error:
        asked("x = 1", words="exercise77")
    assert sentence(error.value) == (
        "There is no exercise 'exercise77'; there are exercise1 to exercise5, which `grade list` shows."
    )


def test_a_word_that_is_no_exercise_can_do_nothing_to_a_screen():
    with pytest.raises(NoExerciseError) as error:
        asked("x = 1", words="'\x1b]0;owned\x07\u202e'")
    assert not set(sentence(error.value)) & set("\x1b\x07\u202e")
