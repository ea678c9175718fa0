"""What is typed to make nbgrader's folder and notebooks, and what is said where that cannot be."""

from __future__ import annotations

import pytest

from grader.cli import run
from tests.nbgrader.conftest import SMALL_COURSE


@pytest.fixture
def place(tmp_path, monkeypatch, capsys):
    """A folder of nbgrader's, in which one is."""
    assert run(["nbgrader", "init", str(tmp_path / "class"), "--course", str(SMALL_COURSE)]) == 0
    capsys.readouterr()
    monkeypatch.chdir(tmp_path / "class")
    return tmp_path / "class"


def test_init_says_what_it_did_and_what_is_next(tmp_path, capsys):
    folder = tmp_path / "my class"
    assert run(["nbgrader", "init", str(folder), "--course", str(SMALL_COURSE)]) == 0
    said = capsys.readouterr().out
    assert "nbgrader_config.py was written." in said
    assert "A small course" in said
    assert f"Next: cd '{folder}' && grade nbgrader build" in said


def test_build_finds_the_course_by_the_config(place, capsys):
    assert run(["nbgrader", "build", "double"]) == 0
    assert (place / "source" / "exercise1" / "exercise1.ipynb").is_file()
    assert "Next: nbgrader generate_assignment exercise1" in capsys.readouterr().out


@pytest.mark.usefixtures("place")
def test_an_exercise_named_twice_is_in_a_notebook_once(capsys):
    assert run(["nbgrader", "build", "1", "double", "--together"]) == 0
    assert capsys.readouterr().out.count("was built") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["build", "1", "2"], "say what the assignment of these exercises is called"),
        (["build", "duble"], "did you mean 'double'"),
        (["build", "1", "--assignment", "a+b"], "'a+b' is no name for an assignment"),
        (["bild", "1"], "Did you mean 'build'?"),
        (["build"], "Missing argument 'EXERCISE...'"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(place, capsys, words, sentence):
    assert run(["nbgrader", *words]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert list((place / "source").iterdir()) == []


@pytest.mark.usefixtures("place")
def test_where_more_is_to_be_read_is_told_with_both_words(capsys):
    run(["nbgrader", "build"])
    assert "'grade nbgrader build --help' shows what can be typed." in capsys.readouterr().err
