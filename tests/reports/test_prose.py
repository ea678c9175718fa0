"""How an author's markdown is laid out for a screen."""

from __future__ import annotations

import pytest

from grader.reports.prose import flowing


def test_a_paragraph_flows():
    assert flowing("one two\nthree four five six", 20) == "one two three four\nfive six"


def test_blank_lines_part_paragraphs():
    assert flowing("one\n\ntwo\n", 40) == "one\n\ntwo"


def test_items_stay_apart_and_hang():
    text = "- the first item is long\n  and goes on\n- the second\n10. the tenth is long enough"
    assert (
        flowing(text, 24) == "- the first item is long\n  and goes on\n- the second\n10. the tenth is long\n    enough"
    )


@pytest.mark.parametrize(
    "text",
    [
        "```python\nabs_jit(-3)      # a comment that is longer than the screen\nx = 1\n```",
        "    indented code that is longer than the screen is wide",
        "| a table | that is wider than | the screen |\n|---|---|---|",
        "# A heading that is longer than the screen",
    ],
)
def test_code_tables_and_headings_stay_as_they_are(text):
    assert flowing(text, 30) == text


def test_a_word_with_hyphens_is_not_broken():
    assert flowing("say --require-isolation", 20) == "say\n--require-isolation"
