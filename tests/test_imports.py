"""Imports point down only, siblings never meet, and nothing of jax is near the grader."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import grader

ROOT = Path(grader.__file__).parent
FILES = sorted(path for path in ROOT.rglob("*.py") if "released" not in path.parts)

_GRADING = {
    "grading",
    "inquiry",
    "asked",
    "redaction",
    "witness",
    "assembling",
    "prelude",
    "judging",
    "runs",
    "settling",
    "checklist",
}
SPINE = _GRADING | {"openings", "host", "pending", "devices"}
"""The files that make up grading."""
FRONT = {"cli", "__main__", "commands", "progress"}
BELOW_GRADING = {"course", "explain", "checks", "sandbox", "model"}

MAY_IMPORT = {
    "model": set(),
    "checks": {"model"},
    "sandbox": {"model"},
    "course": {"checks", "model"},
    "explain": {"model"},
    "reports": {"model"},
    **dict.fromkeys(SPINE, BELOW_GRADING | SPINE),
    "lint": BELOW_GRADING | SPINE,
    "release": BELOW_GRADING | SPINE,
    "scaffold": BELOW_GRADING,
    "lines": set(),
    "batch": BELOW_GRADING | SPINE | {"reports", "lines"},
    "nbgrader": BELOW_GRADING | SPINE | {"reports", "batch"},
    "lms": BELOW_GRADING | SPINE | {"reports", "batch", "lines", "release"},
    "notebook": BELOW_GRADING | SPINE | {"reports", "commands", "lines", "nbgrader"},
    **dict.fromkeys(
        FRONT, BELOW_GRADING | SPINE | FRONT | {"lint", "release", "scaffold", "reports", "batch", "nbgrader", "lms"}
    ),
}
"""What each room may import, besides itself."""

WORKER_MAY_IMPORT = {
    "grader.sandbox.clearing",
    "grader.sandbox.folders",
    "grader.sandbox.frames",
    "grader.sandbox.protocol",
    "grader.sandbox.shared",
    "grader.model.values",
    "grader.model.questions",
    "grader.model.answers",
    "grader.model.incidents",
    "grader.model.key_use",
    "grader.model.memory",
}
IN_ONE_ROOM = {
    "jax": "worker",
    "jaxlib": "worker",
    "rich": "reports",
    "yaml": "course",
    "psutil": "sandbox",
    "watchfiles": "commands",
    "click": "commands",
    "distributed": "batch",
    "IPython": "notebook",
    "bleach": "nbgrader",
    "nbgrader": "nbgrader",
    "nbconvert": "nbgrader",
}
"""Libraries that one room alone imports."""
ALSO = {"click": {"cli", "notebook"}, "yaml": {"release"}}


def room(module: str) -> str:
    """The room of a module of ours; "" for the package itself."""
    return module.split(".")[1] if "." in module else ""


def module_of(path: Path) -> str:
    """The dotted name of one of our files."""
    return ".".join(("grader", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def imported(path: Path) -> set[str]:
    """The modules a file imports, wherever in it: those for types alone are dependencies, too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where they point"
            found |= {_target(node.module or "", alias.name) for alias in node.names}
    return found


def _target(module: str, name: str) -> str:
    """The module that ``from module import name`` imports: the name itself where it is one of our modules."""
    if module.split(".", maxsplit=1)[0] != "grader":
        return module
    below = ROOT.joinpath(*module.split(".")[1:], name)
    return f"{module}.{name}" if below.with_suffix(".py").exists() or below.is_dir() else module


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_a_file_imports_only_what_its_room_may(path):
    module = module_of(path)
    if module == "grader":
        pytest.skip("the public names point everywhere, on first use")
    ours = {name for name in imported(path) if name.split(".")[0] == "grader" and name != "grader"}
    if room(module) == "worker":
        assert {name for name in ours if room(name) != "worker"} <= WORKER_MAY_IMPORT
    else:
        assert {room(name) for name in ours} - {room(module)} <= MAY_IMPORT[room(module)]


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_a_library_stays_in_its_room(path):
    here = room(module_of(path))
    libraries = {name.split(".")[0] for name in imported(path)}
    strayed = {
        name for name in libraries & set(IN_ONE_ROOM) if here != IN_ONE_ROOM[name] and here not in ALSO.get(name, ())
    }
    assert strayed == set()


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_private_names_of_jax_are_used_in_one_file_only(path):
    private = {name for name in imported(path) if name.startswith("jax._")}
    assert not private or module_of(path) == "grader.worker.private"


def loaded_after(statement: str) -> set[str]:
    """The top-level packages that a fresh interpreter has loaded after a statement."""
    script = f"{statement}; import sys; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    return set(done.stdout.split())


def test_the_command_line_loads_nothing_that_is_slow():
    assert not loaded_after("import grader.cli") & {
        "jax",
        "jaxlib",
        "numpy",
        "rich",
        "psutil",
        "yaml",
        "msgspec",
        "watchfiles",
    }


def test_a_kernel_loads_nothing_but_what_asking_takes():
    loaded = loaded_after("from grader import check, load_ipython_extension")
    assert not loaded & {"jax", "jaxlib", "numpy", "rich", "psutil", "yaml", "click"}
    assert not loaded_after("import grader") & {"msgspec", "IPython"}


@pytest.mark.parametrize(
    "module", ["grader", "grader.grading", "grader.lint", "grader.release", "grader.reports.terminal"]
)
def test_the_graders_side_loads_no_jax(module):
    assert not loaded_after(f"import {module}") & {"jax", "jaxlib"}


def test_what_platforms_are_told_is_written_without_jax_and_without_a_terminal():
    loaded = loaded_after("from grader.lms.forms import FORMS, renderer; [renderer(form) for form in FORMS]")
    assert not loaded & {"jax", "jaxlib", "numpy", "rich", "click", "yaml"}
