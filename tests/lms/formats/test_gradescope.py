"""Gradescope's results.json."""

from __future__ import annotations

import json

import msgspec
import pytest

from grader.lms.formats.gradescope import render
from grader.lms.result import Occasion, Result
from grader.model.digest import bears
from grader.reports import json as report_json
from grader.reports.setting import Setting
from tests.lms.contracts.reading import valid
from tests.lms.formats import made

KEY = b"k" * 32


def tree(result, **given):
    return valid(render(result, Occasion(**given)), "gradescope")


def test_each_check_is_a_test_with_its_points_and_what_it_found():
    values, speed = tree(made.wrong(), markup="text")["tests"]
    assert (values["name"], values["score"], values["max_score"], values["status"]) == (
        "Right results",
        1.5,
        4.0,
        "failed",
    )
    assert "Case `one` gives 2, *not* <1>." in values["output"]
    assert speed["name"] == "Speed (not judged: 0 of 2)"
    assert not {"status", "score"} & set(speed)


@pytest.mark.parametrize("markup", ["text", "md", "ansi"])
def test_texts_are_written_as_they_are_announced(markup):
    found = tree(made.wrong(), markup=markup)
    assert found["output_format"] == found["test_output_format"] == markup
    assert found["test_name_format"] == "text"
    written = {"text": "*not* <1>", "md": r"\*not\* &lt;1&gt;", "ansi": "\x1b[1mTry:"}
    assert written[markup] in found["tests"][0]["output"]


def test_what_is_pending_has_no_score_and_says_what_is_to_come():
    speed = tree(made.pending())["tests"][1]
    assert speed["name"] == "Speed (provisional: 2 points to come)"
    assert not {"score", "max_score", "status"} & set(speed)


def test_everything_is_visible_unless_it_is_said_to_be_hidden():
    assert {test["visibility"] for test in tree(made.hidden())["tests"]} == {"visible"}


@pytest.mark.parametrize("hidden", ["after_due_date", "after_published", "hidden"])
def test_hidden_cases_are_a_test_that_is_shown_later_and_no_text_tells_their_points(hidden):
    found = tree(made.hidden(), hidden=hidden, markup="text")
    assert [(test["visibility"], test["score"]) for test in found["tests"]] == [("visible", 2.0), (hidden, 0.0)]
    assert found["score"] == 2.0
    shown = json.dumps([found["output"], found["tests"][0]])
    assert "differs" not in shown
    assert "2 of 4" not in shown


def test_a_named_check_is_hidden_as_a_whole():
    named = msgspec.structs.replace(made.right().exercises[0], hidden=frozenset({"speed"}))
    found = tree(msgspec.structs.replace(made.right(), exercises=(named,)), hidden="hidden")
    assert [test["visibility"] for test in found["tests"]] == ["visible", "hidden"]
    assert found["leaderboard"] == []


def test_the_leaderboard_has_the_speed_up_the_largest_first():
    assert tree(made.right())["leaderboard"] == [{"name": "Speed", "value": 123.0, "order": "desc"}]


def test_a_speed_up_that_is_not_settled_is_on_no_leaderboard():
    assert tree(made.pending())["leaderboard"] == []


def test_extra_data_tells_the_seed_and_what_we_know_our_report_by():
    found = tree(made.right(), key=KEY)["extra_data"]
    (told,) = found["reports"]
    report = json.loads(report_json.render(made.right().exercises[0].report, Setting(key=KEY)))
    assert bears(report, KEY)
    assert (told["digest"], told["seed"]) == (report["digest"], "5e" * 16)


def test_without_a_key_and_for_what_was_not_run_there_are_no_empty_fields():
    ran, left = tree(made.unbegun())["extra_data"]["reports"]
    assert set(ran) == {"exercise", "sha256", "seed", "isolation", "jax"}
    assert set(left) == {"exercise"}


def test_what_could_not_be_graded_says_that_it_counts_0():
    found = tree(Result(usage="There is no file."), markup="text")
    assert (found["score"], found["output"]) == (0, "0 points, since nothing could be graded. There is no file.")


def test_it_tells_how_long_it_took():
    assert tree(made.right())["execution_time"] == 2.5
