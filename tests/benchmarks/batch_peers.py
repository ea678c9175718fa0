"""The same class for nbgrader and otter-grader: notebooks, tests as a course would write them, and their commands."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import textwrap
from pathlib import Path
from typing import Any, Final

__all__ = ["TESTS", "NbGrader", "Otter", "hand_in", "installed", "surroundings"]

TESTS: Final[dict[str, dict[str, tuple[int, str]]]] = {
    "03_abs_static": {
        "values": (
            4,
            """
            import numpy as np
            abs_jit = env["abs_jit"]
            for x, expected in [(-3, 3), (2, 2), (0, 0), (-2.5, 2.5), (True, 1), (0.125, 0.125), (-12345, 12345)]:
                np.testing.assert_allclose(np.asarray(abs_jit(x)), expected, rtol=1e-5)
            """,
        ),
        "array": (
            2,
            """
            import jax.numpy as jnp
            try:
                env["abs_jit"](jnp.int32(-3))
            except (TypeError, ValueError, AssertionError):
                pass
            else:
                raise AssertionError("a static argument cannot be an array")
            """,
        ),
        "compilations": (
            4,
            """
            import jax
            from jax import monitoring
            abs_jit, compiled = env["abs_jit"], []
            monitoring.register_event_duration_secs_listener(
                lambda event, *_, **__: compiled.append(event) if event.endswith("backend_compile_duration") else None
            )
            jax.clear_caches()
            for x in (-3, -2, 5, -3, 5, 2, 0):
                abs_jit(x)
            assert len(compiled) <= 5, f"{len(compiled)} compilations"
            """,
        ),
    },
    "01_armijo": {
        "values": (
            3,
            """
            import jax.numpy as jnp
            import numpy as np
            step, scale = env["step"], np.array([1.0, 2.0, 3.0])

            def f(x):
                return np.sum((scale * x) ** 2)

            random = np.random.default_rng(1)
            points = [np.ones(3), np.zeros(3), random.uniform(-2, 2, 3), np.full(3, 1000.0), np.array([0.0, 0.0, 4.0])]
            for x in (*points, random.uniform(-50, 50, 3)):
                gradient, alpha = 2 * scale**2 * x, 1.0
                while f(x - alpha * gradient) > f(x) - 0.1 * alpha * gradient @ gradient:
                    alpha /= 2
                wanted = x - alpha * gradient, f(x - alpha * gradient), np.linalg.norm(gradient)
                found = step(jnp.asarray(x, jnp.float32))
                assert len(found) == 3
                for mine, right in zip(found, wanted):
                    np.testing.assert_allclose(np.asarray(mine), right, rtol=1e-4, atol=1e-3)
            """,
        ),
        "purity": (
            1,
            """
            import contextlib
            import io
            import jax
            import jax.numpy as jnp

            def state():
                return {name: repr(value) for name, value in env.items() if isinstance(value, (list, dict, set))}

            jax.clear_caches()
            known = {name: text for name, text in state().items() if not name.startswith("_")}
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                programs = [str(jax.make_jaxpr(env["step"])(jnp.ones(3))) for _ in range(2)]
                env["step"](jnp.array([0.5, 1.0, 1.5]))
            assert programs[0] == programs[1]
            assert said.getvalue() == ""
            assert {name: state().get(name) for name in known} == known
            """,
        ),
        "compilations": (
            3,
            """
            import jax
            import jax.numpy as jnp
            import numpy as np
            from jax import monitoring
            step, compiled = env["step"], []
            monitoring.register_event_duration_secs_listener(
                lambda event, *_, **__: compiled.append(event) if event.endswith("backend_compile_duration") else None
            )
            jax.clear_caches()
            for seed in range(6):
                step(jnp.asarray(np.random.default_rng(seed).uniform(-2, 2, 3), jnp.float32))
            assert len(compiled) <= 4, f"{len(compiled)} compilations"
            """,
        ),
    },
}
"""By exercise and name: points, and what must hold of ``env``, the student's names."""

_SEEN: Final = """
import importlib, json, platform, jax
import nbgrader, otter, ipykernel
print(json.dumps({"Python": platform.python_version(), "jax": jax.__version__,
                  "nbgrader": nbgrader.__version__, "otter-grader": otter.__version__}))
"""
_CONFIGURATION: Final = """
c = get_config()
c.CourseDirectory.root = {root!r}
c.CourseDirectory.db_url = "sqlite:///" + {root!r} + "/gradebook.db"
"""


def installed(python: str) -> dict[str, str]:
    """Returns the versions of what an interpreter has of peers; nothing where one of them is missing."""
    try:
        done = subprocess.run([python, "-c", _SEEN], capture_output=True, text=True, check=True, timeout=120)
    except (OSError, subprocess.SubprocessError):
        return {}
    return json.loads(done.stdout)


