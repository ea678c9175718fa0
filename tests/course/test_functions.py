"""An exercise that asks for several functions: which case and which check is of which."""

from __future__ import annotations

import pytest

from grader.course import CourseError
from grader.model.questions import JitOptions

BOTH = """\
format: 1
title: Both
function: "histogram(idx, n)"
jit: {static_argnames: [n]}
also:
  - {function: "window(x, i)"}
  - {function: "size()"}
task: Write both.
cases:
  - {idx: {i32: [0, 1]}, n: 3}
  - {name: start, of: window, args: {x: "f32[8]", i: 0}}
  - {name: none, of: size, args: {}}
checks:
  - {check: correctness, points: 4}
  - {check: recompiles, of: window, name: starts, at_most: 1, calls: [{x: "f32[8]", i: 0}]}
  - {check: correctness, name: window, of: window}
  - {check: correctness, name: size, of: size}
"""
SIZE = '{function: "size()"}'


def test_each_function_is_an_exercise_with_its_own_cases_and_checks(desk):
    first, window, size = desk.read(BOTH).parts
    assert [case.name for case in first.cases] == ["case 1"]
    assert [case.name for case in window.cases] == ["start"]
    assert [check.name for check in window.checks] == ["starts", "window"]
    assert (first.jit, window.jit) == (JitOptions(static_argnames=("n",)), JitOptions())
    assert [case.arguments for case in size.cases] == [{}]


def test_the_calls_of_a_check_are_calls_of_its_function(desk):
    (starts,) = (check for check in desk.read(BOTH).checks if check.name == "starts")
    assert list(starts.calls[0].arguments) == ["x", "i"]


def test_an_exercise_with_one_function_is_its_only_part(desk):
    exercise = desk.read()
    assert exercise.parts == (exercise,)
    assert {check.of for check in exercise.checks} == {""}


def test_checks_are_judged_function_by_function(desk):
    assert [check.name for check in desk.read(BOTH).judged] == ["correctness", "window", "starts", "size"]


def test_a_title_says_which_function_a_check_is_of(desk):
    shown = {check.name: check.shown for check in desk.read(BOTH).checks}
    assert shown["correctness"] == "Right results (histogram)"
    assert (shown["window"], shown["starts"]) == ("Right results (window)", "Compilations (window, starts)")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("name: start, of: window", "name: start, of: windw", "11: cases[1].of: there is no function 'windw'; did you"),
        ("name: window, of: window", "name: window, of: [1]", "16: checks[2].of: there is no function '[1]'; known:"),
        ("i: 0}}\n", "j: 0}}\n", "11: window has no parameter 'j'"),
        ('calls: [{x: "f32[8]", i: 0}]', "calls: [{idx: 1, n: 2}]", "15: window has no parameter 'idx'"),
        ('calls: [{x: "f32[8]", i: 0}]', "calls: [{of: size, args: {}}]", "15: checks[1].calls[0].of: there is no"),
        (SIZE, "{function: size}", "12: 'size' is a value that is read"),
        (SIZE, '{function: "window(y)"}', "7: also[1].function: the exercise has a function 'window'"),
        (SIZE, '{function: "size()", jit: nine}', "7: also[1].jit must be 'submission' or 'none' or a map"),
        (SIZE, '{fuction: "size()"}', "7: a function of also has no 'fuction'; did you mean 'function'?"),
        (SIZE, '{function: "size("}', "7: also[1].function: 'size(' is no signature"),
        ("  - {check: correctness, name: size, of: size}\n", "", "14: no check is of size; add one"),
        ("name: size, of", "name: traces-size, of", "17: checks[3].name: 'traces-size' is the name of a check"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(desk, old, new, message):
    assert BOTH.count(old) == 1
    with pytest.raises(CourseError) as error:
        desk.read(BOTH.replace(old, new))
    told = [f"{one.line}: {one.message}" for one in error.value.problems]
    assert any(one.startswith(message) for one in told), told
