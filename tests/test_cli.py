"""The command line, through its own door; only grading is a double, which hands out reports made by hand."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import types
from pathlib import Path

import psutil
import pytest

import grader
from grader import cli
from grader.commands.memory import Memory, Standing, recall
from grader.model.answers import Loaded
from grader.sandbox import workshop

STARTER = "import jax\n\n\ndef my_abs(x):\n    raise NotImplementedError\n"
EXERCISE = """\
format: 1
title: Absolute value
function: "my_abs(x)"
task: Make it right.
cases: [{x: -3}]
checks:
  - {check: correctness, points: 4}
nudges: [Look at the line., Think of a branch., Use jnp.where.]
"""


class Grading(types.ModuleType):
    """Stands in for ``grader.grading``: remembers what it was asked and returns the report it was given."""

    def __init__(self, report) -> None:
        super().__init__("grader.grading")
        self.report = report
        self.asked: dict[str, object] = {}
        self.made: object = None
        self.loaded = Loaded(
            names=(),
            signature="",
            jitted=False,
            x64=False,
            platform="cuda",
            device="A GPU",
            jax="",
            jaxlib="",
            python="",
        )

    @contextlib.contextmanager
    def workshop(self, device="cpu", *, require_isolation=""):
        self.kept: list[Path] = []
        self.admitted: list[str] = []
        self.made = types.SimpleNamespace(
            device=device,
            tier=require_isolation,
            keep=self.kept.append,
            admit=self.admitted.append,
            open=lambda *_: types.SimpleNamespace(loaded=self.loaded, close=lambda: None),
        )
        yield self.made

    def grade(self, submission, exercise, **given):
        self.asked = {"submission": submission, "exercise": exercise, **given}
        given["progress"]("grading")
        if isinstance(self.report, BaseException):
            raise self.report
        return self.report

    def observe(self, submission, exercise, **given):
        program = types.SimpleNamespace(case="case 1", traced=None, message="It depends on x.")
        return types.SimpleNamespace(report=self.grade(submission, exercise, **given), programs=(program,))


@pytest.fixture(autouse=True)
def grading(monkeypatch, a_report):
    double = Grading(a_report(max_score=4.0))
    monkeypatch.setitem(sys.modules, "grader.grading", double)
    monkeypatch.setattr(grader, "grading", double, raising=False)
    monkeypatch.setattr(workshop, "Workshop", double.workshop)
    return double


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder with a course of two exercises, 3 and 4, and nothing of a student's in it yet."""
    (tmp_path / "course.yaml").write_text("title: A small course\n")
    for name in ("03_abs_static", "04_abs_where"):
        folder = tmp_path / "exercises" / name
        folder.mkdir(parents=True)
        (folder / "exercise.yaml").write_text(EXERCISE)
        (folder / "starter.py").write_text(STARTER)
        (tmp_path / "solutions" / name).mkdir(parents=True)
        (tmp_path / "solutions" / name / "solution.py").write_text("import jax.numpy as jnp\nmy_abs = jnp.abs\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.mark.parametrize(("status", "code"), [("passed", 0), ("failed", 1), ("broken", 3), ("pending", 4)])
def test_the_exit_code_says_how_it_went(grading, a_report, status, code):
    grading.report = a_report(status=status)
    assert cli.run(["3"]) == code


@pytest.mark.parametrize("word", ["3", "exercise3", "abs_static", "exercises/03_abs_static"])
def test_an_exercise_goes_by_number_name_and_folder(grading, word):
    assert cli.run([word]) == 0
    assert grading.asked["exercise"].number == 3


@pytest.mark.parametrize("args", [["3", "--format", "json"], ["--format", "json", "3"], ["--format=json", "3"]])
def test_options_may_stand_anywhere(capfd, args):
    assert cli.run(args) == 0
    assert json.loads(capfd.readouterr().out)["number"] == 3


def test_a_commands_options_may_stand_before_it(here, capsys):
    assert cli.run(["--course", str(here), "list"]) == 0
    assert "A small course" in capsys.readouterr().out


def test_the_students_own_file_is_found_by_number_then_by_name(grading):
    Path("abs_static.py").write_text("named = 1\n")
    cli.run(["3"])
    assert grading.asked["submission"].data == b"named = 1\n"
    Path("exercise3.py").write_text("numbered = 1\n")
    cli.run(["3"])
    assert grading.asked["submission"].data == b"numbered = 1\n"


def test_a_file_that_is_named_is_graded(grading):
    Path("mine.py").write_text("mine = 1\n")
    cli.run(["3", "mine.py"])
    assert grading.asked["submission"].data == b"mine = 1\n"


def test_without_a_file_the_starter_is_graded_and_nothing_remembered(grading, a_report, capsys):
    grading.report = a_report(status="failed", attempted=False)
    assert cli.run(["3"]) == 1
    assert grading.asked["submission"].data == STARTER.encode()
    assert "grade start 3" in capsys.readouterr().out
    assert not Path(".jitgrade.json").exists()


def test_what_was_graded_here_is_remembered_here(here):
    (here / "work").mkdir()
    Path("work/mine.py").write_text("mine = 1\n")
    cli.run(["3", "work/mine.py"])
    assert recall(here).of("abs_static") == Standing(best=4.0, passed="ab" * 32)
    assert not Path("work/.jitgrade.json").exists()


@pytest.mark.parametrize(
    "args", [["3", "mine.py", "--only", "correctness"], ["3", "solutions/03_abs_static/solution.py"]]
)
def test_a_part_and_the_courses_own_solution_are_not_remembered(here, args):
    Path("mine.py").write_text("mine = 1\n")
    assert cli.run(args) == 0
    assert recall(here) == Memory()


def test_what_grading_is_told_comes_from_the_options(grading):
    cli.run(["3", "--only", "correctness", "--seed", "2A", "--device", "gpu:1", "--require-isolation", "uid"])
    assert (grading.made.device, grading.made.tier) == ("gpu:1", "uid")
    assert (grading.asked["only"], grading.asked["seed"]) == (("correctness",), f"{'0' * 30}2a")
    assert grading.asked["workshop"] is grading.made


def test_the_workshop_is_told_what_lies_open_beside_the_course(grading, here):
    (here / "handed_in").mkdir()
    Path("handed_in/mine.py").write_text("mine = 1\n")
    cli.run(["3", "handed_in/mine.py"])
    assert (grading.kept, grading.admitted) == ([here / "handed_in"], [])
    cli.run(["3", "--seed", "2A"])
    assert grading.kept == []
    assert "command line" in grading.admitted[0]
    cli.run(["explain", "3", "handed_in/mine.py"])
    assert grading.kept == [here / "handed_in"]


def test_explain_shows_what_was_observed(capsys):
    assert cli.run(["explain", "3"]) == 0
    told = capsys.readouterr().out
    assert "Blueprint (jaxpr)" in told
    assert "It depends on x." in told


@pytest.mark.parametrize("status", ["failed", "broken"])
def test_explain_fails_only_through_a_fault_of_ours(grading, a_report, status):
    grading.report = a_report(status=status)
    assert cli.run(["explain", "3"]) == {"failed": 0, "broken": 3}[status]


def test_a_report_in_a_file_has_symbols_and_no_colour():
    cli.run(["3", "--output", "report.txt"])
    text = Path("report.txt").read_text(encoding="utf-8")
    assert "✓ Values" in text
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["77"], "77"),
        (["abs_statik"], "abs_static"),
        (["3", "absent.py"], "absent.py"),
        (["3", "exercises"], "exercises"),
        (["3", "--only", "corectness"], "did you mean 'correctness'?"),
        (["3", "--seed", "xyz"], "--seed"),
        (["3", "--format", "pdf"], "pdf"),
        (["3", "--output", "exercises"], "is a folder"),
        (["3", "--output", "absent/report.json"], "there is no folder absent"),
        (["3", "--bogus"], "--bogus"),
        (["3", "--device", "npu"], "there are cpu, gpu, tpu"),
        (["3", "--device", "tpu:1"], "there is no tpu:1 here: jax finds only the gpu, which is `--device gpu`"),
        (["--no-color"], "EXERCISE"),
        (["hint"], "EXERCISE"),
        (["hint", "3", "9"], "3 hints"),
        (["list", "--course", "/"], "course"),
    ],
)
def test_what_cannot_be_used_is_one_clear_sentence_and_exit_code_2(capsys, args, words):
    assert cli.run(args) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert "Traceback" not in told.err
    assert told.out == ""


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        (["expain", "1"], "explain 1"),
        (["--course", "a b", "lst"], "--course 'a b' list"),
        (["hnt", "3", "--bogus"], "hint 3 --bogus"),
        (["list"], ""),
        (["checklist"], ""),
        (["3"], ""),
    ],
)
def test_a_command_that_is_misspelt_is_told_how_it_is_spelt_outside_a_course_too(
    here, monkeypatch, capsys, args, meant
):
    (here / "course.yaml").unlink()
    monkeypatch.chdir("exercises")
    assert cli.run(args) == 2
    assert [line for line in capsys.readouterr().err.splitlines() if line.startswith("Did you mean")] == (
        [f"Did you mean: grade {meant}"] if meant else []
    )


