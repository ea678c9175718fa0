"""What a CodeRunner template prints."""

from __future__ import annotations

import pytest

from grader.lms.formats.coderunner import render
from grader.lms.result import Occasion, Result
from tests.lms.contracts.reading import of_json, valid
from tests.lms.formats import made


def tree(result, **given):
    data = render(result, Occasion(**given))
    of_json(data, "coderunner")
    return valid(data, "coderunner")


def test_each_check_is_a_row():
    head, values, speed = tree(made.wrong())["testresults"]
    assert head == ["iscorrect", "Check", "Points", "Feedback", "ishidden"]
    assert values[:3] == [0, "Right results", "1.5 of 4 points"]
    assert "*not* &lt;1&gt;" in values[3]
    assert speed[:3] == [0, "Speed", "0 of 2 points"]


def test_it_is_one_line_of_json_alone():
    assert render(made.right(), Occasion()).count(b"\n") == 1


def test_hidden_cases_are_a_row_for_teachers_alone():
    assert [row[4] for row in tree(made.hidden(), hidden="hidden")["testresults"][1:]] == [0, 1]
    assert [row[4] for row in tree(made.hidden())["testresults"][1:]] == [0]


@pytest.mark.parametrize("result", [made.broken(), Result(usage="There is no code.")])
def test_what_was_not_graded_has_no_fraction_which_coderunner_calls_ungradable(result):
    assert set(tree(result)) == {"prologuehtml"}
