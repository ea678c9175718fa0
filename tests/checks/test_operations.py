"""What a trace says of its loops is held against the program that is compiled."""

import pytest

from grader.checks.operations import contradicted

LOOP = {"stablehlo.while": 1, "stablehlo.add": 2}
PLAIN = {"stablehlo.add": 2}


@pytest.mark.parametrize(
    ("primitives", "counts", "asked", "forbidden"),
    [
        (["while", "add"], LOOP, ["while"], []),
        (["cond"], {"stablehlo.case": 1}, ["cond"], []),
        (["cond"], {"stablehlo.if": 1}, ["cond"], []),
        (["scan"], PLAIN, ["scan"], []),
        (["add"], PLAIN, [], ["while", "scan", "cond"]),
        (["random_bits", "add"], LOOP, [], ["while"]),
        (["igamma"], LOOP, [], ["scan"]),
        (["hidden"], LOOP, [], ["cond"]),
        (["add"], PLAIN, ["dot_general"], ["sin"]),
    ],
)
def test_a_trace_and_its_program_agree(primitives, counts, asked, forbidden):
    assert contradicted(dict.fromkeys(primitives, 1), counts, asked=asked, forbidden=forbidden) == ""


@pytest.mark.parametrize(
    ("primitives", "counts", "asked", "forbidden", "words"),
    [
        (["while"], PLAIN, ["while"], [], "the compiled one has none"),
        (["cond"], LOOP, ["cond"], [], "the compiled one has none"),
        (["hidden"], LOOP, [], ["while"], "has a `while` in it"),
        (["add"], LOOP, [], ["scan"], "has a `while` in it"),
        (["add"], {"stablehlo.case": 1}, [], ["cond"], "has a `case` in it"),
    ],
)
def test_a_trace_that_says_another_thing_than_its_program_is_told(primitives, counts, asked, forbidden, words):
    assert words in contradicted(dict.fromkeys(primitives, 1), counts, asked=asked, forbidden=forbidden)
