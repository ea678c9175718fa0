"""The checks that an exercise declares: maps of the YAML become the records of their kinds."""

from __future__ import annotations

import math
import re
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType

from grader.checks.registry import OwnChecksError
from grader.checks.registry import kinds as registered
from grader.course.cases import CaseGrammar
from grader.course.convert import Reader, fields_of
from grader.course.errors import Problem, Problems
from grader.course.strict_yaml import Node
from grader.model.check import Check
from grader.model.exercise import Case, Exercise
from grader.model.spelling import meant

__all__ = ["RESERVED", "Declared", "case_shape", "kinds_beside", "read_checks"]

RESERVED = ("loads", "signature", "traces")
"""The names of the checks that every report begins with; of several functions each has its own (``traces-window``)."""

_NAME = re.compile(r"[A-Za-z0-9_-]+")


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """A check, and where it stands: its index in the list and its node."""

    check: Check
    index: int
    node: Node

    def hold(self, exercise: Exercise, accelerator: str, problems: Problems) -> None:
        """Notes what the check itself finds wrong with its place in the exercise, on the course's accelerator."""
        path = f"checks[{self.index}]"
        try:
            found = self.check.problems(exercise) + self.check.unmarked(accelerator)
        except Exception as error:  # noqa: BLE001 - an author's own kind may raise anything; it is told to the author
            message = f"the check '{self.check.name}' cannot look at this exercise: {type(error).__name__}: {error}"
            problems.add(self.node.line, path, message)
            return
        for field, sentence in found:
            steps = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", field)]
            problems.add(self.node.at(*steps), f"{path}.{field}", f"{path}.{field}: {sentence}")


def kinds_beside(path: Path | None, shown: str, problems: Problems) -> dict[str, type[Check]]:
    """Returns the kinds of check, with those of the exercise's own checks.py where ``path`` is given."""
    try:
        return registered(path)
    except OwnChecksError as error:
        message = str(error).removeprefix(f"{path}: ").replace("\n", " ")
        problems.include(Problem(file=shown, message=message))
        return registered(None)


def read_checks(
    node: Node, kinds: dict[str, type[Check]], grammar: CaseGrammar | None, problems: Problems
) -> tuple[Declared, ...]:
    """Returns those checks of the list that are right; each other one is a problem.

    Without a grammar (the signature could not be read) fields that hold cases are left out, and so are their checks.
    """
    if not isinstance(node.value, tuple):
        problems.add(
            node.line, "checks", "checks must be a list, each check a map like {check: correctness, points: 4}"
        )
        return ()
    found: list[Declared] = []
    taken: dict[str, Node] = {}
    for index, item in enumerate(node.value):
        check = _check(item, f"checks[{index}]", kinds, grammar, problems)
        if check is None:
            continue
        if check.name in taken:
            message = f"two checks are called '{check.name}'; give each of them a 'name' of its own"
            problems.add(item.at("name"), f"checks[{index}].name", message)
        taken[check.name] = item
        found.append(Declared(check=check, index=index, node=item))
    return tuple(found)


def _check(
    node: Node, path: str, kinds: dict[str, type[Check]], grammar: CaseGrammar | None, problems: Problems
) -> Check | None:
    if not isinstance(node.value, dict):
        problems.add(node.line, path, f"{path} must be a map like {{check: correctness, points: 4}}")
        return None
    said = node.value.get("check")
    if said is None:
        problems.add(node.line, path, f"{path} does not say which check it is; begin with 'check: correctness'")
        return None
    kind = said.value
    if not isinstance(kind, str) or kind not in kinds:
        message = f"there is no check '{kind}'{meant(str(kind), sorted(kinds))}"
        problems.add(said.line, f"{path}.check", message)
        return None
    of = grammar and grammar.of(node.value.get("of"), path)
    if isinstance(of, UnsetType):
        return None
    readers: dict[str, Reader] = {}
    try:
        for field in msgspec.structs.fields(kinds[kind]):
            if reader := _case_reader(field.type, of):
                readers[field.encode_name] = reader
    except NameError as error:
        problems.add(said.line, f"{path}.check", f"a type in the check '{kind}' cannot be found: {error}")
        return None
    found = fields_of(kinds[kind], node, owner=kind, path=path, problems=problems, readers=readers, besides=("check",))
    if isinstance(found, UnsetType) or (readers and of is None):
        return None
    # Where there is but one function, nothing is said to be of it.
    found["of"] = of.signature.name if of and grammar and grammar.others else ""
    return _held(kinds[kind], kind, found, node, path, problems)


def _held(
    cls: type[Check], kind: str, found: dict[str, Any], node: Node, path: str, problems: Problems
) -> Check | None:
    """Returns the check with its name, once its common fields are right."""
    before = len(problems)
    name = found.setdefault("name", kind) or kind
    if not _NAME.fullmatch(name):
        message = f"{path}.name: '{name}' may have letters, digits, '_' and '-' only"
        problems.add(node.at("name"), f"{path}.name", message)
    if name in RESERVED or (found["of"] and name.partition("-")[0] in RESERVED):
        message = f"{path}.name: '{name}' is the name of a check that every report has; choose another"
        problems.add(node.at("name"), f"{path}.name", message)
    try:
        check = cls(**{**found, "name": name})
    except (ValueError, TypeError) as error:
        problems.add(node.line, path, f"{kind}: {error}")
        return None
    if not 0 <= check.points < math.inf:
        problems.add(node.at("points"), f"{path}.points", f"{path}.points must not be below 0, nor endless")
    return check if len(problems) == before else None


def case_shape(kind: Any) -> Literal["one", "many"] | None:  # noqa: ANN401 - any type
    """Says whether a field's type is ``Case`` or ``tuple[Case, ...]``, also where it may be None."""
    if kind is Case:
        return "one"
    if get_origin(kind) in (tuple, list) and Case in get_args(kind):
        return "many"
    if get_origin(kind) in (Union, UnionType):
        shapes = {case_shape(part) for part in get_args(kind) if part is not NoneType}
        return shapes.pop() if len(shapes) == 1 else None
    return None


def _case_reader(kind: Any, grammar: CaseGrammar | None) -> Reader | None:  # noqa: ANN401 - any type
    """Returns what reads a field of cases; None where the type holds none."""
    shape = case_shape(kind)
    if shape is None:
        return None
    if grammar is None:
        return lambda _node, _path: UNSET

    def read(node: Node, path: str) -> Any:  # noqa: ANN401 - a case, cases, None or UNSET
        if node.value is None and NoneType in get_args(kind):
            return None
        if shape == "one":
            return grammar.one(node, path, path.rpartition(".")[2])
        return grammar.many(node, path, "call")

    return read
