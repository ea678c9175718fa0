"""What is graded to prove an exercise, and what its reports must be. Only grading is a double."""

from __future__ import annotations

import types

import pytest

from grader.course import read_course
from grader.lint import answers, proving
from grader.lint.primitives import BECOMES, PRIMITIVES
from grader.lint.room import measured
from grader.model.report import CheckResult

EXERCISE = """\
format: 1
title: Twice
function: "double(x)"
task: Return twice x.
cases: [{name: drawn, hidden: true, args: {x: "f32[4] in [1, 2]"}}]
checks:
  - {check: recompiles, points: 2, at_most: 1, calls: [{x: "f32[4]"}, {x: "f32[4]"}], hint: Jit it once.}
  - {check: correctness, points: 4, hint: Add it to itself.}
  - {check: purity, points: 2, hint: Change nothing.}
nudges: [One., "return 2 * x"]
"""
RACE = """\
  - {check: speedup, points: 3, over: starter, case: drawn, at_least: 2, hint: Jit it.}
"""
SOLUTION = "def double(x):\n    return 2 * x\n"
FAILS = {
    "starter.py": ("correctness", {}),
    "squared.py": ("purity", {}),
    "solution.py": ("", {}),
    "other.py": ("", {}),
    "correctness.py": ("correctness", {}),
    "recompiles.py": ("recompiles", {}),
}
"""By file: the check that it loses, "" for none, and what is seen of it, by check."""


@pytest.fixture
def folder(tmp_path):
    """A course of one exercise; its checks are judged in the order correctness, purity, recompiles."""
    (tmp_path / "course.yaml").write_text("title: A small course\n")
    exercise, solutions = tmp_path / "exercises" / "01_double", tmp_path / "solutions" / "01_double"
    for made in (exercise, solutions / "wrong", solutions / "right"):
        made.mkdir(parents=True)
    (exercise / "exercise.yaml").write_text(EXERCISE)
    (exercise / "starter.py").write_text("def double(x):\n    raise NotImplementedError\n")
    (solutions / "solution.py").write_text(SOLUTION)
    (solutions / "wrong" / "squared.py").write_text("# expect: purity: differs\n")
    for check in ("correctness", "recompiles"):
        (solutions / "wrong" / f"{check}.py").write_text(f"# expect: {check}: differs\n")
    (solutions / "right" / "other.py").write_text("# expect: passed\n")
    return tmp_path


@pytest.fixture
def linted(folder, monkeypatch, a_check, a_report):
    """Lints the course, whose files lose these checks; returns all proofs and what grading was asked."""

    def lint(fails=FAILS, score=2.0):
        asked = []

        def grade(source, exercise, *, only=(), **given):
            asked.append((source.name, only, given))
            lost, seen = {**FAILS, **fails}[source.name]
            seen = seen if isinstance(seen, dict) else next(seen)
            checks = [
                a_check(
                    name=check.name,
                    status=seen.get(check.name, {}).get("status", "failed") if check.name == lost else "passed",
                    message=f"{check.name} differs",
                    hint=check.hint,
                    detail={"kind": check.kind, **seen.get(check.name, {})},
                )
                for check in sorted(exercise.checks, key=lambda check: check.order)
                if not only or check.name in only
            ]
            return a_report(checks=tuple(checks), status="failed" if lost else "passed", score=score)

        monkeypatch.setattr(proving, "grade", grade)
        course = read_course(folder)
        return list(proving.lint(course, course.exercises, workshops=[types.SimpleNamespace()])), asked

    return lint


@pytest.fixture
def broken(linted):
    """The broken promises of a course whose files lose these checks, by what they are about."""

    def named(fails=FAILS):
        return {proof.subject: proof.message for proof in linted(fails)[0] if not proof.holds}

    return named


@pytest.fixture
def weak(linted):
    """What is told to be weak of a course that keeps its promises."""

    def told(fails=FAILS, **given):
        proofs = linted(fails, **given)[0]
        assert [proof.message for proof in proofs if not proof.holds] == []
        return [sentence for proof in proofs for sentence in proof.weak]

    return told


