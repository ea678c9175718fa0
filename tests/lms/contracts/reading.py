"""Reads what a platform is given as the platform does, and refuses what it would refuse: by schema, or by its own code.

Each function returns the grade that the platform would set, None where it would set none.
"""

from __future__ import annotations

import functools
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema

__all__ = ["autolab", "layout", "of_json", "taken", "valid", "vpl", "vpl_comments"]

HERE = Path(__file__).parent


def valid(data: bytes, name: str) -> Any:
    """Returns the tree of a JSON file that is what the contract of this name says, and holds no NaN or infinity."""

    def refuse(word):
        raise AssertionError(f"{word} is no JSON")

    tree = json.loads(data.decode("utf-8"), parse_constant=refuse)
    _contract(name).validate(tree)
    return tree


@functools.cache
def _contract(name):
    """The contract of this name, itself found valid once."""
    schema = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def of_json(data: bytes, form: str) -> float | None:
    """The grade in a file of JSON, as a share of all points."""
    tree = valid(data, form)
    if form == "coderunner":
        _rectangular(tree)
    if form == "xqueue":
        ET.fromstring(tree["msg"])
    if form == "prairielearn":
        assert len(data) <= 1_000_000
        for picture in tree.get("images", []):
            assert picture["url"].startswith("data:")
    if form == "classroom50":
        return _whole(tree)
    return tree.get({"coderunner": "fraction", "coursera": "fractionalScore"}.get(form, "score"))


def _rectangular(tree):
    """CodeRunner counts the formats against the columns it shows, and reads each row by the head."""
    if "testresults" not in tree:
        return
    head, *rows = tree["testresults"]
    assert all(len(row) == len(head) for row in rows)
    assert len(tree["columnformats"]) == len([name for name in head if name not in ("iscorrect", "ishidden")])


def _whole(tree):
    """Classroom 50's collector refuses a score above its most; each name has to be there once."""
    assert tree["score"] <= tree["max-score"]
    assert all(test["score"] <= test["max-score"] for test in tree["tests"])
    names = [test["test-name"] for test in tree["tests"]]
    assert len(set(names)) == len(names)
    return tree["score"] / tree["max-score"] if tree["max-score"] else 0.0


def autolab(printed: bytes) -> dict[str, float] | None:
    """The scores that Autolab takes: app/controllers/concerns or lib, ``saveAutograde`` and ``parseAutoresult``."""
    lines = printed.decode("utf-8").rstrip().split("\n")
    try:
        found = json.loads(re.sub(r"([a-zA-Z0-9]+):", r'"\1":', lines[-1]))
    except ValueError:
        return None
    if not isinstance(found, dict) or not found.get("scores"):
        return None
    return valid(lines[-1].encode(), "autolab")["scores"]


def layout(printed: bytes) -> dict[str, Any] | None:
    """The layout that Autolab takes: ``parseFeedback`` looks at the last line but one alone."""
    lines = printed.decode("utf-8").rstrip().split("\n")
    try:
        found = json.loads(lines[-2]) if len(lines) > 1 else None
    except ValueError:
        return None
    if not isinstance(found, dict) or found.get("_presentation") != "semantic":
        return None
    assert set(found) == {"_presentation", "stages", *found["stages"]}
    return valid(lines[-2].encode(), "autolab-layout")


def vpl(printed: bytes) -> float | None:
    """The grade that VPL proposes: vpl_submission.class.php, ``proposedgrade``."""
    grade = ""
    for line in _lines(printed):
        if line.startswith("Grade :=>>"):
            grade = line.removeprefix("Grade :=>>").strip()
    return float(grade) if grade else None


def vpl_comments(printed: bytes) -> list[str]:
    """The lines of the comments that VPL shows: as above, ``proposedcomment``."""
    within, shown = False, []
    for line in _lines(printed):
        if within:
            if line.strip() == "--|>":
                within = False
            else:
                shown.append(line.rstrip())
        elif line.startswith("Comment :=>>"):
            shown.append(line.removeprefix("Comment :=>>"))
        elif line.strip() == "<|--":
            within = True
    assert not within
    return shown


def _lines(printed):
    """VPL takes the kind of line end that it finds first for all."""
    text = printed.decode("utf-8")
    return text.split("\r\n" if "\r\n" in text else "\n" if "\n" in text else "\r")


def taken(data: bytes) -> list[str]:
    """The names of the test cases in JUnit XML, which have to be there once each, and counts that have to be right."""
    root = ET.fromstring(data)
    cases = list(root.iter("testcase"))
    names = [case.get("name") for case in cases]
    assert len(set(names)) == len(names)
    counted = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    for suite in (root, *root.iter("testsuite")):
        within = list(suite.iter("testcase"))
        assert int(suite.get("tests")) == len(within)
        for count, tag in counted.items():
            assert int(suite.get(count)) == sum(case.find(tag) is not None for case in within)
    return names
