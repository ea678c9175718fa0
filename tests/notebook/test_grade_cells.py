"""``%%grade`` in a notebook that a kernel runs: what is shown below the cell, and that nothing else happens."""

import json

import psutil
import pytest

STATE = """
import json, os, random, signal, sys, warnings
import numpy

def state():
    names = [name for name in globals() if not name.startswith("_") and name not in ("In", "Out", "before")]
    return {
        "names": sorted(names),
        "environment": dict(os.environ),
        "random": repr(random.getstate()),
        "numpy": repr(numpy.random.get_state()),
        "folder": os.getcwd(),
        "warnings": repr(warnings.filters),
        "signals": repr([signal.getsignal(one) for one in signal.valid_signals()]),
        "path": sys.path,
        "streams": repr([sys.stdout, sys.stderr, sys.displayhook, sys.excepthook]),
        "results": sorted(Out),
    }

random.seed(1)
numpy.random.seed(1)
modules = {name.partition(".")[0] for name in sys.modules}
before = state()
"""
TRICKS = r"<script>alert(1)</script>\x1b]0;owned\x07\x1b[2J\u202e&amp;"
CELLS = {
    "raises": "slope = 1\nslope / 0",
    "state": STATE,
    "load": "%load_ext grader",
    "helper": "factor = 2",
    "right": "%%grade exercise1\n\ndef double(x):\n    return factor * x\n",
    "wrong": "%%grade double --only correctness\ndef double(x):\n    return 3 * x\n",
    "hostile": f"%%grade 1\ndef double(x):\n    return x\nraise ValueError('{TRICKS}')\n",
    "leaving": "%%grade 1\nimport os\nos._exit(0)\n",
    "endless": "%%grade exercise2\nwhile True:\n    pass\n",
    "incomplete": "%%grade exercise1\ndef double(x):\n    return never_defined * x\n",
    "misspelt": "%%grade duoble\npass",
    "unnamed": "%%grade\npass",
    "after": "print(json.dumps([before, state()]))",
    "modules": "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules} - modules)))",
    "process": "from grader.notebook.companion import companion\nprint(companion()._running.pid)",
}


@pytest.fixture(scope="module")
def ran(jupyter):
    return jupyter(CELLS)


def test_a_right_cell_gets_all_points_in_every_form(ran):
    shown = ran["right"].shown
    assert set(shown) == {"text/plain", "text/html"}
    assert "8 of 8 points" in shown["text/plain"]
    assert "8 of 8 points" in shown["text/html"]


def test_what_it_uses_of_cells_that_were_run_comes_along_and_is_told(ran):
    assert ran["right"].shown["text/plain"].startswith("Graded with what it uses of In [4].\n")
    assert "Graded with what it uses of In [4]." in ran["right"].shown["text/html"]


def test_a_wrong_cell_is_told_why_and_where(ran):
    text = ran["wrong"].shown["text/plain"]
    assert "0 / 4" in text
    assert "In [6]" in text
    assert "Graded with" not in text


def test_only_the_checks_that_are_asked_for_are_judged(ran):
    assert "Nothing outside" not in ran["wrong"].shown["text/plain"]
    assert "0 of 4 points" in ran["wrong"].shown["text/plain"]


def test_the_page_asks_for_nothing_and_runs_nothing(ran):
    for name in ("right", "wrong", "hostile"):
        html = ran[name].shown["text/html"].lower()
        assert "<script" not in html
        assert "<link" not in html
        assert "javascript:" not in html
        assert "<html" not in html


def test_what_a_submission_says_is_text_wherever_it_is_shown(ran):
    shown = ran["hostile"].shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown["text/html"]
    assert "<script>alert(1)</script>" in shown["text/plain"]
    for form in shown.values():
        assert not set(form) & set("\x1b\x07\u202e")


def test_the_line_of_a_cell_is_counted_as_the_notebook_counts_it(ran):
    assert "In [7], line 4" in ran["hostile"].shown["text/plain"]
    assert "on line 4." in ran["hostile"].shown["text/plain"]


def test_a_cell_that_ends_its_process_or_never_ends_ends_nothing_else(ran):
    assert "0 of 8 points" in ran["leaving"].shown["text/plain"]
    assert "0 of 4 points" in ran["endless"].shown["text/plain"]


def test_a_name_that_no_cell_defines_is_told_with_what_to_do(ran):
    told = "No cell that you have run defines `never_defined`; run the one that does, then this one."
    assert told in ran["incomplete"].shown["text/plain"]


def test_a_wrong_word_is_told_in_a_sentence(ran):
    assert ran["misspelt"].printed == "There is no exercise 'duoble'; did you mean 'double' (exercise1)?\n"
    assert ran["unnamed"].printed == "Which exercise is this cell for? Write it first: %%grade exercise3, say.\n"


def test_nothing_is_written_to_standard_error_and_nothing_fails(ran):
    outputs = [one for name, cell in ran.items() if name != "raises" for one in cell.outputs]
    assert [one for one in outputs if one["output_type"] == "error" or one.get("name") == "stderr"] == []


def test_the_kernel_stays_as_it_was(ran):
    before, after = json.loads(ran["after"].printed)
    before["names"] = sorted([*before["names"], "factor"])
    assert after == before


def test_the_kernel_imports_nothing_but_what_asking_takes(ran):
    assert set(json.loads(ran["modules"].printed)) <= {"grader", "msgspec"}


def test_nothing_is_left_when_the_kernel_has_ended(ran):
    assert not psutil.pid_exists(int(ran["process"].printed))