@pytest.fixture
def change(folder):
    """Replaces a text of exercise.yaml that it must contain."""

    def replaced(old, new):
        path = folder / "exercises" / "01_double" / "exercise.yaml"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return replaced


def only_of(asked, name):
    return [only for source, only, _ in asked if source == name]


def test_a_course_that_keeps_its_promises_has_no_broken_one_and_nothing_weak(broken, weak):
    assert broken() == {}
    assert weak() == []


def test_a_wrong_answer_is_graded_up_to_the_check_that_catches_it(linted):
    _, asked = linted()
    assert only_of(asked, "squared.py") == [("correctness", "purity")]


def test_one_that_the_check_does_not_catch_is_graded_whole_to_tell_what_does(linted):
    proofs, asked = linted({"squared.py": ("recompiles", {})})
    told = next(proof for proof in proofs if not proof.holds)
    assert told.message == "check purity is passed; failed: recompiles: recompiles differs"
    assert only_of(asked, "squared.py") == [("correctness", "purity"), ()]


def test_one_that_is_caught_only_the_second_time_is_not_proved(folder, broken, monkeypatch):
    found = iter(["check purity is passed; failed: none", ""])
    monkeypatch.setattr(answers, "_unmet", lambda *_: next(found))
    (folder / "solutions/01_double/wrong/correctness.py").unlink()
    (folder / "solutions/01_double/wrong/recompiles.py").unlink()
    assert broken() == {"wrong/squared.py": "check purity is passed; failed: none"}


def test_starter_solution_and_right_answers_are_graded_whole(linted):
    _, asked = linted()
    assert [only for name in ("starter.py", "solution.py", "other.py") for only in only_of(asked, name)] == [()] * 3


def test_all_of_an_exercise_is_graded_with_one_seed(linted):
    _, asked = linted()
    assert len({given["seed"] for _, _, given in asked}) == 1
    assert len(asked) == 6


@pytest.mark.parametrize(
    ("name", "lost", "subject", "words"),
    [
        ("starter.py", "", "starter.py", "the starter passes"),
        ("solution.py", "purity", "solution.py", "purity: purity differs"),
        ("other.py", "correctness", "right/other.py", "correctness: correctness differs"),
        ("squared.py", "", "wrong/squared.py", "check purity is passed; failed: none"),
        ("squared.py", "correctness", "wrong/squared.py", "check purity is passed; failed: correctness"),
    ],
)
def test_a_file_that_is_not_graded_as_promised_is_named(broken, name, lost, subject, words):
    told = broken({name: (lost, {})})
    assert list(told) == [subject]
    assert words in told[subject]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# expect: purity: a square\n", "without the words 'a square'"),
        ("# expect: puridy: differs\n", "there is no check 'puridy'; did you mean 'purity'?"),
        ("# expect: values: differs\n", "there is no check 'values'; known: correctness, purity, recompiles"),
        ("# expect: passed\n", "its first line says that it passes; that belongs under right/"),
        (SOLUTION, "its first line must be"),
    ],
)
def test_an_answer_whose_first_line_is_not_true_is_named(folder, broken, text, words):
    (folder / "solutions" / "01_double" / "wrong" / "squared.py").write_text(text)
    told = broken()
    assert list(told) == ["wrong/squared.py"]
    assert words in told["wrong/squared.py"]


def test_a_right_answer_that_is_to_fail_is_named(folder, broken):
    (folder / "solutions" / "01_double" / "right" / "other.py").write_text("# expect: purity: differs\n")
    words = "its first line says that it fails in purity; that belongs under wrong/"
    assert broken() == {"right/other.py": words}


def test_an_answer_that_says_nothing_is_not_graded(folder, linted):
    (folder / "solutions" / "01_double" / "wrong" / "squared.py").write_text(SOLUTION)
    _, asked = linted()
    assert only_of(asked, "squared.py") == []


