"""Strict YAML: what unquoted words mean, what is refused, and on which line."""

from __future__ import annotations

import math

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course import CourseError, strict_yaml
from grader.course.errors import Problems
from grader.course.strict_yaml import read_yaml


def read(text: str | bytes):
    problems = Problems("a.yaml")
    node = read_yaml(text.encode() if isinstance(text, str) else text, problems)
    if len(problems):
        raise problems.error()
    return node


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def _loader(request, monkeypatch):
    monkeypatch.setattr(strict_yaml, "LOADER", getattr(yaml, request.param))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-6", 1e-6),
        ("1e3", 1000.0),
        ("6.", 6.0),
        (".5", 0.5),
        ("-3", -3),
        ("017", 17),
        ("0o17", 15),
        ("0x1F", 31),
        (".inf", math.inf),
        ("-.Inf", -math.inf),
        ("true", True),
        ("FALSE", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("on", "on"),
        ("yes", "yes"),
        ("No", "No"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("2026-11-29", "2026-11-29"),
        ("0b11", "0b11"),
        ("<<", "<<"),
        ("=", "="),
        ("'1'", "1"),
        ('"true"', "true"),
    ],
)
def test_unquoted_words_mean_what_yaml_1_2_says(text, value):
    found = read(f"key: {text}").plain()["key"]
    assert found == value
    assert type(found) is type(value)


def test_nan_is_a_number():
    assert math.isnan(read("a: .nan").plain()["a"])


def test_every_value_and_key_knows_its_line():
    node = read("a: 1\nb:\n  - x\n  - c: 2\n    d:\n      3\n")
    assert node.at("b", 1, "c") == 4
    assert node.at("b", 1, "d") == 5
    assert node.inner("b", 1, "d").line == 6
    assert node.at("b", 7, "c") == 2


def test_an_empty_file_is_null():
    assert read("# nothing\n").value is None


@pytest.mark.usefixtures("_loader")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", "a.yaml:3: 'a' stands twice in one map (first in line 1)"),
        ("a: {x: 1, x: 2}\n", "a.yaml:1: 'x' stands twice"),
        ("a: 1\nb: *c\n", "a.yaml:2: '*c' is an alias"),
        ("a: &c 1\n", "a.yaml:1: '&c' is an anchor"),
        ("a: !!python/name:os.system 1\n", "a.yaml:1: 'tag:yaml.org,2002:python/name:os.system' is a tag"),
        ("a: !x [1]\n", "a.yaml:1: '!x' is a tag"),
        ("a: 1\n---\nb: 1\n", "a.yaml:2: a second document begins here"),
        ("a:\n\t- b\n", "a.yaml:2: a tab cannot indent"),
        ("a: 1\nb: @x\n", "a.yaml:2: a text cannot begin with '@'"),
        ("a: 1\nb: [1, 2\nc: 3\n", "a.yaml:2: the '[' of this line is not closed"),
        ("a: 1\nb: 'x\n\n", "a.yaml:2: a quote of this line is never closed"),
        ("a: b: c\n", "a.yaml:1: a ':' cannot stand here"),
        ("a: 1\nb\nc: 3\n", "a.yaml:2: a ':' is missing after this line's key"),
        ("a: |\n  x\n\ny and\nz\nc: 3\n", "a.yaml:4: this line has no key; if it belongs to the text of line 1"),
        ("a: |\n  x\nthe y: z\nz\n", "a.yaml:4: this line has no key; if it belongs to the text of line 1"),
        ("a: |\n  x\n**y**\n", "a.yaml:3: this line has no key; if it belongs to the text of line 1"),
        ("- a: >-\n    x\n\n  y\n", "a.yaml:4: this line has no key; if it belongs to the text of line 1"),
        ("a: |\n  x\nb: c: d\n", "a.yaml:3: a ':' cannot stand here"),
        ("- |\n  x\n- @y\n", "a.yaml:3: a text cannot begin with '@'"),
        ("- a\nb: 1\n", "a.yaml:2: this line does not fit"),
        ("[a]: 1\n", "a.yaml:1: a key must be a word or a number"),
        ("true: 1\n", "a.yaml:1: a key must be a word or a number"),
        ("a: 1\nb: \x07\n", "a.yaml:2: this line holds a control character (U+0007)"),
        ("a: " + "[" * 200 + "]" * 200, "a.yaml:1: nested deeper than 50 levels"),
    ],
)
def test_what_is_refused_is_told_with_its_line(text, message):
    with pytest.raises(CourseError) as caught:
        read(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_text_that_is_not_utf_8_is_told_with_its_line():
    with pytest.raises(CourseError, match=r"a.yaml:2: this line is not UTF-8"):
        read(b"a: 1\nb: \xff\n")


def test_a_byte_order_mark_and_windows_line_endings_are_no_matter():
    assert read(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n").plain() == {"a": 1, "b": 2}


def test_a_file_too_large_is_refused():
    with pytest.raises(CourseError, match="larger than 1 MiB"):
        read(b"#" * ((1 << 20) + 1))


def test_several_duplicate_keys_are_told_at_once():
    with pytest.raises(CourseError) as caught:
        read("a: 1\na: 2\nb: 1\nb: 1\n")
    assert [problem.line for problem in caught.value.problems] == [2, 4]


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=60), st.text(alphabet="ab:-[]{}&*!#'\" \n\t,?|>%@01.\x00é", max_size=40)))
def test_any_bytes_are_read_or_refused_with_sentences(data):
    """Nothing but CourseError leaves the reader."""
    try:
        read(data)
    except CourseError as error:
        assert str(error)  # noqa: PT017 - most inputs raise nothing
