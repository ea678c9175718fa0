"""What `grade batch --nbgrader` refuses before it looks at anything."""

import pytest

from grader import cli
from grader.commands import nbgrading
from tests.nbgrader.conftest import needs_nbgrader


def refused(capsys, *words):
    assert cli.run(["batch", *words]) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


def test_without_nbgrader_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(nbgrading, "find_spec", lambda _: None)
    assert "pip install 'jitgrade[nbgrader]'" in refused(capsys, "--nbgrader")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--nbgrader", "a", "b"), "one folder"),
        (("--nbgrader", "--pattern", "{student}.py"), "leave out --pattern"),
        (("--nbgrader", "--exercise", "3"), "leave out --exercise"),
        (("--nbgrader", "--roster", "x.csv"), "leave out --roster"),
        (("--assignment", "ps1", "a"), "--assignment goes with --nbgrader"),
        ((), "Missing argument 'FOLDER...'"),
    ],
)
def test_words_that_mean_nothing_together_are_refused(monkeypatch, capsys, words, said):
    monkeypatch.setattr(nbgrading, "find_spec", lambda _: True)
    assert said in refused(capsys, *words)


@needs_nbgrader
def test_a_folder_that_is_not_there_is_named(tmp_path, capsys):
    assert f"there is no folder '{tmp_path / 'no'}'" in refused(capsys, "--nbgrader", str(tmp_path / "no"))
