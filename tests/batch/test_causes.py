"""What many failures have in common."""

from __future__ import annotations

import pytest

from grader.batch.causes import cause, named_cause


def test_a_named_cause_goes_before_the_message(a_check):
    check = a_check(status="failed", message="Line 5: …", detail={"cause": "python-if"})
    assert (cause(check), named_cause(check)) == ("python-if", "python-if")


def test_impurity_is_named_by_its_first_fault(a_check):
    rows = [{"kind": "memo", "fault": False}, {"kind": "prints", "fault": True}, {"kind": "global", "fault": True}]
    assert cause(a_check(status="failed", detail={"findings": rows})) == "prints"


@pytest.mark.parametrize("detail", [{"cause": ""}, {"cause": 3}, {"findings": "no"}, {"findings": [1]}, {}])
def test_a_detail_that_names_nothing_leaves_the_message(a_check, detail):
    check = a_check(status="failed", message="It differs.", detail=detail)
    assert (cause(check), named_cause(check)) == ("It differs.", "")


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ("Compiled 7 times, at most 5.", "Compiled 12 times, at most 5.", "Compiled N times, at most N."),
        ("Got -2.5e-3, not nan.", "Got 1, not 0.25.", "Got N, not N."),
        ("Expected [1. 2. 3.] here.", "Expected [4.] here.", "Expected [N] here."),
        ("There is no `my_fun` here.", "There is no `f2` here.", "There is no `…` here."),
        ("Case 'a' is wrong. Because 1.", "Case 'b\n' is wrong. Because 2.", "Case '…' is wrong."),
    ],
)
def test_names_code_and_numbers_are_left_open(a_check, one, other, common):
    assert cause(a_check(message=one)) == cause(a_check(message=other)) == common


@pytest.mark.parametrize("message", ["Use `jax.jit` with float32.", "The `if` needs f32[] values."])
def test_what_all_files_have_in_common_stays(a_check, message):
    assert cause(a_check(message=message)) == message


def test_a_cause_is_one_short_line_without_control_characters(a_check):
    found = cause(a_check(message="\x1b[31mone\ntwo\u202e " + "x" * 1000))
    assert found.startswith("one two xxx")
    assert len(found) == 160
