"""``grade explain``; only grading is a double, which hands out reports made by hand."""

from __future__ import annotations

import contextlib
import sys
import types
from pathlib import Path

import pytest

import grader
from grader import cli
from grader.model.answers import Traced
from grader.sandbox import workshop

EXERCISE = """\
format: 1
title: Absolute value
function: "my_abs(x)"
task: Make it right.
cases: [{x: 'f32[3] in [-1, 1]'}]
checks:
  - {check: correctness, points: 4}
"""
TIMED = "  - {check: speedup, points: 2, over: starter, case: case 1, at_least: 2}\n"
DETAIL = {"kind": "speedup", "ratio": 120.0, "threshold": 50.0, "pairs": [[4e-5, 5e-3]] * 15}


class Grading(types.ModuleType):
    """Stands in for ``grader.grading``: returns the report it was given, and a program."""

    def __init__(self, report) -> None:
        super().__init__("grader.grading")
        self.report = report
        self.graded = 0

    def observe(self, submission, exercise, **given):
        del submission, exercise, given
        self.graded += 1
        program = types.SimpleNamespace(case="case 1", traced=Traced(whole=True, jaxpr="let b = neg a"), message="")
        return types.SimpleNamespace(report=self.report, programs=(program,))


@pytest.fixture(autouse=True)
def grading(monkeypatch, a_report, a_check):
    """Grading, which finds a submission that was timed."""
    double = Grading(a_report(checks=(a_check(title="Speed", detail=DETAIL),)))

    @contextlib.contextmanager
    def opened(device="", *, require_isolation=""):
        yield types.SimpleNamespace(device=device, tier=require_isolation, keep=lambda _: None, admit=lambda _: None)

    monkeypatch.setitem(sys.modules, "grader.grading", double)
    monkeypatch.setattr(grader, "grading", double, raising=False)
    monkeypatch.setattr(workshop, "Workshop", opened)
    return double


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder with a course: its exercise 3 times nothing, its exercise 4 has a speed check."""
    (tmp_path / "course.yaml").write_text("title: A small course\n")
    for name, text in {"03_abs_static": EXERCISE, "04_abs_where": EXERCISE + TIMED}.items():
        folder = tmp_path / "exercises" / name
        folder.mkdir(parents=True)
        (folder / "exercise.yaml").write_text(text)
        (folder / "starter.py").write_text("def my_abs(x):\n    raise NotImplementedError\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def test_it_is_text_unless_asked_otherwise(capsys):
    assert cli.run(["explain", "4"]) == 0
    told = capsys.readouterr().out
    assert "    let b = neg a\n" in told
    assert "Speed: 120 times as fast, asked: 50" in told


def test_html_is_one_page_with_its_plots(capfd):
    assert cli.run(["explain", "4", "--format", "html"]) == 0
    page = capfd.readouterr().out
    assert page.startswith("<!doctype html>")
    assert page.count("<figure ") == 2


def test_it_can_be_put_into_a_file(capsys):
    assert cli.run(["explain", "4", "--format", "html", "--output", "seen.html"]) == 0
    assert Path("seen.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert capsys.readouterr().out == ""


def test_a_plot_is_written_beside_the_explanation(capsys):
    assert cli.run(["explain", "4", "--plot", "speed.svg"]) == 0
    assert Path("speed.svg").read_text(encoding="utf-8").startswith("<svg ")
    told = capsys.readouterr()
    assert "Speed: 120 times as fast" in told.out
    assert told.err == "The plots are in speed.svg.\n"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["4", "--plot", "speed.png"], "name a file that ends in .svg, not speed.png"),
        (["4", "--plot", "absent/speed.svg"], "--plot: there is no folder absent"),
        (["4", "--output", "absent/seen.html"], "--output: there is no folder absent"),
        (["3", "--plot", "speed.svg"], "exercise 3 has no speed check, so there is nothing to draw"),
        (["4", "--format", "json"], "there is no 'json'; known: terminal, html"),
    ],
)
def test_what_cannot_be_done_is_refused_before_anything_is_graded(grading, capsys, args, words):
    assert cli.run(["explain", *args]) == 2
    assert words in capsys.readouterr().err
    assert grading.graded == 0


def test_where_nothing_was_timed_no_plot_is_written_and_that_is_said(grading, a_report, capsys):
    grading.report = a_report(status="failed")
    assert cli.run(["explain", "4", "--plot", "speed.svg"]) == 1
    assert "did not come to the timings" in capsys.readouterr().err
    assert not Path("speed.svg").exists()


@pytest.mark.parametrize("status", ["failed", "pending", "broken"])
def test_it_fails_only_through_a_fault_of_ours(grading, a_report, a_check, status):
    grading.report = a_report(status=status, checks=(a_check(detail=DETAIL),))
    assert cli.run(["explain", "4", "--plot", "speed.svg"]) == {"broken": 3}.get(status, 0)


def test_an_earlier_file_is_not_replaced_by_a_fault_of_ours(grading, a_report):
    Path("seen.html").write_text("earlier")
    grading.report = a_report(status="broken")
    cli.run(["explain", "4", "--format", "html", "--output", "seen.html"])
    assert Path("seen.html").read_text(encoding="utf-8") == "earlier"
