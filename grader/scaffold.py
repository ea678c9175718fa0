"""Makes folders to begin with: a new exercise with its blanks marked, a student's copy of the course."""

from __future__ import annotations

import json
import re
import shutil
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from grader.course import schema

if TYPE_CHECKING:
    from grader.model.exercise import Course

__all__ = ["ScaffoldError", "init", "new"]

_FOLDER = re.compile(r"\d{2}_[a-z][a-z0-9_]*")

_EXERCISE = """\
# yaml-language-server: $schema=../exercise.schema.json
# Every field: docs/exercise.md, or `grade schema --format markdown`. What to fill in is marked ___; the rest is an
# example that works: let it stand until the first `grade lint`, then make it yours piece by piece.
format: 1
title: ___ (one line)
# What a file has to define. Parameters before a `*` are given by position, those after it by keyword.
function: "double(x)"
# `submission`: the file must come jitted. `{}`: the grader jits it, options go into the braces. `none`: nobody does.
jit: submission
teaches: [___ (the idea in a word or two)]
task: |
  ___ (markdown: the idea, what to write, an example call, how it is judged)
cases:
  # A short case is nothing but arguments. An array is drawn anew in each run, so no file can know it.
  - x: 3
  - {name: vector, args: {x: "f32[8] in [-10, 10]"}}
  # Not given to students: who wrote down the answers to the others fails here.
  - {name: hidden vector, hidden: true, args: {x: "f32[5]"}}
checks:
  # Each check has a hint, told once it has failed, and an answer under solutions/…/wrong/ that it catches.
  - {check: correctness, points: 4, hint: "Twice x: x + x, or 2 * x."}
  - {check: purity, points: 3, hint: "Take out what happens beside the computation; jit does it while tracing only."}
  - check: recompiles
    points: 3
    # Two shapes, two programs. Up to three more do no harm, where an honest file converts something on its way.
    at_most: 2
    calls: [{x: "f32[8]"}, {x: "f32[8]"}, {x: "f32[9]"}, {x: "f32[9]"}]
    hint: Jit one function, once, at the top level of the file.
  # Speed, where the starter is right but slow. The case needs drawn floats, the solution three times the threshold.
  # - {check: speedup, points: 2, over: starter, case: vector, at_least: 10, hint: …}
# What to try when an exception of this class comes up.
hints:
  TracerBoolConversionError: An `if` cannot ask a tracer for its value. Here nothing has to be decided.
# What `grade hint` gives, one by one.
nudges:
  - ___ (a first question)
  - ___ (the whole repair, nearly)
"""

_STARTER = '''\
"""___ (say in a line what is to be repaired here)"""

import jax.numpy as jnp


def double(x):
    """Return twice x."""
    print("doubling", x)
    return jnp.add(x, x)
'''

_SOLUTION = '''\
"""Jitted once, and nothing happens beside the computation."""

import jax
import jax.numpy as jnp


@jax.jit
def double(x):
    """Return twice x."""
    return jnp.add(x, x)
'''

_WRONG = {
    "squared.py": '''\
# expect: correctness: expected
"""Squares instead of doubling. The first line says which check catches it, and words that its report must contain."""

import jax


@jax.jit
def double(x):
    return x * x
''',
    "prints.py": '''\
# expect: purity: print
"""Prints, which jit does while it traces and never again."""

import jax


@jax.jit
def double(x):
    print("doubling")
    return 2 * x
''',
    "lambda_each_call.py": '''\
# expect: recompiles: new function
"""Jits a new function in each call, for which nothing is in the cache."""

import jax


def double(x):
    return jax.jit(lambda v: 2 * v)(x)
''',
}

_RIGHT = '''\
# expect: passed
"""Right in another way: such answers show that no check asks for the solution's own words."""

import jax


def _twice(x):
    return 2 * x


double = jax.jit(_twice)
'''


class ScaffoldError(Exception):
    """A folder cannot be made: says why in one sentence."""


def new(course: Course, name: str) -> list[Path]:
    """Writes the files of a new exercise and returns them; ``___`` marks what its author has to fill in.

    The schema that its first line names for editors is written where there is none yet.

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
        **{solution / "wrong" / answer: text for answer, text in _WRONG.items()},
        solution / "right" / "other_words.py": _RIGHT,
    }
    present = [path for path in contents if path.exists()]
    if present:
        raise ScaffoldError(f"{present[0]} is there already")
    editors = course.folder / "exercises" / "exercise.schema.json"
    if not editors.exists():
        contents[editors] = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
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
