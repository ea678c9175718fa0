"""``list``, ``start``, ``hint`` and ``solution``: a student's way through a course."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import cli
from grader.commands.memory import Memory, Standing, recall, remember

STARTER = "def my_abs(x):\n    raise NotImplementedError\n"
EXERCISE = """\
format: 1
title: {title}
function: "my_abs(x)"
task: |
  Make **it** right.
cases: [{{x: -3}}]
checks:
  - {{check: correctness, points: 4}}
nudges: [Look at the line., Think of a branch., Use jnp.where.]
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder with a course of two exercises, 3 and 4."""
    (tmp_path / "course.yaml").write_text("title: A small course\n")
    for name, title in (("03_abs_static", "By a static argument"), ("04_abs_where", "By jnp.where")):
        folder = tmp_path / "exercises" / name
        folder.mkdir(parents=True)
        (folder / "exercise.yaml").write_text(EXERCISE.format(title=title))
        (folder / "starter.py").write_text(STARTER)
        (tmp_path / "solutions" / name).mkdir(parents=True)
        (tmp_path / "solutions" / name / "solution.py").write_text("my_abs = abs  # the solution\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def said(capsys, *args: str, code: int = 0) -> str:
    """What a command writes, once it has ended with this code."""
    assert cli.run(args) == code
    told = capsys.readouterr()
    return told.out + told.err


def test_list_shows_points_and_what_is_next(here, capsys):
    remember(here, Memory(exercises={"abs_static": Standing(best=4.0)}))
    lines = said(capsys, "list").splitlines()
    assert lines[0] == "A small course"
    assert lines[2].startswith("✓  3  abs_static")
    assert lines[2].endswith("4 / 4")
    assert lines[3].startswith("→  4  abs_where")
    assert lines[-2:] == ["4 of 8 points.", "Next: grade start 4"]


def test_list_says_when_all_is_done(here, capsys):
    remember(here, Memory(exercises={slug: Standing(best=4.0) for slug in ("abs_static", "abs_where")}))
    assert said(capsys, "list").endswith("All done.\n")


def test_list_shows_the_others_where_one_exercise_cannot_be_read(here, capsys):
    (here / "exercises" / "03_abs_static" / "exercise.yaml").write_text("format: 1\ntitel: x\n")
    told = said(capsys, "list", code=2)
    assert "By jnp.where" in told
    assert "exercise.yaml:2" in told


def test_list_fits_a_narrow_screen(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert max(len(line) for line in said(capsys, "list").splitlines()) <= 50


def test_list_cuts_nothing_where_there_is_no_screen(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert "By a static argument      – / 4\n" in said(capsys, "list")


def test_start_copies_the_starter_and_shows_the_task(capsys):
    told = said(capsys, "start", "3")
    assert Path("exercise3.py").read_text() == STARTER
    assert "Make **it** right." in told
    assert told.endswith("Next: grade 3\n")


def test_start_again_is_harmless_while_nothing_was_edited(capsys):
    said(capsys, "start", "3")
    assert "exercise3.py is ready." in said(capsys, "start", "3")


def test_start_never_overwrites_an_edited_file(capsys):
    Path("exercise3.py").write_text("my work")
    assert "left as it is" in said(capsys, "start", "3")
    assert Path("exercise3.py").read_text() == "my work"


def test_hints_come_one_at_a_time_and_the_last_one_stays(capsys):
    texts = [said(capsys, "hint", "3") for _ in range(4)]
    assert ["Look at" in texts[0], "Think of" in texts[1], "Use jnp" in texts[2], "Use jnp" in texts[3]] == [True] * 4
    assert "Hint 1 of 3" in texts[0]
    assert "last one" in texts[2]


def test_a_hint_can_be_asked_for_by_its_number(capsys):
    assert "Think of" in said(capsys, "hint", "3", "2")
    assert "Use jnp" in said(capsys, "hint", "3")


def test_hints_of_one_exercise_say_nothing_of_another(capsys):
    said(capsys, "hint", "3")
    assert "Hint 1 of 3" in said(capsys, "hint", "4")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"exercises": 3}', b"\xff\xfe", b'{"exercises": {"a": 1}}'])
def test_a_corrupt_memory_starts_over(here, capsys, content):
    Path(".jitgrade.json").write_bytes(content)
    assert "Hint 1 of 3" in said(capsys, "hint", "3")
    assert recall(here).of("abs_static").nudges == 1


def test_a_memory_that_is_a_folder_stops_nobody(capsys):
    Path(".jitgrade.json").mkdir()
    assert "Hint 1 of 3" in said(capsys, "hint", "3")


def test_the_solution_is_shown_after_a_pass(here, capsys):
    assert "once you have passed" in said(capsys, "solution", "3", code=1)
    remember(here, Memory(exercises={"abs_static": Standing(passed="ab" * 32)}))
    assert "# the solution" in said(capsys, "solution", "3")


@pytest.mark.parametrize(("rule", "code", "words"), [("always", 0, "# the solution"), ("never", 1, "no solutions")])
def test_the_course_decides_when_solutions_are_shown(here, capsys, rule, code, words):
    (here / "course.yaml").write_text(f"title: A small course\nsolution: {rule}\n")
    remember(here, Memory(exercises={"abs_static": Standing(passed="ab" * 32)}))
    assert words in said(capsys, "solution", "3", code=code)


def test_a_course_without_solutions_says_so(here, capsys):
    (here / "course.yaml").write_text("title: A small course\nsolution: always\n")
    (here / "solutions" / "03_abs_static" / "solution.py").unlink()
    (here / "exercises" / "03_abs_static" / "expected.msgpack").write_bytes(b"")
    assert "without solutions" in said(capsys, "solution", "3", code=1)


def test_a_pass_and_the_best_score_are_remembered(a_report):
    memory = Memory().graded(a_report(status="failed", score=3.0)).graded(a_report(status="failed", score=1.0))
    assert memory.of("abs_static") == Standing(best=3.0)
    passed = memory.graded(a_report(status="passed", score=4.0)).graded(a_report(status="failed", score=0.0))
    assert passed.of("abs_static") == Standing(best=4.0, passed="ab" * 32)


def test_a_fault_of_ours_leaves_no_trace(a_report):
    assert Memory().graded(a_report(status="broken")) == Memory()


def test_grading_forgets_no_hint(a_report):
    memory = Memory(exercises={"abs_static": Standing(nudges=2)}).graded(a_report())
    assert memory.of("abs_static").nudges == 2
