"""The JSON Schema of exercise.yaml agrees with what the reader takes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import msgspec
import pytest

from grader.checks.registry import kinds
from grader.course import reference, schema
from grader.course.errors import Problems
from grader.course.examples import EXAMPLES, SCENE
from grader.course.meanings import ARGUMENTS, CHECK
from grader.course.spec_texts import FORMS
from grader.course.strict_yaml import read_yaml

REPOSITORY = Path(__file__).parents[2]
EXERCISE = """\
format: 1
title: Absolute value
function: "f(x, *, n)"
task: Write f.
jit: {static_argnames: [n]}
cases:
  - {x: -3, n: 2}
  - {name: drawn, hidden: true, weight: 2, args: {x: "f32[n] in [0, 1]", n: 4}, sizes: {m: 3}}
  - {x: {tuple: [1, {text: a}, {f32: [1, 2]}]}, n: {fixture: g, arguments: [key]}}
checks:
  - {check: correctness, points: 4, rtol: 0.001}
  - {check: raises, call: {x: 1, n: 2}, exceptions: [TypeError]}
  - {check: of-ones-own, anything: [1]}
limits: {wall: 60s, memory: 2GiB}
"""


def plain(text: str):
    return read_yaml(text.encode(), Problems("exercise.yaml")).plain()


@pytest.fixture
def validator() -> jsonschema.Draft202012Validator:
    made = schema()
    jsonschema.Draft202012Validator.check_schema(made)
    return jsonschema.Draft202012Validator(made)


def test_a_right_exercise_validates(validator):
    validator.validate(plain(EXERCISE))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("format: 1", "format: 2"),
        ("title: Absolute value", "titel: Absolute value"),
        ("x: -3", "x: 'float32[3]'"),
        ("weight: 2", "wieght: 2"),
        ("points: 4", "pionts: 4"),
        ("points: 4", "points: -4"),
        ("60s", "60"),
        ("static_argnames", "static_argname"),
        ("call: {x: 1, n: 2}", "call: [1]"),
        ("- {check: of-ones-own", "- {kind: of-ones-own"),
    ],
)
def test_a_slip_does_not_validate(validator, right, wrong):
    assert right in EXERCISE
    assert not validator.is_valid(plain(EXERCISE.replace(right, wrong)))


@pytest.mark.parametrize(
    "path", sorted((REPOSITORY / "exercises").glob("*/exercise.yaml")), ids=lambda path: path.parent.name
)
def test_every_exercise_of_the_course_validates(validator, path):
    validator.validate(plain(path.read_text("utf-8")))


def test_the_schema_that_exercises_name_is_up_to_date():
    """Renew it with ``grade schema > exercises/exercise.schema.json``."""
    stored = REPOSITORY / "exercises" / "exercise.schema.json"
    assert json.loads(stored.read_text("utf-8")) == schema()


def test_the_page_about_every_field_is_up_to_date():
    """Renew it with ``grade schema --format markdown > docs/exercise.md``."""
    assert (REPOSITORY / "docs" / "exercise.md").read_text("utf-8") == reference(schema())


@pytest.mark.parametrize("kind", sorted(kinds()))
def test_a_checks_docstring_names_all_its_fields(kind):
    part = schema()["$defs"][f"check-{kind}"]
    own = set(part["properties"]) - {"check", *CHECK}
    assert own <= set(re.findall(r"\w+", "".join(re.findall(r"``.*?``", part["description"]))))


@pytest.mark.parametrize("part", ["properties", "case"])
def test_every_field_of_an_exercise_and_of_a_case_is_explained(part):
    made = schema()
    fields = made["properties"] if part == "properties" else made["$defs"]["case"]["then"]["properties"]
    assert all(field["description"] for field in fields.values())


@pytest.mark.parametrize("form", ARGUMENTS)
def test_each_form_of_argument_that_is_explained_is_one(form, desk):
    desk.write("exercises/03_abs_static/fixtures.py", "def name():\n    return 1\n")
    text = f"format: 1\ntitle: T\nfunction: f(x)\ntask: T\ncases:\n  - x: {form}\nchecks: [{{check: correctness}}]\n"
    (case,) = desk.read(text).cases
    assert list(case.arguments) == ["x"]


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, some in EXAMPLES.items() for text in some])
def test_each_example_is_a_check_of_its_kind(desk, validator, kind, text):
    desk.write("exercises/03_abs_static/fixtures.py", "def used(f):\n    return {}\n")
    exercise = f"format: 1\ntitle: T\ntask: T\n{SCENE}checks:\n  - {text}\n"
    (check,) = desk.read(exercise).checks
    assert check.kind == kind
    validator.validate(json.loads(json.dumps(plain(exercise))))


def test_each_kind_has_examples_that_show_all_its_own_fields():
    shown = {kind: {key for text in some for key in plain(text)} for kind, some in EXAMPLES.items()}
    own = {
        kind: {field.encode_name for field in msgspec.structs.fields(cls)} - {*CHECK} for kind, cls in kinds().items()
    }
    some_show = {"rtol", "atol", "case", "cases", "dtype", "fixture", "integer_exact"}
    assert not [
        (kind, *fields - shown[kind] - some_show) for kind, fields in own.items() if fields - shown[kind] - some_show
    ]


def test_each_form_of_a_text_is_explained():
    assert set(FORMS) <= set(ARGUMENTS)
