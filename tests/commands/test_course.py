"""``list``, ``start``, ``next``, ``hint`` and ``solution``: a student's way through a course."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader import cli
from grader.commands.finding import following
from grader.commands.memory import Memory, Standing, recall, remember
from grader.course import read_course, read_exercise

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
    assert lines[1] == "4 of 8 points: 1 done, 0 begun, 1 not begun."
    assert lines[3].startswith("✓  3  abs_static")
    assert lines[3].endswith("4 / 4")
    assert lines[4].startswith("→  4  abs_where")
    assert lines[-1] == "Next: grade next"


def test_list_shows_what_is_begun_and_not_done(here, capsys):
    remember(here, Memory(exercises={"abs_static": Standing(nudges=1), "abs_where": Standing(best=1.0)}))
    lines = said(capsys, "list").splitlines()
    assert lines[1] == "1 of 8 points: 0 done, 2 begun, 0 not begun."
    assert lines[4].startswith("◐  4  abs_where")


def test_list_draws_a_bar_where_there_is_a_screen(here, capsys, monkeypatch):
    remember(here, Memory(exercises={"abs_static": Standing(best=2.0)}))
    assert "━" not in said(capsys, "list")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert f"{'━' * 6}{'┈' * 18}\n2 of 8 points" in said(capsys, "list")


def test_list_takes_off_what_hints_cost(here, capsys):
    remember(here, Memory(exercises={"abs_static": Standing(best=4.0, paid=1.5)}))
    told = said(capsys, "list")
    assert "2.5 / 4" in told
    assert "✓  3" in told
    assert "Hints cost 1.5 points, which are taken off here." in told


def test_next_starts_the_first_exercise_that_is_not_passed(here, capsys):
    remember(here, Memory(exercises={"abs_static": Standing(best=4.0)}))
    told = said(capsys, "next")
    assert told.startswith("4 of 8 points: 1 done, 0 begun, 1 not begun.\nNext is exercise 4.\n")
    assert "exercise4.py is ready." in told
    assert Path("exercise4.py").read_text() == STARTER


def test_next_leaves_what_is_begun_as_it_is_and_says_how_far_that_came(here, capsys):
    remember(here, Memory(exercises={"abs_static": Standing(best=1.0)}))
    Path("exercise3.py").write_text("my work")
    told = said(capsys, "next")
    assert "Your best for it so far: 1 of 4 points." in told
    assert "left as it is" in told
    assert Path("exercise3.py").read_text() == "my work"


def test_next_goes_on_from_what_only_another_machine_can_judge(here, capsys):
    remember(here, Memory(exercises={"abs_static": Standing(best=3.0, to_come=1.0)}))
    assert "Next is exercise 4." in said(capsys, "next")


def test_next_says_when_all_is_done(here, capsys):
    remember(here, Memory(exercises={slug: Standing(best=4.0) for slug in ("abs_static", "abs_where")}))
    assert said(capsys, "next").endswith("All done.\n")
    assert not list(here.glob("exercise?.py"))


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
    assert told.endswith("Next: grade 3, or grade watch 3 to have it graded whenever you save\n")


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


@pytest.fixture
def priced(here):
    """The same course, with hints that cost half a point."""
    (here / "course.yaml").write_text("title: A small course\nhints: {cost: 0.5}\n")
    return here


def test_a_hint_that_costs_points_is_not_shown_before_that_is_agreed_to(priced, capsys):
    told = said(capsys, "hint", "3", code=1)
    assert "Hint 1 costs 0.5 points; 0 of 3 shown. To take it: grade hint 3 --yes" in told
    assert "Look at" not in told
    assert recall(priced).of("abs_static") == Standing()


def test_a_hint_that_costs_points_says_what_it_cost(priced, capsys):
    said(capsys, "hint", "3", "--yes")
    told = said(capsys, "hint", "3", "--yes")
    assert "Think of" in told
    assert "This hint cost 0.5 points; 2 of 3 shown, 1 point in all." in told
    assert recall(priced).of("abs_static") == Standing(nudges=2, paid=1.0)


def test_a_hint_that_was_shown_costs_nothing_again(priced, capsys):
    said(capsys, "hint", "3", "--yes")
    assert "Look at" in said(capsys, "hint", "3", "1")
    assert recall(priced).of("abs_static").paid == 0.5


@pytest.mark.usefixtures("priced")
def test_hints_that_cost_points_come_one_at_a_time(capsys):
    assert "next is hint 1 of 3" in said(capsys, "hint", "3", "3", "--yes", code=1)


def test_after_a_pass_hints_cost_nothing(priced, capsys):
    remember(priced, Memory(exercises={"abs_static": Standing(best=4.0, passed="ab" * 32)}))
    told = said(capsys, "hint", "3")
    assert "You have passed exercise 3 already; its hints cost nothing any more." in told
    assert told.endswith("Next: grade next\n")
    assert recall(priced).of("abs_static").paid == 0


@pytest.mark.parametrize(("answer", "code", "paid"), [(True, 0, 0.5), (False, 1, 0.0)])
def test_who_sits_at_a_screen_is_asked(priced, capsys, monkeypatch, answer, code, paid):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("click.confirm", lambda *_, **__: answer)
    said(capsys, "hint", "3", code=code)
    assert recall(priced).of("abs_static").paid == paid


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


def test_a_file_that_passed_is_shown_beside_the_solution(here, capsys):
    remember(here, Memory(exercises={"abs_static": Standing(passed="ab" * 32)}))
    Path("exercise3.py").write_text("def my_abs(x):\n    return -x if x < 0 else x\n")
    told = said(capsys, "solution", "3", "--compare")
    assert "-def my_abs(x):\n" in told
    assert "+my_abs = abs  # the solution\n" in told


def test_nothing_is_compared_before_a_pass(here, capsys):
    (here / "course.yaml").write_text("title: A small course\nsolution: always\n")
    Path("exercise3.py").write_text("def my_abs(x):\n    return 1\n")
    assert "once it has passed" in said(capsys, "solution", "3", "--compare", code=1)


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


def test_points_to_come_are_remembered_until_they_are_judged(a_report):
    memory = Memory().graded(a_report(status="pending", score=3.0, pending_score=1.0))
    assert memory.of("abs_static").done(4.0)
    assert not memory.graded(a_report(status="failed", score=3.0)).of("abs_static").done(4.0)


def test_a_fault_of_ours_leaves_no_trace(a_report):
    assert Memory().graded(a_report(status="broken")) == Memory()


def test_grading_forgets_no_hint(a_report):
    memory = Memory(exercises={"abs_static": Standing(nudges=2)}).graded(a_report())
    assert memory.of("abs_static").nudges == 2


@pytest.mark.parametrize("words", [("list",), ("next",), ("start", "3"), ("hint", "3"), ("solution", "3")])
def test_a_course_elsewhere_is_named_in_the_next_command_too(here, capsys, monkeypatch, words):
    apart = here / "apart"
    apart.mkdir()
    monkeypatch.chdir(apart)
    assert "--course .." in said(capsys, *words, "--course", "..", code=int(words[0] == "solution"))


@pytest.mark.parametrize("passed", ["", "ab" * 32])
def test_a_copy_without_solutions_says_so_at_once_and_leaves_the_command_out(here, capsys, passed):
    assert "\n  solution " in said(capsys, "--help")
    shutil.rmtree(here / "solutions")
    remember(here, Memory(exercises={"abs_static": Standing(best=4.0, passed=passed)}))
    told = said(capsys, "solution", "3", code=1)
    assert told == "grade: This copy of the course comes without solutions.\n"
    assert "\n  solution " not in said(capsys, "--help")


@pytest.mark.parametrize(
    ("best", "after_3", "after_4"), [({}, 4, 3), ({"abs_static": 4.0}, 4, None), ({"abs_where": 2.0}, 4, 3)]
)
def test_the_next_exercise_is_the_first_that_is_not_passed(here, best, after_3, after_4):
    remember(here, Memory(exercises={slug: Standing(best=points) for slug, points in best.items()}))
    course = read_course(here)
    third, fourth = (read_exercise(folder, course) for folder in course.exercises)
    assert (following(course, third), following(course, fourth)) == (after_3, after_4)
