"""Which kinds of check there are: jitgrade's own, those of installed packages, those of the exercise's checks.py."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from grader.model.check import Check

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["OwnChecksError", "kinds"]

_OWN = {
    "correctness": "Correctness",
    "gradient": "Gradient",
    "keys": "Keys",
    "memory": "Memory",
    "purity": "Purity",
    "raises": "Raises",
    "recompiles": "Recompiles",
    "speedup": "Speedup",
    "state": "State",
    "structure": "Structure",
}


class OwnChecksError(Exception):
    """An exercise's checks.py cannot be used: says why in one sentence."""


def kinds(own: Path | None = None) -> dict[str, type[Check]]:
    """The kinds of check by name; those defined in the file ``own`` (the author's ``checks.py``) come last and win.

    Raises OwnChecksError where that file does not run or defines no check.
    """
    found: dict[str, type[Check]] = {}
    for kind, cls in _OWN.items():
        found[kind] = getattr(importlib.import_module(f"grader.checks.{kind}"), cls)
    for point in entry_points(group="grader.checks"):
        found[point.name] = point.load()
    if own is not None:
        found.update(_kinds_of_file(own))
    return found


def _kinds_of_file(path: Path) -> dict[str, type[Check]]:
    """The checks a trusted author's file defines."""
    spec = importlib.util.spec_from_file_location(f"checks_of_{path.parent.name}", path)
    if spec is None or spec.loader is None:
        raise OwnChecksError(f"{path}: cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    # The types of a record's fields, where they are postponed, are looked up in the module of this name.
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # an author's file may raise anything; it is reported, never swallowed
        raise OwnChecksError(f"{path}: {type(error).__name__}: {error}") from error
    found = {
        str(cls.__struct_config__.tag): cls
        for cls in vars(module).values()
        if isinstance(cls, type) and issubclass(cls, Check) and cls.__module__ == module.__name__
        if not cls.__name__.startswith("_")
    }
    if not found:
        raise OwnChecksError(f"{path}: defines no check (a subclass of grader.Check with a tag)")
    return found
