"""A released course gives the marks of the original, without anything that it must not give away."""

from __future__ import annotations

import shutil

import pytest

from tests.end_to_end.conftest import HERE, Desk

FILES = {
    "right": "def double(x):\n    return x + x\n",
    "partly right": "def double(x):\n    return 2 * abs(x)\n",
    "impure": "calls = 0\ndef double(x):\n    global calls\n    calls += 1\n    return 2 * x\n",
    "eager": "import jax.numpy as jnp\ndef double(x):\n    return float(jnp.sum(x)) * 2\n",
}


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """The small course without what takes long."""
    course = shutil.copytree(HERE / "small_course", tmp_path_factory.mktemp("original") / "small_course")
    for name in ("03_race", "04_parts", "05_host"):
        shutil.rmtree(course / "exercises" / name)
    return course


@pytest.fixture(scope="module")
def released(tmp_path_factory, original):
    """That course as its students get it."""
    desk = Desk(tmp_path_factory.mktemp("released"))
    done = desk.grade("release", desk.folder / "released", "--course", original)
    assert done.code == 0
    assert done.err.startswith("... recording 01_double (1 of ")
    assert "released" in done.out
    return desk.folder / "released"


def marks(report):
    """What must be the same: everything of a check but its hidden cases."""
    return [(check["name"], check["status"], check["message"], check["line"]) for check in report["checks"]]


def test_a_released_course_gives_the_marks_of_the_original(desk, original, released):
    named = ("exercises", "01_double", "exercise.yaml")  # in which no case is hidden
    original.joinpath(*named).write_bytes(released.joinpath(*named).read_bytes())
    for name, text in FILES.items():
        path = desk.write(text)
        there = desk.grade(1, path, "--course", released, "--format", "json")
        seed = there.report["seed"]
        here = desk.grade(1, path, "--course", original, "--format", "json", "--seed", seed)
        assert marks(there.report) == marks(here.report), name
        assert (there.code, there.report["score"]) == (here.code, here.report["score"]), name


def test_nothing_is_given_away(released):
    names = sorted(path.relative_to(released).as_posix() for path in released.rglob("*") if path.is_file())
    assert names == [
        "README.md",
        "course.yaml",
        *(
            f"exercises/{exercise}/{name}"
            for exercise in ("01_double", "02_brief")
            for name in ("exercise.yaml", "expected.msgpack", "starter.py")
        ),
    ]
    told = b"\n".join((released / name).read_bytes() for name in names)
    assert b"hidden" not in told
    assert b"8191.25" not in told
    assert b"kept back" not in told
    assert b"told by no word" not in told
    assert b"2 * x" not in told


def test_a_seed_that_was_not_recorded_is_said_to_be_so(desk, released):
    path = desk.write(FILES["right"])
    done = desk.grade(1, path, "--course", released, "--seed", "2a")
    assert done.code == 2
    assert "seed" in done.err


def test_a_course_whose_solution_fails_is_not_released(desk, small_course):
    impure = "seen = []\ndef double(x):\n    seen.append(x)\n    return 2 * x\n"
    (small_course / "solutions" / "01_double" / "solution.py").write_text(impure)
    done = desk.grade("release", "released", "--course", small_course)
    assert done.code == 2
    assert "the solution of double does not pass: purity" in done.err
    assert list(desk.folder.iterdir()) == []


def test_a_folder_that_holds_something_is_left_alone(desk, small_course):
    desk.write("mine")
    done = desk.grade("release", ".", "--course", small_course)
    assert done.code == 2
    assert "not empty" in done.err
    assert [path.name for path in desk.folder.iterdir()] == ["mine.py"]
