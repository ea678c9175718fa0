"""Reports of real grading are what their schema says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).parents[1]
SCHEMA = json.loads((ROOT / "tests" / "report.schema.json").read_text(encoding="utf-8"))
SUBMISSIONS = {
    "starter": None,
    "solution": ROOT / "solutions" / "03_abs_static" / "solution.py",
    "no Python": "this is no Python\n",
    "nothing": "",
}


def reported(tmp_path: Path, name: str) -> tuple[int, dict]:
    """The exit code and the report of one run of ``grade exercise3 --format json``."""
    given = SUBMISSIONS[name]
    if isinstance(given, str):
        (tmp_path / "mine.py").write_text(given)
        given = tmp_path / "mine.py"
    words = ["exercise3", *([str(given)] if given else []), "--course", str(ROOT), "--format", "json"]
    command = [sys.executable, "-m", "grader", *words, "--output", str(tmp_path / "report.json")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=100, check=False)
    assert done.stderr == b""
    return done.returncode, json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [("starter", "failed", 1), ("solution", "passed", 0), ("no Python", "failed", 1), ("nothing", "failed", 1)],
)
def test_a_real_report_validates_and_agrees_with_the_exit_code(tmp_path, name, status, code):
    left, report = reported(tmp_path, name)
    jsonschema.validate(report, SCHEMA)
    assert (left, report["status"]) == (code, status)
    assert report["attempted"] is (name != "starter")
    assert report["score"] == sum(check["score"] for check in report["checks"])
