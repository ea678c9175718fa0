"""Cases: how an exercise's object is called, and one set of arguments for it, short (``x: -3``) or long."""

from __future__ import annotations

import ast
import math
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from grader.course.convert import fields_of
from grader.course.errors import Problems
from grader.course.specs import Names, SpecError, read_argument
from grader.course.strict_yaml import Node
from grader.model.exercise import Case, Signature, Spec
from grader.model.spelling import meant
from grader.model.values import Scalar

__all__ = ["CaseGrammar", "read_signature"]

_LONG = ("name", "args", "of", "hidden", "weight", "tag", "sizes")


class _Long(msgspec.Struct, frozen=True, kw_only=True):
    """The plain fields of a long case."""

    name: str = ""
    of: str = ""
    hidden: bool = False
    weight: float = 1.0
    tag: str = ""
    sizes: dict[str, int] = {}


def read_signature(text: str) -> Signature:
    """Returns the signature that ``g(x, *, n)``, ``make()(x)`` or ``PREDICTED`` describes.

    Raises ValueError with a sentence.
    """
    text = text.strip()
    if text.isidentifier():
        return Signature(name=text, called=False)
    form = f"'{text}' is no signature; write it like \"g(x, *, n)\", or as a name where it is a value"
    try:
        (found,) = ast.parse(f"def {text.replace('()(', '(', 1)}: ...").body
    except (SyntaxError, ValueError) as error:
        raise ValueError(form) from error
    if not isinstance(found, ast.FunctionDef) or found.returns or found.args.posonlyargs:
        raise ValueError(form)
    given = found.args
    if given.vararg or given.kwarg or given.defaults or any(given.kw_defaults):
        raise ValueError(f"{form}; each parameter by its name, without a default")
    return Signature(
        name=found.name,
        positional=tuple(argument.arg for argument in given.args),
        keyword=tuple(argument.arg for argument in given.kwonlyargs),
        made="()(" in text,
    )