@pytest.mark.parametrize("path", ["exercises/01_double/notes.txt", "solutions/01_double/wrong/data.csv"])
def test_a_stray_file_is_named(folder, broken, path):
    (folder / path).write_text("later")
    assert broken() == {"files": f"stray: {path.rpartition('/')[2]}"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[One., ", "[One., ' ', ", "nudge 2 is empty"),
        ("task: Return twice x.", "task: Return ___.", "blanks, marked ___, are to be filled in: the task"),
        ("nudges:", "hints: {TypeError: ' '}\nnudges:", "the hint for TypeError is empty"),
        ("nudges:", "hints: {TracerBoolConversion: Ask not.}\nnudges:", "did you mean 'TracerBoolConversionError'?"),
    ],
)
def test_a_text_that_is_missing_is_named(folder, broken, old, new, words):
    (folder / "exercises" / "01_double" / "exercise.yaml").write_text(EXERCISE.replace(old, new))
    told = broken()
    assert list(told) == ["texts"]
    assert words in told["texts"]


def test_all_that_an_author_left_open_is_told_at_once(folder, broken):
    text = EXERCISE.replace("Twice", "___").replace("Return", "___").replace("[One., ", "['', ___, ")
    (folder / "exercises" / "01_double" / "exercise.yaml").write_text(text)
    (folder / "exercises" / "01_double" / "starter.py").write_text("# ___\n")
    nudges, blanks = broken()["texts"].split("\n")
    assert nudges == "nudge 1 is empty"
    assert blanks.endswith(": the title, the task, nudge 2, starter.py")


def test_a_mistake_in_an_exercise_is_named_by_its_line(folder, broken):
    text = EXERCISE.replace("task: Return twice x.", "task: ''").replace("at_most", "atmost")
    (folder / "exercises" / "01_double" / "exercise.yaml").write_text(text)
    told = broken()
    assert list(told) == ["exercise.yaml"]
    assert "exercise.yaml:4: task must not be empty" in told["exercise.yaml"]
    assert "exercise.yaml:7: recompiles has no 'atmost'" in told["exercise.yaml"]


@pytest.fixture
def race(change):
    """Has the exercise judge speed, over the starter."""
    change("nudges", f"{RACE}nudges")


def at(ratio):
    return {"speedup": {"ratio": ratio, "threshold": 2}}


SPEED = {"starter.py": ("purity", at(1.0)), "solution.py": ("", at(6.0))}


@pytest.mark.usefixtures("race")
def test_a_solution_without_room_over_the_threshold_is_named(broken):
    fast = {**SPEED, "other.py": ("", at(6.0))}
    assert broken(fast) == {}
    told = broken({**fast, "solution.py": ("", at(5.9))})
    assert told == {"solution.py": "only 5.9× where 2× is asked; 3 times that is wanted"}


@pytest.mark.usefixtures("race")
@pytest.mark.parametrize(
    ("ratios", "widest", "tries"),
    [([5.0, 6.0], "", 2), ([5.0, 4.0, 6.0], "", 3), ([5.0, 5.5, 4.0, 6.0], "only 5.5× where 2× is asked", 3)],
)
def test_too_little_room_is_looked_for_twice_more_and_the_widest_counts(linted, ratios, widest, tries):
    proofs, asked = linted({**SPEED, "other.py": ("", at(6.0)), "solution.py": ("", map(at, ratios))})
    told = next(proof for proof in proofs if proof.subject == "solution.py")
    assert told.holds == (not widest)
    assert widest in told.message
    assert only_of(asked, "solution.py") == [(), *[("speedup",)] * (tries - 1)]


@pytest.mark.usefixtures("race")
def test_a_starter_that_is_raced_against_must_be_right(broken):
    told = broken({**SPEED, "starter.py": ("correctness", {})})
    assert "the starter must pass correctness" in told["starter.py"]


@pytest.mark.usefixtures("race")
@pytest.mark.parametrize(("ratio", "words"), [(1.3, ""), (1.5, "caught by its speed at 1.5× where 2× is asked")])
def test_an_answer_that_only_its_speed_gives_away_must_be_well_below_the_threshold(folder, broken, ratio, words):
    (folder / "solutions" / "01_double" / "wrong" / "squared.py").write_text("# expect: speedup: differs\n")
    told = broken({**SPEED, "squared.py": ("speedup", at(ratio))})
    assert (told == {}) == (not words)
    assert words in told.get("wrong/squared.py", "")


@pytest.mark.parametrize(
    ("at_least", "words"),
    [
        ("2", ""),
        ("{cpu: 2}", ""),
        ("{cpu: 2, gpu: 9}", "speedup: the threshold for gpu was not measured there, since this proof ran on cpu"),
        ("{cpu: 2, gpu: 9, tpu: 9}", "speedup: the thresholds for gpu and tpu were not measured there"),
    ],
)
def test_a_threshold_for_a_platform_that_the_proof_did_not_run_on_is_weak(change, weak, at_least, words):
    change("nudges", f"{RACE}nudges")
    change("at_least: 2", f"at_least: {at_least}")
    told = [line for line in weak({**SPEED, "other.py": ("", at(6.0))}) if "measured" in line]
    assert all(line.startswith(words) for line in told)
    assert len(told) == bool(words)


PENDING = {"speedup": {"status": "pending"}}


@pytest.mark.usefixtures("race")
@pytest.mark.parametrize(("undecided", "proved"), [(2, True), (3, False)])
def test_an_answer_whose_speed_is_undecided_is_timed_twice_more(folder, linted, undecided, proved):
    (folder / "solutions" / "01_double" / "wrong" / "squared.py").write_text("# expect: speedup: differs\n")
    seen = iter([PENDING] * undecided + [at(1.0)] * 2)
    proofs, _ = linted({**SPEED, "squared.py": ("speedup", seen)})
    told = next(proof for proof in proofs if proof.subject == "wrong/squared.py")
    assert told.holds == proved
    assert proved or "check speedup is pending (speedup differs)" in told.message


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("hidden: true", "hidden: false", "no case is hidden"),
        ("hint: Change nothing.", "hint: ' '", "purity has no hint"),
        ("hint: Change nothing.", "hint: TWICE!", "the hint of check purity only repeats a title"),
        ("hint: Change nothing.", "hint: ...", "the hint of check purity says no more than that it failed"),
        ("hint: Change nothing.", "hint: The result isn't right.", "the hint of check purity says no more"),
        ("nudges:", "hints: {TypeError: No side effects.}\nnudges:", "the hint for TypeError only repeats a title"),
        ("[One., ", "[", "1 nudges; write at least 2"),
        ("[One., ", "[One., 'One!', ", "nudge 2 repeats nudge 1"),
        ("[One., ", "[One., ..., ", "nudge 2 has no words; say what to think of next"),
        ("nudges:", "hints: {Zwoelf: Ask not.}\nnudges:", "hints: Zwoelf is no exception of Python, of jax"),
    ],
)
def test_a_text_that_helps_nobody_is_weak(change, weak, old, new, words):
    change(old, new)
    (told,) = weak()
    assert told.startswith(words)