def surroundings(home: Path, python: str = "") -> dict[str, str]:
    """Returns an environment with a home of its own; for an interpreter of peers, one in which they are quick.

    Where jsonschema finds rfc3987_syntax, which nbgrader brings along, importing nbformat takes seconds, in each
    process of otter, too. No grade needs it, so peers do without.
    """
    found = {**os.environ, "HOME": str(home), "JUPYTER_PLATFORM_DIRS": "1", "JAX_PLATFORMS": "cpu"}
    if python:
        (home / "without").mkdir(exist_ok=True)
        (home / "without" / "rfc3987_syntax.py").write_text("raise ImportError\n")
        found |= {"PYTHONPATH": str(home / "without"), "PATH": f"{Path(python).parent}{os.pathsep}{os.environ['PATH']}"}
    return found


def hand_in(folder: Path, exercise: str, number: int, text: str) -> Path:
    """Writes a student's notebook to ``submitted``, as nbgrader has collected it."""
    path = folder / "submitted" / f"student{number:04}" / exercise / f"{exercise}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(_notebook(exercise, f"{text}\n# handed in by student {number}\n", hidden=False)))
    return path


class NbGrader:
    """``nbgrader autograde`` in a course that has been set up."""

    def __init__(self, python: str, folder: Path, exercise: str) -> None:
        self.environment = surroundings(folder, python)
        self._exercise = exercise
        self._folder = folder
        self._words = [python, "-m", "nbgrader"]
        source = folder / "source" / exercise / f"{exercise}.ipynb"
        source.parent.mkdir(parents=True)
        source.write_text(json.dumps(_notebook(exercise, "### BEGIN SOLUTION\n### END SOLUTION\n", hidden=True)))
        (folder / "nbgrader_config.py").write_text(_CONFIGURATION.format(root=str(folder)))
        self._run("generate_assignment", exercise)

    @property
    def commands(self) -> list[list[str]]:
        """What is typed to grade everybody."""
        return [[*self._words, "autograde", self._exercise]]

    def full_marks(self) -> int:
        """How many got all points."""
        self._run("export")
        with (self._folder / "grades.csv").open() as file:
            rows = [row for row in csv.DictReader(file) if row["assignment"] == self._exercise]
        return sum(float(row["raw_score"] or 0) == float(row["max_score"]) for row in rows)

    def _run(self, *words: str) -> None:
        _run([*self._words, *words], self._folder, self.environment)


class Otter:
    """``otter run`` with an autograder that has been generated: one command a submission, as it is used."""

    def __init__(self, python: str, folder: Path, exercise: str) -> None:
        self.environment = surroundings(folder, python)
        self._results = folder / "otter"
        self._folder = folder
        tests = folder / "tests"
        tests.mkdir()
        for name, (points, body) in TESTS[exercise].items():
            head = f"OK_FORMAT = False\nname = {name!r}\npoints = {points}\n"
            head += "from otter.test_files import test_case\n\n\n@test_case(hidden=True)\n"
            (tests / f"{name}.py").write_text(head + _test(body))
        self._words = [python, "-m", "otter"]
        words = ["generate", "-t", "tests", "-o", "autograder.zip", "--no-config", "--no-requirements"]
        _run([*self._words, *words, "--no-environment"], folder, self.environment)

    @property
    def commands(self) -> list[list[str]]:
        """What is typed to grade everybody."""
        told = []
        for path in sorted(self._folder.glob("submitted/*/*/*.ipynb")):
            output = self._results / path.parts[-3]
            output.mkdir(parents=True, exist_ok=True)
            told.append([*self._words, "run", "-a", "autograder.zip", "-o", str(output), "--no-logo", str(path)])
        return told

    def full_marks(self) -> int:
        """How many got all points."""
        count = 0
        for path in self._results.glob("*/results.json"):
            tests = [test for test in json.loads(path.read_text())["tests"] if test.get("max_score")]
            count += bool(tests) and all(test["score"] == test["max_score"] for test in tests)
        return count


def _run(words: list[str], folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stderr[-3000:]}")


def _notebook(exercise: str, text: str, *, hidden: bool) -> dict[str, Any]:
    """A notebook with one cell to fill in, and one for each test, whose text is kept back where not ``hidden``."""
    cells = [_cell("answer", text, solution=True)]
    for name, (points, body) in TESTS[exercise].items():
        kept = f"### BEGIN HIDDEN TESTS\n{_test(body)}test(globals())\n### END HIDDEN TESTS\n" if hidden else ""
        cells.append(_cell(name, f"# {name}\n{kept}", points=points))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": cells}


def _test(body: str) -> str:
    """A function that fails where the student's names ``env`` are not as they should be."""
    return f"def test(env):\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"


def _cell(name: str, text: str, *, solution: bool = False, points: int = 0) -> dict[str, Any]:
    mark: dict[str, Any] = {"schema_version": 3, "grade_id": name, "grade": not solution, "solution": solution}
    mark |= {"locked": not solution, "task": False} | ({} if solution else {"points": points})
    return {
        "id": name,
        "cell_type": "code",
        "source": text,
        "metadata": {"nbgrader": mark},
        "outputs": [],
        "execution_count": None,
    }