class CaseGrammar(msgspec.Struct, frozen=True, kw_only=True):
    """Reads the cases of one exercise: those under ``cases`` and those within its checks alike.

    They are calls of the function with this ``signature``, unless they say that they are ``of`` one of ``others``.
    """

    signature: Signature
    fixtures: frozenset[str] | None
    problems: Problems
    others: tuple[Signature, ...] = ()

    def of(self, said: Node | None, path: str) -> CaseGrammar | UnsetType:
        """Returns what reads the calls of one function alone: of the one that is said, or the first."""
        known = {one.name: one for one in (self.signature, *self.others)}
        name = self.signature.name if said is None else said.value
        if isinstance(name, str) and name in known:
            return msgspec.structs.replace(self, signature=known[name], others=())
        word = said.plain() if said else name
        message = f"{path}.of: there is no function '{word}'{meant(str(word), tuple(known))}"
        self.problems.add(said.line if said else None, f"{path}.of", message)
        return UNSET

    def many(self, node: Node, path: str, noun: str) -> tuple[Case, ...] | UnsetType:
        """Returns a list of cases, each unnamed one called by the noun and its position from 1."""
        if not isinstance(node.value, tuple):
            self.problems.add(node.line, path, f"{path} must be a list of cases, each with a '-' before it")
            return UNSET
        before = len(self.problems)
        found: dict[str, Case] = {}
        for index, item in enumerate(node.value):
            case = self.one(item, f"{path}[{index}]", f"{noun} {index + 1}")
            if isinstance(case, UnsetType):
                continue
            if case.name in found:
                where = f"{path}[{index}].name"
                self.problems.add(item.at("name"), where, f"two cases of {path} are called '{case.name}'")
            found[case.name] = case
        return tuple(found.values()) if len(self.problems) == before else UNSET

    def one(self, node: Node, path: str, default: str) -> Case | UnsetType:
        """Returns one case, called ``default`` where it says no name."""
        members = node.value
        if not isinstance(members, dict):
            self.problems.add(node.line, path, f"{path}: a case is a map of parameters, like {self._example()}")
            return UNSET
        alone = self.of(members.get("of") if "args" in members else None, path)
        if isinstance(alone, UnsetType):
            return UNSET
        case = alone._call(node, path, default)  # noqa: SLF001 - it is one of its own kind
        if isinstance(case, UnsetType) or not self.others:
            return case
        return msgspec.structs.replace(case, of=alone.signature.name)

    def _call(self, node: Node, path: str, default: str) -> Case | UnsetType:
        """Returns one call of the function that has the signature."""
        if not self.signature.called:
            message = f"'{self.signature.name}' is a value that is read, so it has no cases"
            self.problems.add(node.line, path, message)
            return UNSET
        before = len(self.problems)
        plain = _Long()
        arguments = node
        if isinstance(node.value, dict) and "args" in node.value:
            plain, arguments = self._long(node, path)
        sizes = dict(plain.sizes)
        given = arguments.value if isinstance(arguments.value, dict) else {}
        # A whole number may give a size to the arrays beside it, so the numbers are read first.
        ready: dict[str, Spec] = {}
        for texts in (False, True):
            for key, member in given.items():
                name = str(key)
                if name not in self._parameters or isinstance(member.value, str | dict | tuple) is not texts:
                    continue
                spec = self._argument(member, f"{path}.{name}", sizes)
                if isinstance(spec, UnsetType):
                    continue
                ready[name] = spec
                if isinstance(spec, Scalar) and spec.type == "int":
                    sizes.setdefault(name, int(spec.text))
        self._hold(arguments, given, path, long=arguments is not node)
        if len(self.problems) > before:
            return UNSET
        return Case(
            name=plain.name or default,
            arguments={name: ready[name] for name in self._parameters},
            hidden=plain.hidden,
            weight=plain.weight,
            tag=plain.tag,
        )

    @property
    def _parameters(self) -> tuple[str, ...]:
        return self.signature.positional + self.signature.keyword

    def _example(self) -> str:
        inner = ", ".join(f"{name}: 1" for name in self._parameters)
        return f"{{{inner}}}" if inner else "{args: {}}"

    def _long(self, node: Node, path: str) -> tuple[_Long, Node]:
        """Returns the fields of a long case, and the node of its arguments."""
        found = fields_of(_Long, node, owner="a case", path=path, problems=self.problems, besides=("args",))
        right = {} if isinstance(found, UnsetType) else found
        plain = _Long(**right)
        members = node.value if isinstance(node.value, dict) else {}
        if not 0 < plain.weight < math.inf:
            self.problems.add(node.at("weight"), f"{path}.weight", f"{path}.weight must be above 0")
        if any(size < 0 for size in plain.sizes.values()):
            self.problems.add(node.at("sizes"), f"{path}.sizes", f"{path}.sizes must not be below 0")
        if "name" in right and not plain.name.strip():
            self.problems.add(node.at("name"), f"{path}.name", f"{path}.name must be a text")
        arguments = members["args"]
        if not isinstance(arguments.value, dict):
            message = f"{path}.args is a map of parameters, like {self._example()}"
            self.problems.add(arguments.line, f"{path}.args", message)
        return plain, arguments

    def _argument(self, node: Node, path: str, sizes: dict[str, int]) -> Spec | UnsetType:
        try:
            return read_argument(node, Names(sizes=sizes, fixtures=self.fixtures))
        except SpecError as error:
            self.problems.add(error.line, path, f"{path}: {error}")
            return UNSET

    def _hold(self, node: Node, given: dict[Any, Node], path: str, *, long: bool) -> None:
        """Notes parameters that are missing or unknown."""
        for key in given:
            if key in self._parameters and (long or key not in _LONG):
                continue
            name, where = str(key), f"{path}.{key}"
            if not long and name in _LONG:
                message = f"'{name}' needs the long form of a case: {{{name}: …, args: {self._example()}}}"
            else:
                message = f"{self.signature.name} has no parameter '{name}'{meant(name, self._parameters)}"
            self.problems.add(node.key_lines[key], where, message)
        missing = [name for name in self._parameters if name not in given]
        if missing and isinstance(node.value, dict):
            words = " and ".join(f"'{name}'" for name in missing)
            self.problems.add(node.line, path, f"{path} gives no {words}, which {self.signature.name} takes")
