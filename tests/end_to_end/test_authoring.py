"""What an author begins with: the exercise that ``grade new`` writes, and the one that the guide walks through."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from grader.course import read_course
from grader.scaffold import new

GUIDE = Path(__file__).parents[2] / "docs" / "authoring.md"
PATH = r"`(?P<path>(?:exercises|solutions)/25_clip/[\w/]+\.\w+)`"
FENCE = r"^(?:~~~|```)(?P<language>yaml|python|text)\n(?P<text>.*?)^(?:~~~|```)$"
BLANK = re.compile(r"___ \(.*?\)")


class Guide(NamedTuple):
    """The files that the guide shows, by path, and what it says that lint prints."""

    files: dict[str, str]
    printed: str


@pytest.fixture(scope="module")
def guide() -> Guide:
    """Reads it as its reader does: the path that was named last is what the next block is in."""
    files, path, printed = {}, "", ""
    for found in re.finditer(f"{PATH}|{FENCE}", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        if found["path"]:
            path = found["path"]
        elif found["language"] == "text":
            printed = found["text"]
        else:
            files[path] = found["text"]
    return Guide(files, printed)


def test_the_exercise_of_the_guide_takes_at_most_25_lines_of_yaml(guide):
    assert len(guide.files["exercises/25_clip/exercise.yaml"].splitlines()) <= 25


def test_what_new_writes_lints_once_its_blanks_are_filled_and_so_does_what_the_guide_shows(guide, desk, tmp_path):
    (tmp_path / "course.yaml").write_text("title: A course of mine\n")
    for path in new(read_course(tmp_path), "24_mine"):
        text = path.read_text("utf-8")
        path.write_text(BLANK.sub(lambda blank: f"jit {blank[0][5:-1]}", text), "utf-8")
    for name, text in guide.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = desk.grade("lint", "--course", tmp_path)
    ours = [line.partition("_clip: ")[2] for line in guide.printed.splitlines()[:-1]]
    assert [line.partition("_clip: ")[2] for line in done.out.splitlines() if "25_clip" in line] == ours
    assert "15 of 15 proofs hold.\n" in done.out
    assert (done.code, [line for line in done.out.splitlines() if line.startswith(("!", "✗", "X"))]) == (0, [])