def test_a_broken_exercise_names_file_and_line(here, capsys):
    (here / "exercises" / "03_abs_static" / "exercise.yaml").write_text(EXERCISE.replace("points", "pionts"))
    assert cli.run(["3"]) == 2
    told = capsys.readouterr().err
    assert "exercise.yaml:7" in told
    assert "points" in told


def test_a_fault_of_ours_shows_no_traceback_and_asks_for_a_report(grading, capsys, monkeypatch):
    monkeypatch.delenv("JITGRADE_DEBUG", raising=False)
    grading.report = RuntimeError("a wheel came off")
    assert cli.run(["3"]) == 3
    told = capsys.readouterr().err
    assert "jitgrade itself failed: RuntimeError: a wheel came off" in told
    assert "not your fault" in told
    assert grader.__version__ in told
    assert "Traceback" not in told


def test_the_traceback_of_a_fault_can_be_asked_for(grading, capsys, monkeypatch):
    monkeypatch.setenv("JITGRADE_DEBUG", "1")
    grading.report = RuntimeError("a wheel came off")
    assert cli.run(["3"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_control_c_ends_quietly(grading, capsys):
    grading.report = KeyboardInterrupt()
    assert cli.run(["3"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_broken_report_names_the_version_and_asks_for_a_report(grading, a_report, capsys):
    grading.report = a_report(status="broken")
    cli.run(["3", "--format", "json"])
    told = capsys.readouterr().err
    assert grader.__version__ in told
    assert "report it" in told


def test_output_goes_into_the_file_whole_and_nothing_else_is_left(here, capsys):
    assert cli.run(["3", "--format", "json", "--output", "report.json"]) == 0
    assert json.loads(Path("report.json").read_text())["number"] == 3
    assert capsys.readouterr().out == ""
    assert [path.name for path in here.iterdir() if path.name.endswith(".part")] == []


def test_a_fault_of_ours_leaves_an_earlier_report_alone(grading, a_report):
    Path("report.json").write_text("earlier")
    grading.report = a_report(status="broken")
    assert cli.run(["3", "--format", "json", "--output", "report.json"]) == 3
    assert Path("report.json").read_text() == "earlier"


def test_a_report_can_be_as_a_platform_reads_it(capsys):
    cli.run(["3", "--format", "gradescope"])
    shown = json.loads(capsys.readouterr().out)
    assert shown["score"] == shown["tests"][0]["score"] == 4.0
    assert shown["extra_data"]["reports"][0]["digest"]
    cli.run(["3", "--format", "vpl"])
    assert capsys.readouterr().out.endswith("\nGrade :=>> 4\n")


def test_where_a_platform_is_to_be_given_nothing_no_file_is_written(grading, a_report, capsys):
    grading.report = a_report(status="broken")
    assert cli.run(["3", "--format", "gradescope", "--output", "results.json"]) == 3
    assert not Path("results.json").exists()
    assert "graded nothing" in capsys.readouterr().err


def test_output_into_a_link_keeps_the_link():
    Path("target.json").write_text("earlier")
    Path("link.json").symlink_to("target.json")
    cli.run(["3", "--format", "json", "--output", "link.json"])
    assert Path("link.json").is_symlink()
    assert json.loads(Path("target.json").read_text())["number"] == 3


@pytest.fixture
def told_at_length(grading, a_report, a_check):
    """Has a check tell more in its line than any screen is wide."""
    grading.report = a_report(checks=(a_check(message="All is right. " * 9 + "The end."),))


@pytest.mark.usefixtures("told_at_length")
def test_nothing_is_cut_where_there_is_no_screen(capsys):
    cli.run(["3"])
    assert "The end.  4 / 4\n" in capsys.readouterr().out


@pytest.mark.usefixtures("told_at_length")
def test_nothing_is_cut_in_a_file(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    cli.run(["3", "--output", "report.txt"])
    assert "The end.  4 / 4\n" in Path("report.txt").read_text(encoding="utf-8")


def test_colour_needs_a_terminal(capsys):
    cli.run(["3"])
    assert "\x1b" not in capsys.readouterr().out


def run_apart(args, **environment):
    """Runs the real command in a process of its own."""
    env = {key: value for key, value in os.environ.items() if key not in {"PYTHONIOENCODING", "COLUMNS"}}
    return subprocess.run(
        [sys.executable, "-m", "grader", *args],
        capture_output=True,
        env={**env, **environment},
        timeout=60,
        check=False,
    )


def test_a_screen_without_unicode_gets_ascii():
    done = run_apart(["list"], PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"> " in done.stdout


def test_a_reader_that_leaves_early_is_no_fault():
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) in {0, 1}
    assert error == b""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the file says by a call of Linux that it runs")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_ends_it_in_good_order(tmp_path, name):
    """Whoever stops a run finds nothing of it left, and no traceback."""
    (tmp_path / "scratch").mkdir()
    called = f"slow-{secrets.token_hex(4)}"  # what it calls itself is seen from outside of any isolation
    set_name = f"import ctypes\nctypes.CDLL(None).prctl(15, b'{called}', 0, 0, 0)\n"
    (tmp_path / "exercise3.py").write_text(f"{set_name}while True:\n    pass\n")
    environment = {**os.environ, "TMPDIR": str(tmp_path / "scratch")}
    command = [sys.executable, "-m", "grader", "3", "--course", str(tmp_path)]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE) as process:
        while not any(one.info["name"] == called for one in psutil.process_iter(["name"])):
            assert process.poll() is None
        process.send_signal(getattr(signal, name))
        error = process.stderr.read()
    # A shell calls an end by SIGINT 130, too.
    assert process.returncode in {130, 128 + getattr(signal, name), -signal.SIGINT}, error
    assert b"Traceback" not in error
    assert list((tmp_path / "scratch").iterdir()) == []


def test_the_version_is_told(capsys):
    assert cli.run(["--version"]) == 0
    assert grader.__version__ in capsys.readouterr().out


def test_nothing_typed_shows_the_page_and_counts_as_usage(capsys):
    assert cli.run([]) == 2
    assert "Examples:" in capsys.readouterr().out


@pytest.mark.parametrize("args", [["--help"], ["-h"], ["3", "--help"], ["--format", "json", "-h"]])
def test_help_for_grading_is_the_one_page(capsys, args):
    assert cli.run(args) == 0
    out = capsys.readouterr().out
    for words in ("grade start 3", "abs_static", "--require-isolation", "Exit codes:", "explain"):
        assert words in out


@pytest.mark.parametrize("command", list(cli.COMMANDS))
def test_every_command_has_help_of_its_own(capsys, command):
    assert cli.run([command, "--help"]) == 0
    assert f"grade {command}" in capsys.readouterr().out
