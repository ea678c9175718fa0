"""JSON, JUnit and HTML."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import msgspec
import pytest

from grader.model.digest import bears
from grader.model.exercise import Source
from grader.model.report import LaterRun
from grader.reports import FORMATS, renderer
from grader.reports.setting import Setting
from grader.reports.words import stack

SCHEMA = json.loads((Path(__file__).parents[1] / "report.schema.json").read_text(encoding="utf-8"))
SETTING = Setting(source=Source(name="exercise3.py", data=b"x = '<b>'\n"), path="exercise3.py")
NASTY = '<script>alert(1)</script> & "quoted" ]]> \x00\x1b[31m\ufffe\u202e end'


@pytest.fixture
def nasty(a_report, a_check):
    """A failed report full of texts that mean something in some format."""
    return a_report(
        title=NASTY,
        status="failed",
        checks=(
            a_check(
                status="failed", score=1.5, message=NASTY, hint=NASTY, line=1, detail={"cases": [], "low": math.nan}
            ),
            a_check(status="skipped", score=0.0, message=NASTY),
            a_check(name="speed", title="Speed", status="pending", score=None, message="Later."),
            a_check(name="own", title="Own", status="broken", score=None, message="Ours."),
        ),
    )


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_renders_every_status(nasty, form):
    assert renderer(form)(nasty, SETTING)


def test_json_validates_against_the_schema(nasty):
    jsonschema.validate(json.loads(renderer("json")(nasty, SETTING)), SCHEMA)


def test_json_has_the_documented_keys_in_their_order(a_report):
    tree = json.loads(renderer("json")(a_report(), SETTING))
    assert list(tree) == list(SCHEMA["properties"])
    assert set(SCHEMA["required"]) <= set(tree)
    assert tree["schema"] == "jitgrade/report/1"


def test_json_has_no_number_that_is_none(nasty):
    def refuse(word):
        raise AssertionError(word)

    json.loads(renderer("json")(nasty, SETTING), parse_constant=refuse)


def test_the_schema_refuses_a_score_for_a_pending_check(a_report, a_check):
    tree = json.loads(renderer("json")(a_report(checks=(a_check(status="pending", score=1.0),)), SETTING))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tree, SCHEMA)


def test_junit_names_are_unique_and_counts_are_right(nasty):
    root = ET.fromstring(renderer("junit")(nasty, SETTING))
    names = [case.get("name") for case in root.iter("testcase")]
    assert names == ["correctness", "correctness (2)", "speed", "own"]
    assert [root.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["4", "1", "1", "2"]
    assert [len(list(root.iter(tag))) for tag in ("failure", "error", "skipped")] == [1, 1, 2]


def test_junit_keeps_points_in_properties(nasty):
    root = ET.fromstring(renderer("junit")(nasty, SETTING))
    case = next(root.iter("testcase"))
    assert {one.get("name"): one.get("value") for one in case.iter("property")}["score"] == "1.5"


def test_junit_strips_what_xml_cannot_hold(nasty):
    failure = next(ET.fromstring(renderer("junit")(nasty, SETTING)).iter("failure"))
    assert failure.get("message") == '<script>alert(1)</script> & "quoted" ]]>  end'


class _Tags(HTMLParser):
    """Collects the tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag, attrs):  # noqa: ARG002 - the parser passes both
        self.tags.append(tag)


def test_html_shows_texts_and_never_runs_them(nasty):
    page = renderer("html")(nasty, SETTING)
    tags = _Tags()
    tags.feed(page)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not {"script", "img", "b", "iframe"} & set(tags.tags)


def test_html_needs_nothing_from_elsewhere(a_report):
    page = renderer("html")(a_report(), SETTING)
    assert "src=" not in page
    assert "@import" not in page
    assert "prefers-color-scheme: dark" in page


def test_html_links_only_where_a_link_is_safe(a_report, a_check):
    check = a_check(status="failed", detail={"link": "javascript:alert(1)"})
    assert "javascript:" not in renderer("html")(a_report(checks=(check,)), SETTING)


def test_an_unknown_format_is_refused():
    with pytest.raises(KeyError):
        renderer("pdf")


def test_json_is_signed_as_it_is_written(nasty):
    key = b"k" * 32
    tree = json.loads(renderer("json")(nasty, msgspec.structs.replace(SETTING, key=key)))
    jsonschema.validate(tree, SCHEMA)
    assert bears(tree, key)


def test_json_without_a_key_is_not_signed(a_report):
    assert json.loads(renderer("json")(a_report(), SETTING))["digest"] == ""


@pytest.mark.parametrize("form", ["terminal", "html"])
def test_a_reader_is_told_where_a_report_was_finished(a_report, form):
    report = a_report()
    gpu = msgspec.structs.replace(report.environment, platform="gpu")
    later = LaterRun(checks=("speed",), environment=gpu, seed="7e" * 16, seconds=2.0)
    text = renderer(form)(msgspec.structs.replace(report, later=(later,)), SETTING)
    assert f"finished on gpu, seed {'7e' * 16}" in " ".join(text.split())


@pytest.mark.parametrize(
    ("runs", "status", "words"),
    [
        ([("speed",)], "pending", "not finished on cpu"),
        ([("speed",)], "broken", "not finished on cpu"),
        ([("speed", "race")], "pending", "partly finished on cpu"),
        ([("speed",), ("speed",)], "passed", "not finished on cpu; finished on gpu"),
        ([("race", "speed"), ("speed",)], "pending", "partly finished on cpu; not finished on gpu"),
    ],
)
def test_a_reader_is_told_where_a_report_was_not_finished(a_report, a_check, runs, status, words):
    report = a_report(checks=(a_check(name="race"), a_check(name="speed", status=status)))
    places = [msgspec.structs.replace(report.environment, platform=platform) for platform in ("cpu", "gpu")]
    later = [
        LaterRun(checks=checks, environment=place, seed="7e", seconds=2.0)
        for checks, place in zip(runs, places, strict=False)
    ]
    told = stack(msgspec.structs.replace(report, later=tuple(later)))
    assert told.replace(", seed 7e", "").endswith(f"1.2 s; {words}")
