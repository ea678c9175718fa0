"""``grade lint`` names each promise that an exercise does not keep, and nothing else."""

from __future__ import annotations

import pytest

from grader.course import read_course
from grader.lint import lint

SOLUTION = "def double(x):\n    return 2 * x\n"
STARTER = "exercises/01_double/starter.py"
ANSWER = "solutions/01_double/wrong/squared.py"
EXERCISE = "exercises/01_double/exercise.yaml"


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
        assert done.out.splitlines()[-1] == f"{len(kept)} of {len(kept) + len(broken)} proofs hold."
        return done.code, broken

    return lint


def test_a_course_that_keeps_its_promises_passes(desk, small_course):
    done = desk.grade("lint", 1, 2, 4, 5, "--course", small_course)
    assert (done.code, done.err) == (0, "")
    assert "20 of 20 proofs hold." in done.out


BROKEN = {
    "a starter that passes": ({STARTER: SOLUTION}, ("starter.py", "passes")),
    "a solution that fails": (
        {"solutions/01_double/solution.py": "def double(x):\n    print(x)\n    return 2 * x\n"},
        ("solution.py", "purity"),
    ),
    "a wrong answer that passes": (
        {ANSWER: f"# expect: correctness: differ\n{SOLUTION}"},
        ("wrong/squared.py", "correctness is passed"),
    ),
    "a wrong answer that fails elsewhere": (
        {ANSWER: "# expect: purity: print\ndef double(x):\n    return x * x\n"},
        ("wrong/squared.py", "purity is", "correctness"),
    ),
    "a wrong answer that is told other words": (
        {ANSWER: "# expect: correctness: a square\ndef double(x):\n    return x * x\n"},
        ("wrong/squared.py", "without the words 'a square'"),
    ),
    "a wrong answer that says nothing": (
        {ANSWER: "def double(x):\n    return x * x\n"},
        ("wrong/squared.py", "# expect:"),
    ),
    "a right answer that fails": (
        {"solutions/01_double/right/other.py": "# expect: passed\ndef double(x):\n    return x * x\n"},
        ("right/other.py", "correctness"),
    ),
    "a stray file": ({"exercises/01_double/notes.txt": "later"}, ("files", "notes.txt")),
    "a stray answer": ({"solutions/01_double/wrong/data.csv": "1"}, ("files", "data.csv")),
}


@pytest.mark.parametrize(("changes", "words"), BROKEN.values(), ids=BROKEN)
def test_a_promise_that_is_not_kept_is_named(linted, changes, words):
    code, broken = linted(changes)
    assert (code, len(broken)) == (1, 1)
    for word in words:
        assert word in broken[0]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[Look at the print., What is it for?, Take it out.]", "[Look at the print.]", "1 nudges"),
        ("task: Return twice x, and do nothing else.", "task: ''", "task"),
        ("at_most", "atmost", "exercise.yaml:14"),
    ],
    ids=["nudges", "task", "misspelt"],
)
def test_a_text_that_is_missing_or_wrong_is_named(linted, small_course, change, old, new, words):
    change(small_course / EXERCISE, old, new)
    code, broken = linted({})
    assert (code, len(broken)) == (1, 1)
    assert words in broken[0]


def test_a_speed_threshold_without_room_is_named(linted, small_course, change):
    # The solution is the starter's own program, so it is about as fast: twice the threshold, and not three times.
    change(small_course / "exercises/03_race/exercise.yaml", "at_least: {gpu: 2}", "at_least: 0.5")
    same = (small_course / "exercises/03_race/starter.py").read_text()
    code, broken = linted({"solutions/03_race/solution.py": same, "solutions/03_race/wrong/squared.py": "x = 1\n"}, 3)
    assert code == 1
    assert any("solution.py: only" in line and "0.5× is asked" in line for line in broken)


def test_a_starter_that_is_raced_against_must_be_right(linted):
    code, broken = linted({"exercises/03_race/starter.py": "def double(x):\n    return x\n"}, 3)
    assert code == 1
    assert "the starter must pass correctness" in broken[0]


@pytest.mark.parametrize(("ratio", "words"), [(1.0, ""), (1.5, "caught by its speed at 1.5× where 2× is asked")])
def test_an_answer_that_only_its_speed_gives_away_must_be_well_below_the_threshold(
    small_course, monkeypatch, a_check, a_report, ratio, words
):
    course = read_course(small_course)
    folder = small_course / "exercises/03_race"
    answer = small_course / "solutions/03_race/wrong/squared.py"
    answer.write_text("# expect: speedup: only\n")
    slow = a_check(
        name="speedup",
        status="failed",
        score=0.0,
        message="It is only so fast.",
        detail={"ratio": ratio, "threshold": 2},
    )
    monkeypatch.setattr("grader.lint.grade", lambda *_, **__: a_report(status="failed", checks=(slow,)))
    proof = next(proof for proof in lint(course, [folder], workshops=[object()]) if proof.subject == "wrong/squared.py")
    assert (proof.holds, words in proof.message) == (not words, True)
