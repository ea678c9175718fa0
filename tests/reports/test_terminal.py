"""What a terminal shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from grader.model.exercise import Source
from grader.model.report import ChecklistAnswer
from grader.reports.setting import Setting
from grader.reports.terminal import render

GOLDEN = Path(__file__).parent / "golden"
FILE = Source(
    name="exercise3.py",
    data=b"import jax\n\n\ndef my_abs(x):\n    if x < 0:  # [bold]\n        return -x\n    return x\n",
)


@pytest.fixture
def setting():
    def make(**given):
        return Setting(**{"source": FILE, "path": "exercise3.py", "following": 4, **given})

    return make


@pytest.fixture
def failed(a_report, a_check):
    """A submission whose tracing failed."""
    return a_report(
        status="failed",
        score=4.0,
        pending_score=2.5,
        max_score=10.5,
        checks=(
            a_check(name="loads", title="The file runs", score=0.0, max_score=0.0),
            a_check(
                name="correctness",
                status="failed",
                score=2.0,
                message="The test of `if` needs the value of x. While tracing, x has a shape and a type but no value.",
                line=5,
                hint="Make x static with static_argnums=0.",
                detail={
                    "link": "https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError",
                    "cases": [
                        {"name": "case 1", "status": "passed"},
                        {"name": "fraction", "status": "failed"},
                    ],
                },
            ),
            a_check(name="purity", title="Purity", score=2.0, max_score=2.0),
            a_check(name="recompiles", title="Compilations over seven calls", status="skipped", score=0.0, max_score=2),
            a_check(name="speed", title="Speed", status="pending", score=None, max_score=2.5, message="Not here."),
        ),
        checklist=(
            ChecklistAnswer(item="Is the function pure?", answer="It is pure.", good=True, why="Nothing changed."),
            ChecklistAnswer(item="An `if`?", answer="An `if` depends on a value.", good=False, why="Line 5 does."),
            ChecklistAnswer(item="Waiting?", answer="Not looked at: does the benchmark wait?", good=None, why=""),
        ),
    )


@pytest.mark.parametrize("name", ["failed", "narrow", "ascii"])
def test_a_failed_submission_reads_as_recorded(failed, setting, name):
    given = {"failed": {}, "narrow": {"width": 44}, "ascii": {"symbols": False, "width": 60}}[name]
    assert render(failed, setting(**given)) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_a_passed_submission_reads_as_recorded(a_report, setting):
    assert render(a_report(), setting()) == (GOLDEN / "passed.txt").read_text(encoding="utf-8")


def test_a_checklist_that_answers_nothing_is_not_shown(a_report, setting):
    unseen = ChecklistAnswer(item="Pure?", answer="Not looked at: is it pure?", good=None, why="")
    assert "checklist" not in render(a_report(checklist=(unseen,)), setting())


def test_what_nothing_looked_at_is_one_line_of_the_checklist(a_report, setting):
    said = ChecklistAnswer(item="Pure?", answer="It is pure.", good=True, why="")
    unseen = [ChecklistAnswer(item="", answer=f"Not looked at: is it {word}?", good=None, why="") for word in "abc"]
    text = render(a_report(checklist=(unseen[0], said, *unseen[1:])), setting())
    assert text.count("Not looked at") == 1
    assert "Not looked at: is it a; is it b; is it c?" in text


@pytest.mark.parametrize("width", [30, 40, 60, 80])
def test_no_line_is_wider_than_the_screen_save_what_is_to_be_clicked(failed, setting, width):
    wide = [line for line in render(failed, setting(width=width)).splitlines() if cell_len(line) > width]
    assert [line for line in wide if "https://" not in line] == []


@pytest.mark.parametrize("symbols", [True, False])
def test_without_colour_there_is_no_escape_code(failed, setting, symbols):
    assert "\x1b" not in render(failed, setting(symbols=symbols))


def test_colour_changes_nothing_but_escape_codes(failed, setting):
    coloured = render(failed, setting(colour=True))
    assert "\x1b[" in coloured
    bare = "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines())
    assert bare + "\n" == render(failed, setting())


def test_a_screen_without_symbols_gets_ascii_only(failed, setting):
    assert render(failed, setting(symbols=False)).isascii()


def test_markup_in_a_students_line_is_text(failed, setting):
    assert "# [bold]" in render(failed, setting(colour=True))


def test_an_escape_code_in_a_message_does_not_reach_the_terminal(a_report, a_check, setting):
    report = a_report(status="failed", checks=(a_check(status="failed", message="\x1b[2Jgone \u202ereversed"),))
    text = render(report, setting())
    assert "gone reversed" in text
    assert "\x1b" not in text


def test_each_failure_is_told_with_what_to_try_and_the_same_is_not_told_twice(a_report, a_check, setting):
    hints = {"one": "Repair one.", "two": "Repair two.", "three": "Repair one."}
    checks = tuple(
        a_check(name=name, status="failed", message=f"About {name}.", hint=hint) for name, hint in hints.items()
    )
    text = render(a_report(status="failed", checks=checks), setting())
    assert "\n  About one.\n" in text
    assert "\n    About two.\n    Try: Repair two.\n" in text
    assert "\n    About three.\n" in text
    assert text.count("Try: Repair one.") == 1


def test_the_starter_is_not_attempted_yet_and_the_next_step_is_to_start(a_report, setting):
    text = render(a_report(attempted=False, status="failed"), setting(started=False))
    assert "(not attempted yet)" in text
    assert text.endswith("To begin: grade start 3\n")


def test_a_file_like_the_starter_is_told_apart_from_a_wrong_one(a_report, setting):
    text = render(a_report(attempted=False, status="failed", score=0.0), setting())
    assert "0 of 4 points. Not attempted yet: this is the starter." in text
    assert text.endswith("Edit exercise3.py, then: grade 3\n")


def test_what_hints_cost_is_told_below_the_points(a_report, setting):
    assert "\nHints cost 1.5 points: 2.5 of 4 points with that.\n" in render(a_report(), setting(paid=1.5))


def test_a_report_before_the_rest_is_judged_says_so_and_gives_no_next_step(a_report, setting):
    text = render(a_report(status="pending", score=3.0), setting(unfinished=True))
    assert "3 of 4 points so far." in text
    assert "Next:" not in text


@pytest.mark.parametrize(
    ("status", "given", "expected"),
    [
        ("failed", {}, "For a hint: grade hint 3"),
        ("failed", {"price": 0.5}, "For a hint (0.5 points): grade hint 3"),
        ("passed", {}, "Next: grade start 4"),
        ("passed", {"following": None}, "That was the last exercise. See all of them: grade list"),
        ("pending", {}, "Next: grade start 4"),
        ("passed", {"options": " --course my"}, "Next: grade start 4 --course my"),
        ("passed", {"partial": True}, "Only some of the checks were judged. All of them: grade 3"),
    ],
)
def test_the_last_line_is_the_command_to_type(a_report, setting, status, given, expected):
    assert render(a_report(status=status), setting(**given)).splitlines()[-1] == expected


@pytest.mark.parametrize(("status", "times"), [("passed", 1), ("failed", 0), ("pending", 0)])
def test_after_a_pass_and_only_then_the_solution_is_offered(a_report, setting, status, times):
    text = render(a_report(status=status), setting(solution=True))
    assert text.count("To compare your file with our solution: grade solution 3\nNext: grade start 4\n") == times


def test_a_long_line_of_the_file_is_cut_even_where_no_screen_ends(a_report, a_check, setting):
    source = Source(name="exercise3.py", data=f"x = {'1 + ' * 40}float(y)\n".encode())
    lost = a_check(status="failed", message="`float(y)` needs a value.", line=1)
    text = render(a_report(status="failed", checks=(lost,)), setting(source=source, cut=False))
    (line,) = (line for line in text.splitlines() if "▸" in line)
    assert line.endswith("+ float(y)")
    assert len(line) == 80


def test_a_fault_of_ours_is_said_to_be_ours(a_report, a_check, setting):
    report = a_report(status="broken", checks=(a_check(status="broken", score=None, message="The solution fails."),))
    text = render(report, setting())
    assert "not your fault" in text
    assert "The solution fails." in text


def test_a_pending_check_says_why(failed, setting):
    assert "    Not here." in render(failed, setting())
