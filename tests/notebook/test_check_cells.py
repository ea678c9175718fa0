"""``grader.check`` in a notebook that a kernel runs: the points of its file as a plain number, with the reasons."""

import re

import pytest

TEST = {"grade": True, "solution": False, "points": 1}
CELLS = {
    "imports": "factor = 2",
    "solution": "def double(x):\n    print('<b>doubling</b>')\n    return factor * x\n",
    "other": "%%grade exercise2\nraise ValueError('not for exercise 1')",
    "others": "raise ValueError('the cell of another exercise')",
    "correctness": 'import grader\ngrader.check("exercise1", "correctness")',
    "purity": 'import grader\ngrader.check("exercise1", "purity")',
    "whole": 'import grader\ngrader.check("exercise1")',
    "again": 'import grader\nprint(grader.check("double", "purity"))',
    "number": "import grader\nfloat(grader.check(1, 'recompiles', notebook='mine')) + 1",
    "fast": "%%grade exercise3\ndef double(x):\n    return 2 * x\n",
    "broken": """\
import grader
import pathlib
written = pathlib.Path("../solutions/03_race/solution.py").write_text("double = 7")
grader.check("exercise3", "correctness")
""",
    "check": 'import grader\ngrader.check("exercise1", "corectness")',
    "file": 'import grader\ngrader.check("exercise1", notebook="mein.ipynb")',
    "modules": "import sys\nprint('jax' in sys.modules)",
}
MARKS = {
    "solution": {"grade": False, "solution": True, "grade_id": "double"},
    "others": {"grade": False, "solution": True, "grade_id": "brief"},
    "correctness": {**TEST, "grade_id": "double--correctness"},
    "purity": {**TEST, "grade_id": "double--purity"},
}


@pytest.fixture(scope="module")
def ran(jupyter):
    cells = {("raises " + name if name == "others" else name): text for name, text in CELLS.items()}
    return jupyter({"magic": "%load_ext grader", **cells}, {**MARKS, "raises others": MARKS["others"]})


def test_the_text_of_a_check_is_the_plain_number_of_its_points(ran):
    numbers = {name: ran[name].shown["text/plain"] for name in ("correctness", "purity", "whole", "number")}
    assert numbers == {"correctness": "4.0", "purity": "0.0", "whole": "6.0", "number": "3.0"}


def test_the_page_of_a_check_tells_the_reason_and_of_no_other_check(ran):
    html = ran["purity"].shown["text/html"]
    assert "0 / 2" in html
    assert "print" in html
    assert "4 / 4" not in html
    assert "4 / 4" in ran["correctness"].shown["text/html"]


def test_the_page_says_which_file_it_is_about_and_when_that_was_saved(ran):
    assert "This is mine.ipynb as it was saved at " in ran["whole"].shown["text/html"]


def test_cells_that_ask_one_after_another_are_told_of_one_grading_and_whoever_asks_again_of_another(ran):
    told = {name: ran[name].shown["text/html"] for name in ("correctness", "purity", "whole")} | {
        "again": ran["again"].printed
    }
    seeds = {name: re.search(r"seed\s+([0-9a-f]{32})", text)[1] for name, text in told.items()}
    assert seeds["correctness"] == seeds["purity"] == seeds["whole"] != seeds["again"]


def test_print_tells_the_reasons_where_no_page_can_be_shown(ran):
    assert "0 of 2 points" in ran["again"].printed
    assert "print" in ran["again"].printed


def test_what_the_student_wrote_is_escaped(ran):
    assert "&lt;b&gt;doubling&lt;/b&gt;" in ran["whole"].shown["text/html"]
    assert "<b>doubling" not in ran["whole"].shown["text/html"]


def test_a_fault_of_the_course_is_told_beside_the_number_and_called_nobody_else_s(ran):
    assert ran["broken"].shown["text/plain"] == "0.0"
    assert ran["broken"].printed.startswith("Not graded, and not your fault: jitgrade or the course failed.")


def test_a_wrong_word_is_told_in_a_sentence_and_there_are_no_points(ran):
    assert ran["check"].printed == "Exercise 1 has no check 'corectness'; did you mean 'correctness'?\n"
    assert "There is no notebook 'mein.ipynb'" in ran["file"].printed
    assert "did you mean 'mine.ipynb'?" in ran["file"].printed
    for name in ("check", "file"):
        assert ran[name].shown == {"text/plain": "0.0"}


def test_nothing_is_written_to_standard_error_and_no_jax_is_in_the_kernel(ran):
    streams = [one for cell in ran.values() for one in cell.outputs if one.get("name") == "stderr"]
    assert streams == []
    assert ran["modules"].printed == "False\n"
