"""Lines of a notebook in messages."""

from __future__ import annotations

import pytest

from grader.explain.places import placed

LINES = {5: "cell 2, line 1", 6: "line 3", 7: "In [3], line 2"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It prints on line 5.", "It prints in cell 2, line 1."),
        ("Line 5 raised (line 6).", "Cell 2, line 1 raised (line 3)."),
        ("on line 6, on line 7", "on line 3, in In [3], line 2"),
        ("line 8, baseline 5, line 55", "line 8, baseline 5, line 55"),
    ],
)
def test_a_line_is_called_by_the_cell_that_it_stands_in(text, told):
    assert placed(text, LINES) == told


def test_in_a_file_lines_are_lines():
    assert placed("on line 5", {}) == "on line 5"