def test_a_last_nudge_with_nothing_of_the_repair_is_weak(folder, change, weak):
    (folder / "solutions/01_double/solution.py").write_text("import jax\n@jax.jit\ndef double(x):\n    return x + x\n")
    assert weak() == [
        "the last nudge names nothing that the solution adds, such as `jax` or `jit`; let it be nearly the repair"
    ]
    change("return 2 * x", "Put jax.jit above it.")
    assert weak() == []


def test_an_exception_of_the_exercises_own_files_may_have_a_hint(folder, change, weak):
    change("nudges:", "hints: {TooLargeError: Halve it.}\nnudges:")
    (folder / "exercises/01_double/starter.py").write_text("class TooLargeError(ValueError):\n    pass\n")
    assert weak() == []


def test_a_hint_may_go_by_a_cause_that_the_grader_knows(change, weak, broken):
    change("nudges:", "hints: {carry-type: Keep the dtype.}\nnudges:")
    assert weak() == []
    change("carry-type", "carry-typ")
    assert "did you mean 'carry-type'" in broken()["texts"]


def test_an_exception_that_a_check_asks_for_may_not_be_misspelt(change, broken):
    change("nudges", "  - {check: raises, points: 0, call: {x: 1}, exceptions: [TypError]}\nnudges")
    assert broken()["texts"].startswith("raises: TypError is no exception")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("scn", "did you mean 'scan'?"),
        ("lax.scan", "did you mean 'scan'?"),
        ("fori_loop", "traces it to 'scan' or 'while'"),
        ("jnp.where", "traces it to 'select_n'"),
    ],
)
def test_what_structure_names_and_is_no_primitive_of_jax_is_named(change, broken, name, words):
    change("nudges", f"  - {{check: structure, points: 0, forbidden: [{name}, while]}}\nnudges")
    told = broken()["texts"]
    assert told.startswith(f"structure: forbidden: {name} is no primitive of jax")
    assert told.endswith(words)


