"""Real reports: what they must hold, that the same file and seed give the same marks, and that a seed replays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import msgspec
import pytest

from grader.course import read_course, read_exercise
from grader.grading import grade, workshop
from grader.model.exercise import Source
from grader.reports.plain import plain

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "tests" / "report.schema.json").read_text(encoding="utf-8"))

RIGHT = "def double(x):\n    return 2 * x\n"
FILES = {
    "passing": (1, "def double(x):\n    return 2 * x\n", "passed"),
    "failing": (1, "seen = []\ndef double(x):\n    seen.append(x)\n    return abs(x) * 2\n", "failed"),
    "crashing": (1, "import ctypes\ndef double(x):\n    ctypes.string_at(0)\n", "failed"),
    "surrogates": (
        1,
        "print('\\udcff\\x1b[31m')\ndef double(x):\n    raise ValueError('\\udcff\\x1b[31m\\0')\n",
        "failed",
    ),
    "not a number": (1, "def double(x):\n    return x * float('nan')\n", "failed"),
    "pending": (3, "def double(x):\n    return 2 * x\n", "pending"),
}


@pytest.mark.parametrize(("exercise", "text", "status"), FILES.values(), ids=FILES)
def test_a_report_is_what_its_schema_says(table, exercise, text, status):
    report = table.grade(text, exercise)
    jsonschema.validate(report, SCHEMA)
    assert report["status"] == status
    settled = [check["score"] for check in report["checks"] if check["score"] is not None]
    assert report["score"] == pytest.approx(sum(settled))
    unsettled = [check["max_score"] for check in report["checks"] if check["score"] is None]
    assert report["pending_score"] == pytest.approx(sum(unsettled))


def test_a_broken_report_is_what_its_schema_says(judged, small_course):
    (small_course / "solutions" / "01_double" / "solution.py").write_text("double = 7\n")
    report = judged("def double(x):\n    return 2 * x\n").report
    jsonschema.validate(report, SCHEMA)
    assert (report["status"], report["pending_score"]) == ("broken", 8)


def test_the_starters_report_is_what_its_schema_says(desk, small_course):
    report = desk.grade(1, "--course", small_course, "--format", "json").report
    jsonschema.validate(report, SCHEMA)
    assert (report["status"], report["attempted"]) == ("failed", False)


def test_the_same_file_and_seed_give_the_same_report_twenty_times():
    course = read_course(ROOT)
    exercise = read_exercise(ROOT / "exercises" / "03_abs_static", course)
    source = Source(
        name="mine.py", data=(ROOT / "solutions" / "03_abs_static" / "wrong" / "lambda_each_call.py").read_bytes()
    )
    with workshop(course=course) as one:
        reports = [grade(source, exercise, workshop=one, course=course, seed="5e" * 16) for _ in range(20)]
    timeless = {msgspec.json.encode(plain(msgspec.structs.replace(report, seconds=0.0))) for report in reports}
    assert len(timeless) == 1


ROUNDED = "def double(x):\n    return (x * 2).round() if hasattr(x, 'round') else 2 * x\n"


def test_a_seed_replays_the_inputs_of_an_earlier_run(judged):
    first = judged(ROUNDED, 1).report
    again = judged(ROUNDED, 1, "--seed", first["seed"]).report
    other = judged(ROUNDED, 1, "--seed", "2a").report
    assert again["checks"] == first["checks"]
    assert again["seed"] == first["seed"]
    assert other["seed"] == f"{'0' * 30}2a"
    assert other["checks"] != first["checks"]


def test_an_exception_that_two_checks_meet_is_told_once(table):
    checks = table.grade("def double(x):\n    raise KeyError('only once')\n")["checks"]
    assert [check["name"] for check in checks if "only once" in check["message"]] == ["traces"]
    assert {check["name"]: check["status"] for check in checks}["purity"] == "skipped"


def test_a_report_keeps_the_program_of_the_first_case(judged):
    traces = next(check for check in judged(RIGHT).report["checks"] if check["name"] == "traces")
    assert (traces["detail"]["case"], traces["detail"]["equations"]) == ("number", 1)
    assert "mul" in traces["detail"]["jaxpr"]


def test_the_program_of_a_hidden_case_is_not_shown(judged, small_course, change):
    change(
        small_course / "exercises" / "01_double" / "exercise.yaml", "{name: number, ", "{name: number, hidden: true, "
    )
    traces = next(check for check in judged(RIGHT).report["checks"] if check["name"] == "traces")
    assert "jaxpr" not in traces["detail"]


def test_a_long_program_is_cut_and_says_so(judged):
    long = "def double(x):\n    for _ in range(200):\n        x = x + 0.0 * x\n    return 2 * x\n"
    traces = next(check for check in judged(long).report["checks"] if check["name"] == "traces")
    lines = traces["detail"]["jaxpr"].splitlines()
    assert len(lines) == 61
    assert re.fullmatch(r"\.\.\. and \d+ more lines", lines[-1])
