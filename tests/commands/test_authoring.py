"""What a course's author types: each command calls its room and says what came of it."""

from __future__ import annotations

import contextlib
import json
import types
from pathlib import Path

import pytest

from grader import cli, release, scaffold
from grader import lint as rooms
from grader.lint import Proof
from grader.sandbox import workshop


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder with a course that has one exercise, and a workshop that starts nothing."""
    (tmp_path / "course.yaml").write_text("title: A small course\n")
    (tmp_path / "exercises" / "03_abs_static").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(workshop, "Workshop", lambda: contextlib.nullcontext(types.SimpleNamespace(device="")))
    return tmp_path


@pytest.fixture
def linted(monkeypatch):
    """Replaces the proofs; returns what they were asked for."""
    asked: list[list[str]] = []

    def proofs(course, folders, *, workshops, progress, answers):
        asked.append([folder.name for folder in folders] if answers else ["solutions alone"])
        progress(f"{course.title} on {workshops[0].device}")
        weak = ("it earns\nmuch",) if len(asked) > 1 else ()
        yield Proof(
            exercise="03_abs_static", subject="starter.py", holds=True, message="fails, as it should", weak=weak
        )
        if len(asked) > 1:
            yield Proof(exercise="03_abs_static", subject="solution.py", holds=False, message="2 of 4\npoints")

    monkeypatch.setattr(rooms, "lint", proofs)
    return asked


def test_lint_shows_each_proof_and_fails_where_one_does_not_hold(linted, capsys):
    assert cli.run(["lint"]) == 0
    assert capsys.readouterr().out.endswith("starter.py: fails, as it should\n1 of 1 proofs hold.\n")
    assert cli.run(["lint", "3"]) == 1
    told = capsys.readouterr().out
    assert "should\n! 03_abs_static: it earns\n    much\n" in told
    assert "✗ 03_abs_static: solution.py: 2 of 4\n    points\n1 of 2 proofs hold. Weak, and marked !: 1.\n" in told
    assert linted == [["03_abs_static"], ["03_abs_static"]]


def test_lint_leaves_out_the_answers_that_are_kept_where_solutions_alone_are_asked_for(linted):
    assert cli.run(["lint", "--solutions"]) == 0
    assert linted == [["solutions alone"]]


def test_lint_of_an_exercise_that_does_not_exist_is_usage(linted, capsys):
    assert cli.run(["lint", "77"]) == 2
    assert "77" in capsys.readouterr().err
    assert linted == []


def test_new_makes_an_exercise_and_names_its_files(here, capsys):
    assert cli.run(["new", "13_cond_switch"]) == 0
    assert "grade lint 13_cond_switch" in capsys.readouterr().out
    assert (here / "exercises" / "13_cond_switch" / "exercise.yaml").is_file()


@pytest.mark.parametrize(("name", "words"), [("cond", "no name"), ("03_other", "is taken")])
def test_new_refuses_a_name_that_is_wrong_or_taken(capsys, name, words):
    assert cli.run(["new", name]) == 2
    assert words in capsys.readouterr().err


def test_init_puts_the_course_where_it_was_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(scaffold, "init", lambda folder: folder)
    assert cli.run(["init", "mine"]) == 0
    assert "cd mine" in capsys.readouterr().out


def test_init_refuses_a_folder_that_is_in_use(here, capsys):
    assert cli.run(["init", str(here)]) == 2
    assert "not empty" in capsys.readouterr().err


def test_release_names_the_folder_it_wrote(monkeypatch, capsys):
    monkeypatch.setattr(release, "release", lambda course, folder, *, workshop, progress: folder)  # noqa: ARG005
    assert cli.run(["release", "students"]) == 0
    assert capsys.readouterr().out.startswith("The released course is in students;")


def test_release_refuses_a_folder_that_is_in_use(here, capsys):
    assert cli.run(["release", str(here)]) == 2
    assert "not empty" in capsys.readouterr().err


def test_schema_is_json_or_a_page_to_read(capfd):
    assert cli.run(["schema"]) == 0
    assert json.loads(capfd.readouterr().out)["type"] == "object"
    assert cli.run(["schema", "--format", "markdown"]) == 0
    assert "## recompiles\n" in capfd.readouterr().out


def test_the_course_may_be_elsewhere(here, monkeypatch):
    (here / "away").mkdir()
    monkeypatch.chdir("away")
    assert cli.run(["new", "13_cond_switch", "--course", str(here)]) == 0
    assert not Path("exercises").exists()
