"""Reading an exercise's folder: what becomes of it, and everything that is wrong in it at once."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.course import CourseError, read_exercise
from grader.model.exercise import ArraySpec, Limits, Signature
from grader.model.questions import JitOptions
from grader.model.values import Scalar

CHECKS = """\
from __future__ import annotations

import grader
from grader.model.exercise import Case


class Sums(grader.Check, tag="sums", frozen=True, kw_only=True):
    '''Sums.'''

    parts: tuple[Case, ...]
    one: Case | None = None
    at_least: float = 1.0
    by: tuple[str, ...] = ()

    def __post_init__(self):
        if self.at_least < 0:
            raise ValueError("at_least is a bound above 0")

    def problems(self, exercise):
        return [(f"by[{i}]", f"no parameter '{word}'") for i, word in enumerate(self.by)
                if word not in exercise.signature.positional]
"""

FULL = """\
function: "f(x, *, n)"
teaches: [a, b]
jit: {static_argnames: [n]}
cases:
  - {x: -3, n: 2}
  - {name: b, hidden: true, weight: 2, tag: t, args: {x: "f32[n, m] in [0, 1]", n: 4}, sizes: {m: 3}}
  - {x: {tuple: [1, {text: a}, {f32: [1, 2]}, "key(7)"]}, n: "numpy f64(2.0)"}
checks:
  - {check: correctness, name: a, points: 4, rtol: 1e-3, cases: [b], vmap: [x], dtype: any}
  - {check: raises, call: {x: 1, n: 2}, exceptions: [TypeError]}
  - {check: structure, growth: {cases: [case 1, b], at_most: 2}, equal: [b, b]}
  - {check: gradient, by: [x], cases: [b]}
  - {check: speedup, over: starter, case: b, at_least: {cpu: 5}}
hints: {TypeError: a}
nudges: [a, b, c]
limits: {wall: 60s, memory: 2GiB}
"""

HEAD = "format: 1\ntitle: T\ntask: Do.\n"


def problems(desk, text: str) -> list[str]:
    """Returns the lines of the error, without the file's name."""
    with pytest.raises(CourseError) as caught:
        desk.read(text)
    return [line.removeprefix("exercises/03_abs_static/exercise.yaml:") for line in str(caught.value).split("\n")]


def own(desk, check: str, function: str = "f(x)") -> list[str]:
    """Returns what is wrong with an exercise that has one check of its own kind, in line 6."""
    desk.write("exercises/03_abs_static/checks.py", CHECKS)
    return problems(desk, f'{HEAD}function: "{function}"\nchecks:\n  - {check}\n')


def test_a_right_exercise_is_read_whole(desk):
    exercise = desk.read()
    assert (exercise.number, exercise.slug, exercise.title) == (3, "abs_static", "Absolute value")
    assert exercise.signature == Signature(name="f", positional=("x",), keyword=("n",))
    assert exercise.jit == JitOptions()
    assert exercise.starter.name == "starter.py"
    assert exercise.starter.data.startswith(b"def f")
    assert exercise.points == 4
    assert [check.name for check in exercise.checks] == ["correctness"]
    first, second = exercise.cases
    assert (first.name, first.hidden, first.weight) == ("case 1", False, 1)
    assert first.arguments == {"x": Scalar(type="int", text="-3"), "n": Scalar(type="int", text="2")}
    assert (second.name, second.hidden, second.weight) == ("drawn", True, 2)
    assert second.arguments["x"] == ArraySpec(dtype="float32", shape=(4,), low=0, high=1)


def test_the_files_beside_it_are_found(desk):
    desk.write("solutions/03_abs_static/solution.py", "s = 1\n")
    desk.write("exercises/03_abs_static/fixtures.py", "def make(): ...\n")
    desk.write("exercises/03_abs_static/baseline.py", "b = 1\n")
    recorded = desk.write("exercises/03_abs_static/expected.msgpack", b"")
    exercise = desk.read()
    assert exercise.solution.data == b"s = 1\n"
    assert exercise.fixtures.name == "fixtures.py"
    assert exercise.baselines.data == b"b = 1\n"
    assert exercise.expectations == recorded


