"""``grade lint`` names each promise that an exercise does not keep, and nothing else."""

from __future__ import annotations

import pytest

SOLUTION = "def double(x):\n    return 2 * x\n"
ANSWER = "solutions/01_double/wrong/squared.py"


@pytest.fixture
def linted(desk, small_course):
    """Lints an exercise once files of the course have these texts; returns the exit code and the broken promises."""

    def lint(changes, exercise=1):
        for name, text in changes.items():
            (small_course / name).parent.mkdir(exist_ok=True)
            (small_course / name).write_text(text)
        done = desk.grade("lint", exercise, "--course", small_course)
        assert done.err == ""
        kept, broken = (
            [line for line in done.out.splitlines() if line.startswith(marks)] for marks in (("✓", "ok"), ("✗", "X "))
        )
        assert done.out.splitlines()[-1].startswith(f"{len(kept)} of {len(kept) + len(broken)} proofs hold.")
        return done.code, broken

    return lint


def test_a_course_that_keeps_its_promises_passes(desk, small_course):
    done = desk.grade("lint", 1, 2, 4, 5, "--course", small_course)
    assert (done.code, done.err) == (0, "")
    assert "20 of 20 proofs hold." in done.out


def test_each_promise_that_is_not_kept_is_named_and_no_other(linted):
    # Other ways to break one are held against reports made by hand: tests/test_lint.py.
    code, broken = linted(
        {
            ANSWER: f"# expect: correctness: differ\n{SOLUTION}",
            "solutions/01_double/wrong/cubed.py": "# expect: correctness: a cube\ndef double(x):\n    return x**3\n",
            "solutions/01_double/right/other.py": "# expect: passed\ndef double(x):\n    return x * x\n",
            "exercises/01_double/notes.txt": "later",
        }
    )
    assert code == 1
    named = [("files", "notes.txt"), ("wrong/cubed.py", "without the words 'a cube'")]
    named += [("wrong/squared.py", "correctness is passed"), ("right/other.py", "correctness")]
    assert len(broken) == len(named)
    for (subject, words), line in zip(named, broken, strict=True):
        assert subject in line
        assert words in line


def test_a_solution_that_fails_is_named(linted):
    code, broken = linted({"solutions/01_double/solution.py": "def double(x):\n    print(x)\n    return 2 * x\n"})
    assert (code, len(broken)) == (1, 1)
    assert "solution.py" in broken[0]
    assert "purity" in broken[0]


def test_a_speed_threshold_without_room_is_named(linted, small_course, change):
    # The solution is the starter's own program, so it is about as fast: twice the threshold, and not three times.
    change(small_course / "exercises/03_race/exercise.yaml", "at_least: {cpu: 2, gpu: 2}", "at_least: 0.5")
    same = (small_course / "exercises/03_race/starter.py").read_text()
    code, broken = linted({"solutions/03_race/solution.py": same, "solutions/03_race/wrong/squared.py": "x = 1\n"}, 3)
    assert code == 1
    assert any("solution.py: only" in line and "0.5× is asked" in line for line in broken)
