"""What ``grade explain`` shows."""

from __future__ import annotations

import msgspec
import pytest

from grader.model.answers import Traced
from grader.model.exercise import Source
from grader.reports.explanation import render
from grader.reports.setting import Setting

SETTING = Setting(source=Source(name="exercise3.py", data=b"x = 1\n"), path="exercise3.py")
PROGRAM = Traced(whole=True, equations=2, jaxpr="{ lambda ; a:f32[]. let\n    b:f32[] = neg a\n  in (b,) }")
VECTOR = msgspec.structs.replace(PROGRAM, jaxpr=PROGRAM.jaxpr.replace("f32[]", "f32[3]"))
LONG = Traced(whole=True, equations=500, jaxpr="\n".join(f"line {number}" for number in range(500)))


@pytest.fixture
def told(a_report, a_check):
    """The explanation of these programs and these details of checks."""

    def tell(*details, programs=(), **setting):
        checks = tuple(a_check(name=f"check-{at}", detail=detail) for at, detail in enumerate(details))
        return render(a_report(checks=checks), programs, msgspec.structs.replace(SETTING, **setting))

    return tell


def test_the_blueprint_is_shown_with_its_lines_kept(told):
    text = told(programs=[("case 1", PROGRAM, "")])
    assert "  case 1 (2 equations)\n    { lambda ; a:f32[]. let\n        b:f32[] = neg a\n      in (b,) }\n" in text


@pytest.mark.parametrize(
    ("program", "times"),
    [("{{ lambda ; . let  in ({0}:i32[],) }}", 1), ("{{ lambda ; a:i32[]. let  in (a, {0}) }}", 0)],
)
def test_that_programs_compute_nothing_for_want_of_inputs_is_said_once(told, program, times):
    alike = [(f"case {at}", Traced(whole=True, jaxpr=program.format(at)), "") for at in (1, 2)]
    text = told(programs=alike)
    assert text.count("(0 equations: every argument is static, so all") == times
    assert "case 2 (0 equations)" in text


def test_each_equation_stands_below_the_students_line_that_it_comes_from(told):
    placed = msgspec.structs.replace(PROGRAM, places=(0, 1, 0))
    text = told(programs=[("case 1", placed, "")])
    assert "let\n        # line 1: x = 1\n        b:f32[] = neg a\n      in (b,) }\n" in text


def test_a_line_that_the_file_does_not_have_is_not_shown(told):
    placed = msgspec.structs.replace(PROGRAM, places=(-3, 10**9, 2))
    assert told(programs=[("case 1", placed, "")]) == told(programs=[("case 1", PROGRAM, "")])


def test_cases_that_share_a_program_share_its_blueprint(told):
    text = told(programs=[("small", PROGRAM, ""), ("large", PROGRAM, "")])
    assert "small, large (2 equations)" in text
    assert text.count("lambda") == 1


def test_a_case_that_cannot_be_traced_says_why(told):
    assert "The value of x is not known." in told(programs=[("case 1", None, "The value of x is not known.")])


def test_a_python_function_around_jitted_ones_has_no_blueprint(told):
    assert "no program of its own" in told(programs=[("case 1", Traced(whole=False), "")])


def test_programs_that_differ_in_sizes_alone_are_shown_once(told):
    larger = msgspec.structs.replace(PROGRAM, jaxpr=VECTOR.jaxpr.replace("f32[3]", "f32[1000]"))
    integers = msgspec.structs.replace(PROGRAM, jaxpr=VECTOR.jaxpr.replace("f32[3]", "i32[3]"))
    text = told(programs=[("small", VECTOR, ""), ("large", larger, ""), ("integers", integers, "")])
    assert "small (2 equations); the same but for sizes: large\n" in text
    assert "integers (2 equations)\n" in text
    assert (text.count("lambda"), text.count("1000")) == (2, 0)


def test_programs_of_other_numbers_are_others(told):
    one, two = (Traced(whole=True, equations=1, jaxpr=f"a:f32[3] = mul b {number}.0:f32[]") for number in (1, 2))
    assert "the same" not in told(programs=[("one", one, ""), ("two", two, "")])