def test_the_course_s_limits_hold_where_the_exercise_says_nothing(desk):
    desk.write("course.yaml", "title: A course\nlimits: {wall: 2m, memory: 512MiB}\n")
    exercise = desk.read(f'{HEAD}function: "f(x)"\nchecks: []\nlimits: {{wall: 1500ms}}\n')
    assert exercise.limits == Limits(wall=1.5, memory=512 << 20)


def test_a_value_that_is_read_needs_no_jit(desk):
    exercise = desk.read(f"{HEAD}function: PREDICTED\nchecks: []\n")
    assert exercise.signature == Signature(name="PREDICTED", called=False)
    assert exercise.jit == "none"


def test_jit_options_are_read(desk):
    exercise = desk.read(f'{HEAD}function: "f(x, *, n)"\njit: {{static_argnames: [n]}}\nchecks: []\n')
    assert exercise.jit == JitOptions(static_argnames=("n",))


def test_sizes_come_from_sizes_first_and_then_from_a_whole_number_of_that_name(desk):
    cases = 'cases:\n  - {n: 3, x: "f32[n]"}\n  - {args: {x: "f32[n]", n: 3}, sizes: {n: 2}}\n'
    exercise = desk.read(f'{HEAD}function: "f(x, n)"\nchecks: []\n{cases}')
    assert [case.arguments["x"].shape for case in exercise.cases] == [(3,), (2,)]


def test_a_check_of_ones_own_reads_its_cases(desk):
    desk.write("exercises/03_abs_static/checks.py", CHECKS)
    exercise = desk.read(
        f'{HEAD}function: "f(x)"\nchecks:\n'
        "  - {check: sums, parts: [{x: 1}, {name: b, args: {x: 2}}], one: {x: 3}}\n"
    )
    (check,) = exercise.checks
    assert check.name == "sums"
    assert [case.name for case in check.parts] == ["call 1", "b"]
    assert check.one.arguments == {"x": Scalar(type="int", text="3")}


def test_the_field_of_a_check_that_is_misspelt_is_named_with_the_nearest(desk):
    assert own(desk, "{check: sums, parts: [], atleast: 3}") == ["6: sums has no 'atleast'; did you mean 'at_least'?"]


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ("{check: correctness, cases: [on]}", "checks[0].cases: no case or tag is called 'on'; did you mean 'one'?"),
        ("{check: correctness, vmap: [X]}", "checks[0].vmap: 'X' is no positional parameter; did you mean 'x'?"),
        ("{check: purity, allow: [prnt]}", "checks[0].allow: no finding is called 'prnt'; did you mean 'prints'?"),
        (
            "{check: structure, growth: {cases: [one, tow], at_most: 1}}",
            "checks[0].growth.cases: no case or tag is called 'tow'; did you mean 'two'?",
        ),
        (
            "{check: structure, growth: {cases: [one, two], atmost: 1}}",
            "checks[0].growth: there is no 'atmost'; did you mean 'at_most'?",
        ),
        ("{check: memory, temporary: {ovr: solution}}", "checks[0].temporary: there is no 'ovr'; did you mean 'over'?"),
        ("{check: raises, exception: [E], call: {x: 1}}", "raises has no 'exception'; did you mean 'exceptions'?"),
    ],
)
def test_whatever_is_misspelt_in_a_check_gets_the_nearest_word_and_is_not_told_to_be_missing(desk, check, message):
    cases = "cases: [{name: one, args: {x: 1}}, {name: two, args: {x: 2}}]"
    assert problems(desk, f'{HEAD}function: "f(x)"\n{cases}\nchecks:\n  - {check}\n') == [f"7: {message}"]


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ("{check: sum, parts: []}", "there is no check 'sum'; did you mean 'sums'?"),
        ("{check: pureness}", "there is no check 'pureness'; known: correctness, "),
        ("{parts: []}", "checks[0] does not say which check it is"),
        ("sums", "checks[0] must be a map like {check: correctness, points: 4}"),
        ("{check: sums}", "sums needs 'parts'"),
        ("{check: sums, parts: [], points: many}", "checks[0].points: must be a number, not 'many'"),
        ("{check: sums, parts: [], points: -1}", "checks[0].points must not be below 0"),
        ("{check: sums, parts: [], points: .inf}", "checks[0].points must not be below 0, nor endless"),
        ("{check: sums, parts: [], name: 'a b'}", "checks[0].name: 'a b' may have letters, digits, '_' and '-' only"),
        (
            "{check: sums, parts: [], name: traces}",
            "checks[0].name: 'traces' is the name of a check that every report has",
        ),
        ("{check: sums, parts: [], by: [x, y]}", "checks[0].by[1]: no parameter 'y'"),
        ("{check: sums, parts: [], by: x}", "checks[0].by: must be a list, not 'x'"),
        ("{check: sums, parts: [], at_least: -1}", "sums: at_least is a bound above 0"),
        ("{check: sums, parts: {x: 1}}", "checks[0].parts must be a list of cases"),
        ("{check: sums, parts: [{y: 1}]}", "f has no parameter 'y'; known: x"),
        ("{check: sums, parts: [3]}", "checks[0].parts[0]: a case is a map of parameters, like {x: 1}"),
    ],
)
def test_what_is_wrong_with_a_check_is_told(desk, check, message):
    assert own(desk, check)[0].startswith(f"6: {message}")


