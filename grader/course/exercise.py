"""One exercise's folder to one frozen record: everything in it is right, or all that is wrong is told at once."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from grader.course.cases import CaseGrammar
from grader.course.convert import known_keys, misspelt, typed
from grader.course.declared import Declared, kinds_beside, read_checks
from grader.course.errors import Problem, Problems
from grader.course.functions import read_also, signature_of
from grader.course.jit import read_jit
from grader.course.limits import read_limits
from grader.course.strict_yaml import Node, read_yaml
from grader.model.exercise import Case, Course, Exercise, Source

__all__ = ["FOLDER", "KEYS", "Plain", "read_exercise", "shown"]

FOLDER = re.compile(r"(\d{2,3})_([a-z][a-z0-9_]*)")
"""The name of an exercise's folder: its number and its slug."""


class Plain(msgspec.Struct, frozen=True, kw_only=True):
    """Those fields of exercise.yaml that are plain data.

    ``function`` is ``"g(x, *, n)"`` (after ``*`` by keyword), or a bare name where a value is read. ``hints`` go by
    cause or by the class name of an exception, as ``explain`` says; ``nudges`` are given one by one.
    """

    format: Literal[1]
    title: str
    function: str
    task: str
    teaches: tuple[str, ...] = ()
    hints: dict[str, str] = {}
    nudges: tuple[str, ...] = ()


KEYS = ("format", "title", "function", "teaches", "jit", "also", "task", "cases", "checks", "hints", "nudges", "limits")
"""The keys of exercise.yaml, in the order in which one writes them."""


def shown(path: Path, course: Path) -> str:
    """Returns a file's name in messages: relative to the course's folder where it lies in it."""
    resolved, root = path.resolve(), course.resolve()
    return str(resolved.relative_to(root)) if resolved.is_relative_to(root) else str(path)


def read_exercise(folder: Path, course: Course) -> Exercise:
    """Reads an exercise's folder. Raises CourseError with everything that is wrong in it."""
    path = folder / "exercise.yaml"
    problems = Problems(shown(path, course.folder))
    named = FOLDER.fullmatch(folder.resolve().name)
    if named is None:
        problems.add(None, "", f"the folder '{folder.name}' must be called like 03_abs_static: a number and a word")
        raise problems.error()
    root = read_yaml(_bytes(path, problems), problems)
    reader = _Reader(root, folder, course, problems)
    fields = reader.fields(int(named[1]), named[2])
    if len(problems) or fields is None:
        raise problems.error()
    return fields


def _bytes(path: Path, problems: Problems) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        problems.add(None, "", "is missing")
    except OSError as error:
        problems.add(None, "", f"cannot be read ({error.strerror})")
    raise problems.error()