def test_a_long_blueprint_is_cut_and_says_how_to_see_the_rest(told):
    text = told(programs=[("case 1", LONG, "")])
    assert "    ... 420 more lines\n    420 lines are left out; --full shows all.\n" in text
    assert "line 499" not in text


def test_a_long_blueprint_is_cut_below_each_of_the_students_lines_and_shows_all_of_those(told):
    source = Source(name="exercise3.py", data=b"x = 1\ny = 2\n")
    placed = msgspec.structs.replace(LONG, places=(*[0] * 100, *[1] * 300, *[2] * 100))
    text = told(programs=[("case 1", placed, "")], source=source)
    assert "# line 1: x = 1\n    line 100\n" in text
    assert "# line 2: y = 2\n    line 400\n" in text
    assert text.count(" more lines\n") == 3


def test_a_long_blueprint_is_whole_where_that_is_asked(told):
    text = told(programs=[("case 1", LONG, "")], full=True)
    assert "line 499" in text
    assert "left out" not in text


def test_each_compilation_has_its_line_and_cause(told):
    rows = [
        {"program": "jit(f)", "line": 4, "cause": ""},
        {"program": "jit(f)", "line": 4, "cause": "arg x: f32[3] → f32[4]"},
    ]
    text = told({"compilations": rows})
    assert "exercise3.py:4  jit(f): first of its kind" in text
    assert "exercise3.py:4  jit(f): arg x: f32[3] → f32[4]" in text


def test_compilations_of_one_line_and_cause_are_told_once_and_counted(told):
    loop = {"program": "jit(scan)", "line": 9, "cause": "the loop runs outside jit"}
    eager = {"line": 4, "cause": "an operation outside jit"}
    rows = [loop, {"program": "jit(sin)", **eager}, loop, {"program": "jit(add)", **eager}, loop]
    text = told({"compilations": rows})
    assert "exercise3.py:9  jit(scan) 3 times: the loop runs outside jit" in text
    assert "exercise3.py:4  jit(sin), jit(add): an operation outside jit" in text
    assert (text.count("jit(scan)"), text.count("outside jit\n")) == (1, 2)


def test_faults_come_before_what_is_no_fault(told):
    rows = [
        {"kind": "memo", "fault": False, "line": 2, "subject": "cache", "detail": ""},
        {"kind": "global", "fault": True, "line": 7, "subject": "count", "detail": "`count` changed"},
    ]
    text = told({"findings": rows})
    assert text.index("exercise3.py:7  global: `count` changed") < text.index("memo: cache (no fault)")


def test_a_measured_ratio_has_its_range(told):
    text = told({"ratio": 120.0, "low": 100.0, "high": 150.0, "threshold": 50})
    assert "120 times as fast (between 100 and 150), asked: 50" in text


def test_times_of_several_sizes_stand_in_columns(told, timed):
    text = told(timed())
    assert "  elements  your function  the baseline\n        10          40 µs         12 µs\n" in text


def test_what_was_not_looked_at_is_said_to_be_so(told):
    text = told()
    assert text.count("This exercise does not look at it") == 3


def test_calls_in_which_nothing_was_compiled_are_told_so(told):
    assert "None was counted." in told({"kind": "recompiles", "compilations": []})


def test_compilations_are_told_to_be_those_of_the_calls_of_a_check(told):
    text = told({"compilations": [{"program": "jit(f)", "line": 4, "cause": ""}]})
    assert "For the check “Values” the grader makes several calls." in text


def test_a_pure_function_is_told_to_be_pure(told):
    assert "Nothing impure was seen." in told({"kind": "purity", "findings": []})


def test_an_escape_code_in_a_jaxpr_does_not_reach_the_terminal(told):
    evil = Traced(whole=True, equations=1, jaxpr="let \x1b[2J in")
    assert "\x1b" not in told(programs=[("case 1", evil, "")])