@pytest.mark.parametrize(
    ("accelerator", "at_least", "names"),
    [
        ("cpu", "{cpu: 5}", ""),
        ("gpu", "5", ""),
        ("tpu", "{cpu: 5, any: 2}", ""),
        ("cpu", "{gpu: 5}", "cpu"),
        ("gpu", "{cpu: 5}", "gpu"),
        ("tpu", "{cpu: 5, gpu: 5}", "tpu"),
        ("any", "{cpu: 5}", "gpu and tpu"),
    ],
)
def test_speed_needs_a_threshold_where_the_course_marks_it(desk, accelerator, at_least, names):
    desk.write("course.yaml", f"title: A course\naccelerator: {accelerator}\n")
    check = f"{{check: speedup, over: starter, case: one, at_least: {at_least}}}"
    text = f'{HEAD}function: "f(x)"\ncases: [{{name: one, args: {{x: "f32[4]"}}}}]\nchecks:\n  - {check}\n'
    if not names:
        assert desk.read(text).checks
        return
    [told] = problems(desk, text)
    assert told.startswith(f"7: checks[0].at_least: it asks for nothing on {names}, where course.yaml has speed marked")


def test_a_wrong_signature_is_all_that_is_told_where_cases_depend_on_it(desk):
    (told,) = own(desk, "{check: sums, parts: [{x: 1}]}", function="f(")
    assert told.startswith("4: function: 'f(' is no signature")


def test_two_checks_of_a_kind_must_be_named(desk):
    told = own(desk, "{check: sums, parts: []}\n  - {check: sums, parts: []}")
    assert told == ["7: two checks are called 'sums'; give each of them a 'name' of its own"]


def test_a_checks_py_that_does_not_run_is_told_under_its_own_name(desk):
    desk.write("exercises/03_abs_static/checks.py", "import nothing_of_that_name\n")
    assert problems(desk, f'{HEAD}function: "f(x)"\nchecks: []\n') == [
        "exercises/03_abs_static/checks.py: ModuleNotFoundError: No module named 'nothing_of_that_name'"
    ]


def test_a_private_class_of_a_checks_py_is_no_kind_of_check(desk):
    desk.write(
        "exercises/03_abs_static/checks.py",
        "import grader\nclass _Base(grader.Check, frozen=True, kw_only=True): ...\n"
        "class Sums(_Base, tag='sums', frozen=True, kw_only=True): ...\n",
    )
    (told,) = problems(desk, f'{HEAD}function: "f(x)"\nchecks:\n  - check: zzzzz\n')
    assert "_Base" not in told
    assert "sums" in told