class _Reader:
    """Reads the parts of one exercise into its fields and notes what is wrong on the way."""

    def __init__(self, root: Node, folder: Path, course: Course, problems: Problems) -> None:
        self._root, self._folder, self._course, self._problems = root, folder, course, problems
        self._members = known_keys(root, KEYS, "an exercise", "", problems)

    def fields(self, number: int, slug: str) -> Exercise | None:
        """Returns the exercise; None where it could not even be put together."""
        plain = self._plain()
        signature = signature_of(self._members.get("function"), "function", self._problems)
        also = read_also(self._members["also"], signature, self._problems) if "also" in self._members else ()
        fixtures = self._source("fixtures.py")
        cases: tuple[Case, ...] | UnsetType = UNSET
        grammar = None
        if signature is not None:
            names = None if fixtures is None else self._names(fixtures)
            others = tuple(function.signature for function in also)
            grammar = CaseGrammar(signature=signature, fixtures=names, problems=self._problems, others=others)
            cases = self._cases(grammar)
        jit = read_jit(self._members.get("jit"), signature, self._problems)
        declared = self._declared(grammar)
        limits = read_limits(self._members.get("limits"), "limits", self._course.limits, self._problems)
        starter = self._source("starter.py")
        if starter is None:
            self._missing("starter.py", "is missing; it is what students begin with")
        if signature is None or isinstance(cases, UnsetType) or jit is None or starter is None:
            return None
        folder = self._folder.resolve()
        solution = folder.parent.parent / "solutions" / folder.name / "solution.py"
        expectations = self._folder / "expected.msgpack"
        exercise = Exercise(
            number=number,
            slug=slug,
            title=str(plain.get("title", "")),
            task=str(plain.get("task", "")),
            teaches=plain.get("teaches", ()),
            hints=plain.get("hints", {}),
            nudges=plain.get("nudges", ()),
            signature=signature,
            jit=jit,
            starter=starter,
            folder=self._folder,
            cases=cases,
            checks=tuple(one.check for one in declared),
            also=also,
            limits=limits,
            fixtures=fixtures,
            baselines=self._source("baseline.py"),
            solution=self._source(solution.name, solution.parent),
            expectations=expectations if expectations.is_file() else None,
        )
        for one in declared:
            one.hold(exercise.part(one.check.of), self._course.accelerator, self._problems)
        self._hold_functions(exercise)
        return exercise

    def _hold_functions(self, exercise: Exercise) -> None:
        """Notes functions that nothing is judged of."""
        for part in exercise.parts if exercise.also else ():
            if not part.checks:
                message = f"no check is of {part.of}; add one that says so: {{check: correctness, of: {part.of}}}"
                self._problems.add(self._members["checks"].line, "checks", message)

    def _plain(self) -> dict[str, Any]:
        """Returns the plain fields that are right."""
        found: dict[str, Any] = {}
        for field in msgspec.structs.fields(Plain):
            if field.name not in self._members:
                if field.required:
                    self._needed(field.name)
                continue
            node = self._members[field.name]
            if field.name == "format":
                self._format(node)
                continue
            value = typed(node, field.type, field.name, self._problems)
            if value is UNSET:
                continue
            if field.required and not value.strip():
                self._problems.add(node.line, field.name, f"{field.name} must not be empty")
            found[field.name] = value
        if "checks" not in self._members:
            self._needed("checks")
        return found

    def _needed(self, key: str) -> None:
        """Notes a key that is missing, unless one that is misspelt was meant to be it."""
        if not misspelt(self._root, key, KEYS):
            self._problems.add(self._root.line, key, f"an exercise needs '{key}'")

    def _format(self, node: Node) -> None:
        if node.value != 1 or isinstance(node.value, bool):
            message = f"format must be 1, the only one that this version of jitgrade reads, not {node.plain()!r}"
            self._problems.add(node.line, "format", message)

    def _cases(self, grammar: CaseGrammar) -> tuple[Case, ...] | UnsetType:
        node = self._members.get("cases")
        if node is None:
            return ()
        return grammar.many(node, "cases", "case")

    def _declared(self, grammar: CaseGrammar | None) -> tuple[Declared, ...]:
        node = self._members.get("checks")
        if node is None:
            return ()
        own = self._folder / "checks.py"
        file = shown(own, self._course.folder)
        kinds = kinds_beside(own if own.exists() else None, file, self._problems)
        return read_checks(node, kinds, grammar, self._problems)

    def _source(self, name: str, folder: Path | None = None) -> Source | None:
        """Returns a file of the exercise; None where there is none."""
        path = (folder or self._folder) / name
        try:
            return Source(name=name, data=path.read_bytes())
        except FileNotFoundError:
            return None
        except OSError as error:
            self._missing(name, f"cannot be read ({error.strerror})")
            return None

    def _missing(self, name: str, message: str) -> None:
        file = shown(self._folder / name, self._course.folder)
        self._problems.include(Problem(file=file, message=message))

    def _names(self, source: Source) -> frozenset[str]:
        """Returns the top-level names of fixtures.py, which is read and never run; none where they cannot be told."""
        try:
            body = ast.parse(source.data).body
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None)
            file = shown(self._folder / source.name, self._course.folder)
            self._problems.include(Problem(file=file, line=line, message=f"is not Python: {error}"))
            return frozenset()
        found: set[str] = set()
        for statement in body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(statement.name)
            elif isinstance(statement, ast.Import | ast.ImportFrom):
                found |= {(alias.asname or alias.name).partition(".")[0] for alias in statement.names}
            else:
                stored = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
                found |= {node.id for node in stored if isinstance(node.ctx, ast.Store)}
        return frozenset() if "*" in found else frozenset(found)
