"""PrairieLearn's results.json."""

from __future__ import annotations

import base64
import xml.etree.ElementTree as ET

import pytest

from grader.lms.formats.prairielearn import MOST, render
from grader.lms.result import Occasion, Result
from tests.lms.contracts.reading import valid
from tests.lms.formats import made


def tree(result, **given):
    data = render(result, Occasion(**given))
    assert len(data) <= MOST
    return valid(data, "prairielearn")


def test_each_check_is_a_test_with_points():
    found = tree(made.wrong())
    assert [(test["name"], test["points"], test["max_points"]) for test in found["tests"]] == [
        ("Right results", 1.5, 4.0),
        ("Speed", 0.0, 2.0),
    ]
    assert found["score"] == 0.25


def test_every_test_has_points_since_without_them_none_are_shown():
    assert all("points" in test for test in tree(made.pending())["tests"])


def test_the_speed_up_is_drawn():
    (picture,) = tree(made.right())["images"]
    svg = base64.b64decode(picture["url"].partition(",")[2])
    assert ET.fromstring(svg).tag.endswith("svg")


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result(usage="There is no exercise3.py."), "Not graded: There is no exercise3.py."),
        (made.broken(), "Not graded, and not your fault: The reference fails."),
    ],
)
def test_what_was_not_graded_costs_no_attempt(result, words):
    found = tree(result)
    assert found["gradable"] is False
    assert found["format_errors"] == [f"{words} This attempt does not count."]
    assert found["message"].startswith(words)


def test_pictures_are_left_out_before_any_text_where_it_becomes_too_large():
    texts = [made.check(name=f"c{at}", message="x" * length) for at, length in enumerate([20_000] * 49 + [10_000])]
    found = tree(made.result(made.FAST, *texts))
    assert "images" not in found
    assert "The pictures were left out" in found["message"]
    assert "Texts were shortened" not in found["message"]
    assert len(found["tests"][1]["message"]) == 20_000


def test_then_texts_are_shortened_and_that_is_said():
    found = tree(made.result(*(made.check(name=f"c{at}", message="é" * 20_000) for at in range(10))))
    assert "Texts were shortened" in found["message"]
    assert "more characters are not shown" in found["tests"][0]["message"]