def test_a_check_that_fails_on_looking_at_the_exercise_is_told(desk):
    desk.write(
        "exercises/03_abs_static/checks.py",
        "import grader\nclass K(grader.Check, tag='k', frozen=True, kw_only=True):\n"
        "    def problems(self, exercise):\n        return exercise.nothing\n",
    )
    (told,) = problems(desk, f'{HEAD}function: "f(x)"\nchecks:\n  - check: k\n')
    assert told.startswith("6: the check 'k' cannot look at this exercise: AttributeError")


def test_all_that_is_wrong_is_told_at_once_in_the_order_of_lines(desk):
    text = """\
format: 2
titel: T
function: "f(x, *, n)"
jit: submision
cases:
  - {x: 1}
  - {x: "float32[3]", n: 1}
  - {x: 1, m: 2, n: 3}
  - {args: {x: 1, n: 1}, wieght: 2}
checks:
  - {check: correctness, pionts: 4}
limits: {wall: 60, memory: 2TB, output: 1mib}
hints: {TypeError: x,
  Other: 3}
"""
    assert problems(desk, text) == [
        "1: format must be 1, the only one that this version of jitgrade reads, not 2",
        "1: an exercise needs 'task'",
        "2: an exercise has no 'titel'; did you mean 'title'?",
        (
            "4: jit must be 'submission' or 'none' or a map of jax.jit's options, not 'submision'; "
            "did you mean 'submission'?"
        ),
        "6: cases[0] gives no 'n', which f takes",
        "7: cases[1].x: there is no dtype 'float32'; did you mean 'f32'?",
        "8: f has no parameter 'm'; known: x, n",
        "9: a case has no 'wieght'; did you mean 'weight'?",
        "11: correctness has no 'pionts'; did you mean 'points'?",
        "12: limits.wall: 60 is not a duration, like 60s, 2m or 500ms",
        "12: limits.memory: '2TB' is not a size, like 2GiB or 512MiB",
        "12: limits.output: '1mib' is not a size, like 2GiB or 512MiB; did you mean 1MiB?",
        "14: hints.Other: must be a text, not 3",
    ]


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        ("- {x: 1, hidden: true}", "6: 'hidden' needs the long form of a case: {hidden: …, args: {x: 1}}"),
        ("- {name: a, args: {x: 1}}\n  - {name: a, args: {x: 2}}", "7: two cases of cases are called 'a'"),
        ("- {args: {x: 1}, weight: 0}", "6: cases[0].weight must be above 0"),
        ("- {args: 3}", "6: cases[0].args is a map of parameters"),
        ("- {args: {x: 1}, name: ''}", "6: cases[0].name must be a text"),
        ("- {args: {x: 1}, hidden: 1}", "6: cases[0].hidden: must be true or false, not 1"),
        ("- {args: {x: 1}, sizes: {n: -1}}", "6: cases[0].sizes must not be below 0"),
        ("- {x: {fixture: g}}", "6: cases[0].x: the fixture 'g' needs a fixtures.py in the exercise's folder"),
    ],
)
def test_what_is_wrong_with_a_case_is_told(desk, cases, message):
    assert problems(desk, f'{HEAD}function: "f(x)"\ncases:\n  {cases}\nchecks: []\n')[0].startswith(message)


def test_a_key_like_none_is_told_with_those_there_are_instead_of_one_that_was_not_meant(desk):
    (told,) = problems(desk, f'{HEAD}function: "f(x)"\nclues: [Halve it.]\nchecks: []\n')
    assert told.startswith("5: an exercise has no 'clues'; known: format, title, function, ")
    assert "nudges" in told


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("hiden: true", "a case has no 'hiden'; did you mean 'hidden'?"),
        ("hidden: yes", "cases[0].hidden: must be true or false, not 'yes'"),
        ("weight: two", "cases[0].weight: must be a number, not 'two'"),
    ],
)
def test_a_wrong_field_of_a_named_case_is_all_that_is_told(desk, field, message):
    case = f"{{name: a, args: {{x: 1}}, {field}}}"
    assert problems(desk, f'{HEAD}function: "f(x)"\ncases: [{case}]\nchecks: []\n') == [f"5: {message}"]


