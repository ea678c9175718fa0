"""A notebook's cells in a worker: one that fails ends itself, and what is told where the function is missing for it."""

from __future__ import annotations

import pytest

from grader.model.answers import Loaded

RIGHT = "def f(x):\n    return x"
FAILING = {
    "an exception": "1 / 0",
    "text that is no Python": "this is why:",
    "a package that is not there": "import nowhere.to_be_found",
    "leaving": "raise SystemExit",
    "a question to somebody": "input('name?')",
    "what only a function may do": "return 3",
    "the half of a cell": "x = (1,",
    "the end of a function": "    return 3",
}


def load(worker, *cells, **more):
    """The answer to loading a notebook of these cells."""
    starts = [1]
    for cell in cells:
        starts.append(starts[-1] + cell.count("\n") + 1)
    return worker.load("\n".join(cells) + "\n", parts=tuple(starts[:-1]), **more)


@pytest.mark.parametrize("cell", FAILING.values(), ids=FAILING.keys())
@pytest.mark.parametrize("place", ["before", "after"])
def test_a_cell_that_fails_does_not_stop_the_others(worker, cell, place):
    answer = load(worker, *((cell, RIGHT) if place == "before" else (RIGHT, cell)))
    assert isinstance(answer, Loaded)
    assert [one.frames[-1].line for one in answer.left_out] == [1 if place == "before" else 3]


def test_what_stands_above_in_a_cell_that_fails_has_run(worker):
    assert isinstance(load(worker, f"{RIGHT}\n1 / 0\ndef f(): ..."), Loaded)


def test_a_file_that_is_no_notebook_is_run_to_its_end_or_not_at_all(worker):
    assert worker.load(f"{RIGHT}\n1 / 0\n").failure.type == "ZeroDivisionError"


def test_where_the_function_is_missing_its_own_cell_is_told(worker):
    failure = load(worker, "1 / 0", "x = [][1]\ndef f(x): ...", "2 + ''").failure
    assert (failure.type, failure.frames[-1].line) == ("IndexError", 2)


def test_where_its_cell_lacks_a_name_the_first_failure_is_told(worker):
    failure = load(worker, "from nowhere import jit", "@jit\ndef f(x): ...").failure
    assert failure.type == "ModuleNotFoundError"


def test_a_cell_of_the_function_that_is_no_python_is_told_with_its_line(worker):
    failure = load(worker, "x = 1\ny = 2", "def f(x)\n    return x").failure
    assert (failure.type, failure.frames[-1].line) == ("SyntaxError", 3)


def test_where_no_cell_that_failed_has_the_name_it_is_missing(worker):
    assert load(worker, "1 / 0", "def g(x): ...").failure.message == "student.py defines no `f`. It defines g."


def test_lines_and_imports_from_the_future_hold_for_all_cells(worker):
    answer = load(worker, "from __future__ import annotations", "1 / 0", "def f(x: Nowhere):\n    return x")
    assert isinstance(answer, Loaded)
    assert answer.line == 3


@pytest.mark.parametrize("cells", [("y = (1,", "2)"), ("def f(x):", "    return x"), ("@print", "def g(x): ...")])
def test_halves_of_a_cell_are_not_joined(worker, cells):
    answer = load(worker, "def f(x): return x", *cells)
    assert isinstance(answer, Loaded)
    assert answer.left_out[0].frames[-1].line == 2