def test_a_primitive_that_is_like_none_is_weak_unless_the_exercise_makes_it(folder, change, weak):
    change("nudges", "  - {check: structure, points: 0, any_of: [xyzzy]}\nnudges")
    assert weak() == ["structure: any_of: xyzzy is no primitive of jax that is known; is it ever in a program?"]
    (folder / "exercises/01_double/fixtures.py").write_text('P = Primitive("xyzzy")\n')
    assert weak() == []


def test_the_primitives_that_jax_makes_public_are_all_known():
    """Where a release of jax brings new ones, add them to PRIMITIVES."""
    from jax.extend.core import Primitive, primitives

    public = {one.name for one in vars(primitives).values() if isinstance(one, Primitive)}
    assert public - PRIMITIVES == set()


def test_what_becomes_of_python_s_names_are_primitives():
    assert {name for names in BECOMES.values() for name in names} <= PRIMITIVES
    assert not BECOMES.keys() & PRIMITIVES


@pytest.mark.parametrize("name", ["wrong/recompiles.py", "wrong/squared.py", "right/other.py"])
def test_an_answer_that_nobody_wrote_is_weak(folder, weak, name):
    (folder / "solutions/01_double" / name).unlink()
    (told,) = weak()
    assert {"recompiles": "fails in recompiles", "squared": "fails in purity", "other": "no right/ answer"}[
        name[6:-3]
    ] in told


def test_a_check_that_asks_for_more_than_wrong_answers_fail_in_it_is_weak(folder, change, weak):
    change("nudges", "  - {check: structure, points: 0, forbidden: [while], at_most: 9}\nnudges")
    (folder / "solutions/01_double/wrong/squared.py").write_text("# expect: structure: differs\n")
    lost = {"squared.py": ("structure", {}), "correctness.py": ("structure", {})}
    asks = "structure asks for forbidden, at_most, and 1 wrong answer fails in it; write one for each"
    assert asks in weak({"squared.py": ("structure", {})})
    (folder / "solutions/01_double/wrong/correctness.py").write_text("# expect: structure: differs\n")
    assert asks not in weak(lost)


@pytest.mark.parametrize(
    ("bound", "count", "words"),
    [
        (4, 1, ""),
        (5, 1, "at_most is 5 and the solution takes 1; honest conversions"),
        (6, 3, "with 6 calls"),
        (6, 6, ""),
    ],
)
def test_a_bound_on_compilations_that_lets_pass_what_it_is_to_catch_is_weak(change, weak, bound, count, words):
    change("at_most: 1, calls: [", 'at_most: 1, calls: [{x: "f32[4]"}, {x: "f32[4]"}, {x: "f32[4]"}, {x: "f32[4]"}, ')
    told = weak({"solution.py": ("", {"recompiles": {"count": count, "at_most": bound}})})
    assert [words in sentence for sentence in told] == [True] * bool(words)


def test_a_starter_that_earns_more_than_half_is_weak(weak):
    (told,) = weak(score=2.1)
    assert told.startswith("the starter earns 2.1 of 4 points, more than half")


def test_a_hint_that_says_what_its_check_says_is_weak(change, weak):
    change("hint: Change nothing.", "hint: Purity  differs")
    assert weak() == ["of wrong/squared.py purity says all that its hint says; let the hint tell what to try"]


@pytest.mark.parametrize(
    ("detail", "told"),
    [({"ratio": 12.34, "threshold": 10.0}, " at 12.3× where 10× is asked"), ({}, ""), ({"ratio": 2.0}, "")],
)
def test_an_answer_that_passes_a_speed_check_is_told_with_its_ratio(detail, told):
    assert (
        measured(
            CheckResult(name="speed", title="", status="passed", score=1.0, max_score=1.0, message="", detail=detail)
        )
        == told
    )
