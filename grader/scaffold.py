"""Makes folders to begin with: a new exercise with its blanks marked, a student's copy of the course."""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.model.exercise import Course

__all__ = ["ScaffoldError", "init", "new"]

_FOLDER = re.compile(r"\d{2}_[a-z][a-z0-9_]*")

_EXERCISE = """\
# yaml-language-server: $schema=../exercise.schema.json
format: 1
title: ___ (one line)
function: "double(x)"
# How it is jitted: by the grader (as here; options go into the braces), `submission` (it must come so) or `none`.
jit: {}
teaches: [___]
task: |
  ___ (markdown: the idea, what to write, an example call, how it is judged)
cases:
  - x: 3
  - {name: vector, args: {x: "f32[8] in [-10, 10]"}}
  - {name: hidden vector, hidden: true, args: {x: "f32[5]"}}
checks:
  - check: correctness
    points: 6
  - check: purity
    points: 2
  - check: recompiles
    points: 2
    # One for each shape or type among the calls.
    at_most: 2
    calls: [{x: "f32[8]"}, {x: "f32[8]"}, {x: "f32[9]"}]
  # Speed, where the starter is right but slow (with `jit: {}` it is jitted, too). The cases need drawn floats.
  # - {check: speedup, points: 2, over: starter, case: vector, at_least: 10, steps: {5: 50%}, sizes: [vector]}
hints:
  TracerBoolConversionError: ___ (what to try when an `if` meets a tracer)
nudges:
  - ___ (a nudge)
  - ___ (a clearer one)
  - ___ (nearly the answer)
"""

_STARTER = '''\
"""___: say in a line what is to be repaired here."""

import jax.numpy as jnp


def double(x):
    """Return twice x."""
    print("doubling", x)
    return jnp.add(x, x)
'''

_SOLUTION = '''\
"""Returns twice x, and does nothing else: no print, so nothing happens while jax traces."""

import jax.numpy as jnp


def double(x):
    """Return twice x."""
    return jnp.add(x, x)
'''

_WRONG = '''\
# expect: correctness: expected
"""Squares instead of doubling."""

import jax.numpy as jnp


def double(x):
    """Return x times x."""
    return jnp.multiply(x, x)
'''


class ScaffoldError(Exception):
    """A folder cannot be made: says why in one sentence."""


def new(course: Course, name: str) -> list[Path]:
    """Writes the files of a new exercise and returns them; ``___`` marks what its author has to fill in.

    Raises ScaffoldError where the name is no ``NN_slug`` or is taken.
    """
    if not _FOLDER.fullmatch(name):
        raise ScaffoldError(f"{name!r} is no name for an exercise; take two digits and words, such as 13_cond_switch")
    number = name[:2]
    taken = [path.name for path in course.exercises if path.name.startswith(f"{number}_")]
    if taken:
        raise ScaffoldError(f"number {number} is taken by {taken[0]}")
    exercise = course.folder / "exercises" / name
    solution = course.folder / "solutions" / name
    contents = {
        exercise / "exercise.yaml": _EXERCISE,
        exercise / "starter.py": _STARTER,
        solution / "solution.py": _SOLUTION,
        solution / "wrong" / "squared.py": _WRONG,
    }
    present = [path for path in contents if path.exists()]
    if present:
        raise ScaffoldError(f"{present[0]} is there already")
    for path, text in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(contents)


def init(folder: Path) -> Path:
    """Copies the released course that this installation carries into a folder and returns it.

    Raises ScaffoldError where the folder holds something already, or the installation carries no course.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ScaffoldError(f"{folder} is not empty; name a folder that is not there yet")
    released = files("grader") / "released"
    if not (released / "course.yaml").is_file():
        raise ScaffoldError("this installation carries no course; clone the project, or install its wheel")
    with_path = Path(str(released))
    shutil.copytree(with_path, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return folder