@pytest.mark.parametrize(
    "function", ["f(", "f(x", "f(x=1)", "f(*a)", "f(**k)", "f(x, /)", "f(x) -> y", "1f(x)", "a.b(x)"]
)
def test_a_signature_that_is_none_is_told(desk, function):
    (told,) = problems(desk, f'{HEAD}function: "{function}"\nchecks: []\n')
    assert told.startswith(f"4: function: '{function}' is no signature; write it like \"g(x, *, n)\"")


@pytest.mark.parametrize(
    ("jit", "message"),
    [
        ("{static_argnames: [m]}", "jit.static_argnames: f has no parameter 'm'"),
        ("{static_argnums: [1]}", "jit.static_argnums: f has 1 positional parameters, counted from 0; there is no 1"),
        ("{static_argnum: [0]}", "jit has no 'static_argnum'; did you mean 'static_argnums'?"),
        ("{static_argnums: 0}", "jit.static_argnums: must be a list, not 0"),
    ],
)
def test_jit_options_that_cannot_be_meant_are_told(desk, jit, message):
    assert problems(desk, f'{HEAD}function: "f(x)"\njit: {jit}\nchecks: []\n')[0].startswith(f"5: {message}")


def test_a_value_that_is_read_has_no_cases(desk):
    (told,) = problems(desk, f"{HEAD}function: PREDICTED\ncases: [{{x: 1}}]\nchecks: []\n")
    assert told == "5: 'PREDICTED' is a value that is read, so it has no cases"


def test_fixtures_are_looked_up_without_running_the_file(desk):
    desk.write("exercises/03_abs_static/fixtures.py", "raise SystemExit\ndef double(x): ...\nTABLE: int = 3\n")
    text = f'{HEAD}function: "f(x)"\nchecks: []\ncases:\n  - x: {{fixture: TABLE}}\n  - x: {{fixture: duoble}}\n'
    assert problems(desk, text) == ["8: cases[1].x: fixtures.py defines no 'duoble'; did you mean 'double'?"]


def test_a_missing_starter_is_told(desk):
    folder = desk.exercise()
    (folder / "starter.py").unlink()
    with pytest.raises(CourseError, match=r"exercises/03_abs_static/starter.py: is missing"):
        read_exercise(folder, desk.course())


def test_a_missing_exercise_yaml_is_told(desk):
    with pytest.raises(CourseError, match=r"exercises/04_x/exercise.yaml: is missing"):
        read_exercise(desk.root / "exercises/04_x", desk.course())


def test_a_folder_without_a_number_is_told(desk):
    with pytest.raises(CourseError, match="must be called like 03_abs_static"):
        read_exercise(desk.exercise(folder="abs"), desk.course())


def test_a_file_that_is_no_map_is_told(desk):
    assert problems(desk, "- a\n")[0].startswith("1: an exercise must be a map")


def test_an_exercise_that_uses_everything_is_read(desk):
    assert len(desk.read(HEAD + FULL).checks) == 5


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_however_an_exercise_is_damaged_only_a_course_error_comes_of_it(desk, data):
    text = (HEAD + FULL).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        row = data.draw(st.integers(0, len(text) - 1))
        start = data.draw(st.integers(0, len(text[row])))
        end = data.draw(st.integers(start, len(text[row])))
        new = data.draw(
            st.sampled_from(
                ["", " ", "[", "]", "{", ": ", "- ", "x", "-1", ".nan", "null", "[1, {a: 2}]", "'", "1e999", "9" * 30]
            )
        )
        text[row] = text[row][:start] + new + text[row][end:]
    try:
        desk.read("\n".join(text))
    except CourseError as error:
        assert str(error)  # noqa: PT017 - some damage does no harm
