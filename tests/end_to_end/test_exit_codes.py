"""Each way in which a run can end has its exit code, and what cannot be used is told in a sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest

SOLUTION = "def double(x):\n    return 2 * x\n"


def solution_of(course, exercise="01_double"):
    return course / "solutions" / exercise / "solution.py"


def test_all_points_exit_0(judged):
    done = judged(SOLUTION)
    assert (done.code, done.report["score"]) == (0, 8)
    assert done.err == ""


def test_lost_points_exit_1(judged):
    done = judged("def double(x):\n    return 2 * abs(x)\n")
    assert (done.code, done.report["status"]) == (1, "failed")
    assert 0 < done.report["score"] < 8


def test_the_starter_exits_1_and_counts_as_not_attempted(desk, small_course):
    done = desk.grade("--course", small_course, "--format", "json", "exercise1")
    assert (done.code, done.report["attempted"]) == (1, False)


def test_a_broken_solution_exits_3_grades_nothing_and_asks_for_a_report(judged, small_course):
    solution_of(small_course).write_text("def double(x):\n    raise RuntimeError('the author slipped')\n")
    done = judged(SOLUTION)
    assert (done.code, done.report["status"]) == (3, "broken")
    assert done.lost["score"] is None
    assert "not your fault" in done.lost["message"]
    assert "report it" in done.err


@pytest.mark.parametrize("text", ["import absent_module\n", "import os; os._exit(0)\n", "def double(x)\n", ""])
def test_a_solution_that_does_not_load_is_broken_too(judged, small_course, text):
    solution_of(small_course).write_text(text)
    done = judged(SOLUTION)
    assert (done.code, done.report["status"]) == (3, "broken")
    assert "the reference solution does not load" in done.lost["message"]


def test_a_file_that_fails_is_not_broken_because_the_solution_is(judged, small_course):
    solution_of(small_course).write_text("import absent_module\n")
    done = judged("def double(x)\n")
    assert (done.code, done.lost["name"]) == (1, "loads")


def test_a_speed_for_another_accelerator_exits_4_and_is_pending(judged, small_course):
    with (small_course / "course.yaml").open("a") as settings:
        settings.write("accelerator: gpu\n")
    done = judged(SOLUTION, 3)
    assert (done.code, done.report["status"]) == (4, "pending")
    assert (done.report["score"], done.report["pending_score"]) == (1, 3)
    assert "gpu" in done.lost["message"]


USAGE = {
    "no such exercise": (["dubble"], ("'dubble'", "'double'")),
    "no such number": (["exercise77"], ("exercise77", "grade list")),
    "no such file": (["1", "absent.py"], ("absent.py",)),
    "a folder": (["1", "."], ("is a folder",)),
    "no such check": (["1", "--only", "purty"], ("'purty'", "'purity'")),
    "no such format": (["1", "--format", "jsn"], ("jsn",)),
    "no seed": (["1", "--seed", "seven"], ("--seed",)),
    "no such isolation": (["1", "--require-isolation", "namespace"], ("'namespace'", "namespaces")),
}


@pytest.mark.parametrize(("words", "told"), USAGE.values(), ids=USAGE)
def test_what_cannot_be_used_exits_2_and_names_what_was_meant(desk, small_course, words, told):
    done = desk.grade(*words, "--course", small_course)
    assert (done.code, done.out) == (2, "")
    for text in told:
        assert text in done.err


POORER = """
import sys
from grader.sandbox import tiers
tiers.obstacles = lambda: {"namespaces": "no bubblewrap", "landlock": "an old kernel", "uid": "not root", "limits": ""}
from grader.cli import main
main()
"""
"""``grade`` on a machine that has the weakest isolation only."""


def test_isolation_that_cannot_be_had_exits_2_and_says_what_is_missing(desk, small_course):
    words = [sys.executable, "-c", POORER, "1", "--course", str(small_course), "--require-isolation", "uid"]
    done = subprocess.run(words, cwd=desk.folder, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "'uid' or better" in done.stderr
    assert "uid: not root" in done.stderr


def test_no_course_exits_2_and_says_where_one_is_to_be_had(desk):
    done = desk.grade("exercise3")
    assert done.code == 2
    for text in ("course.yaml", "--course", "grade init"):
        assert text in done.err


def test_a_broken_exercise_exits_2_and_tells_all_its_mistakes_by_line(desk, small_course, change):
    exercise = small_course / "exercises" / "01_double" / "exercise.yaml"
    change(exercise, "at_most", "atmost")
    change(exercise, "teaches", "teeches")
    done = desk.grade(1, "--course", small_course)
    assert (done.code, done.out) == (2, "")
    for text in ("exercise.yaml:5", "'teaches'", "exercise.yaml:14", "'at_most'"):
        assert text in done.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title: [", "course.yaml:"),
        ("titel: A course\n", "'title'"),
        ("title: A course\nlimits: {wall: soon}\n", "like 60s"),
        ("title: A course\naccelerator: gpus\n", "'gpu'"),
        ("", "title"),
    ],
    ids=["no YAML", "misspelt", "no duration", "no accelerator", "empty"],
)
def test_a_broken_course_exits_2_and_says_what_is_wrong(desk, small_course, text, told):
    (small_course / "course.yaml").write_text(text)
    done = desk.grade(1, "--course", small_course)
    assert (done.code, done.out) == (2, "")
    assert "course.yaml" in done.err
    assert told in done.err
