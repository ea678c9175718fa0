"""The words behind ``%%grade`` are read as the command reads its own."""

from pathlib import Path

import click
import pytest

from grader.notebook.words import Words, read


def test_all_options_are_read():
    line = "abs_static --only correctness --only purity --seed 2A --course '../my course' --device cpu"
    assert read(line) == Words(
        exercise="abs_static",
        course=Path("../my course"),
        only=("correctness", "purity"),
        seed=f"{'0' * 30}2a",
        device="cpu",
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "which exercise is this cell for? Write it first: %%grade exercise3, say."),
        ("--only correctness exercise3", "Write it first"),
        ("3 'unfinished", "a quotation mark is missing in this line."),
        ("3 --sed 1", "--seed"),
        ("3 --seed seven", "--seed is a number"),
        ("3 4", "unexpected extra argument (4)"),
        ("3 --device tpux", "tpux"),
    ],
)
def test_what_cannot_be_meant_is_told_in_a_sentence(line, told):
    with pytest.raises(click.UsageError) as error:
        read(line)
    assert told in error.value.format_message()
