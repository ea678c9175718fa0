"""Nodes to typed values, field by field, so that every wrong field of a record is told and not only the first."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType

from grader.course.errors import Problems
from grader.course.strict_yaml import Node
from grader.model.spelling import either, meant, nearest

__all__ = ["Reader", "fields_of", "known_keys", "misspelt", "typed"]

Reader = Callable[[Node, str], Any]
"""Reads one field's node, given its path in words; returns UNSET where it noted a problem."""

_EXPECTED = re.compile(r"Expected (?P<what>.+?)(?:, got (?P<got>.+?))?")
_PLACE = re.compile(r"(?P<said>.*?)(?: - at `(?P<key>key` in `)?\$(?P<path>[^`]*)`)?", re.DOTALL)
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a map",
    "null": "nothing",
}


def known_keys(node: Node, names: tuple[str, ...], owner: str, path: str, problems: Problems) -> dict[str, Node]:
    """Returns a map's members that have one of these names; each other one is a problem."""
    if not isinstance(node.value, dict):
        problems.add(node.line, path, f"{owner} must be a map with some of {', '.join(names)}")
        return {}
    found: dict[str, Node] = {}
    for key, member in node.value.items():
        if key in names:
            found[str(key)] = member
        else:
            line = node.key_lines[key]
            problems.add(line, _joined(path, str(key)), f"{owner} has no '{key}'{meant(str(key), names)}")
    return found


def misspelt(node: Node, name: str, names: Collection[str]) -> bool:
    """Returns whether an unknown key of a map was meant to be this one, which is then not what is missing."""
    keys = node.value if isinstance(node.value, dict) else ()
    return any(key not in names and nearest(str(key), names) == name for key in keys)


def fields_of(
    cls: type[msgspec.Struct],
    node: Node,
    *,
    owner: str,
    path: str,
    problems: Problems,
    readers: Mapping[str, Reader] = {},
    besides: tuple[str, ...] = (),
) -> dict[str, Any] | UnsetType:
    """Returns a record's fields as far as the node gives them; UNSET where one is wrong or missing.

    ``readers`` read those fields that are more than plain data; ``besides`` are keys that are no fields.
    """
    before = len(problems)
    fields = {field.encode_name: field for field in msgspec.structs.fields(cls)}
    found: dict[str, Any] = {}
    keys = (*besides, *fields)
    members = known_keys(node, keys, owner, path, problems)
    for name, field in fields.items():
        inner = _joined(path, name)
        if name in members:
            reader = readers.get(name)
            member = members[name]
            value = typed(member, field.type, inner, problems) if reader is None else reader(member, inner)
            if value is not UNSET:
                found[field.name] = value
        elif field.required and isinstance(node.value, dict) and not misspelt(node, name, keys):
            problems.add(node.line, inner, f"{owner} needs '{name}'")
    return found if len(problems) == before else UNSET


def typed(node: Node, kind: Any, path: str, problems: Problems) -> Any:  # noqa: ANN401 - any type, any value
    """Returns a node's data as a value of a type; UNSET, and a problem, where it is none."""
    try:
        return msgspec.convert(node.plain(), kind)
    except msgspec.ValidationError as error:
        line, place, message = _told(error, node, kind, path)
        problems.add(line, place, f"{place}: {message}")
        return UNSET


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _told(error: msgspec.ValidationError, node: Node, kind: Any, path: str) -> tuple[int, str, str]:  # noqa: ANN401
    """Returns line, field and sentence of what msgspec found."""
    place = _PLACE.fullmatch(str(error))
    said = place["said"] if place else str(error)
    steps = re.findall(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]", place["path"] or "") if place else []
    trail: list[str | int] = []
    for name, index in steps:
        if index == "...":
            # msgspec does not say under which key of a dict it was.
            trail += [] if trail else _wrong_member(node, kind)
            break
        trail.append(name or int(index))
    where = path + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in trail)
    inner = node.inner(*trail)
    if said.startswith("Invalid enum value"):
        allowed = _choices(kind)
        wrong = said.removeprefix("Invalid enum value ").strip("'")
        line = node.at(*trail, wrong) if place and place["key"] else node.at(*trail)
        return line, where, f"'{wrong}' is not {either(allowed)}{_only_near(wrong, allowed)}"
    if unknown := re.fullmatch(r"Object contains unknown field `(.+)`", said):
        return node.at(*trail, unknown[1]), where, f"there is no '{unknown[1]}'{meant(unknown[1], _keys(kind))}"
    if missing := re.fullmatch(r"Object missing required field `(.+)`", said):
        return node.at(*trail), where, f"'{missing[1]}' is missing"
    if expected := _EXPECTED.fullmatch(said):
        got = f", not {_shown(inner)}" if inner is not node or steps == [] else ""
        if expected["what"] == "`str`" and isinstance(inner.value, dict):
            got += "; quote a text that holds ': '"
        return node.at(*trail), where, f"must be {_in_words(expected['what'])}{got}"
    return node.at(*trail), where, said[:1].lower() + said[1:]


def _wrong_member(node: Node, kind: Any) -> list[str | int]:  # noqa: ANN401 - any type
    """Returns the first key of a map whose value alone does not convert."""
    for key, member in node.value.items() if isinstance(node.value, dict) else ():
        try:
            msgspec.convert({key: member.plain()}, kind)
        except msgspec.ValidationError:
            return [key if isinstance(key, int) else str(key)]
    return []


def _shown(node: Node) -> str:
    if node.value is None:
        return "empty"
    if isinstance(node.value, bool):
        return str(node.value).lower()
    if isinstance(node.value, dict | tuple):
        return "a map" if isinstance(node.value, dict) else "a list"
    text = repr(node.value)
    return text if len(text) <= 40 else f"{text[:37]}…"  # noqa: PLR2004 - it must fit its line


def _in_words(types: str) -> str:
    """Returns msgspec's type names (```int | null` >= 0``) as English."""

    def words(found: re.Match[str]) -> str:
        return " or ".join(_WORDS.get(name, name) for name in found[1].split(" | "))

    return re.sub(r"`([^`]*)`", words, types).replace(" >= ", " of at least ").replace(" > ", " above ")


def _choices(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - any type
    """Returns the words that the literal types within a type allow."""
    if get_origin(kind) is Literal:
        return tuple(map(str, get_args(kind)))
    if get_origin(kind) in (Union, UnionType, tuple, dict, list):
        return tuple(word for part in get_args(kind) for word in _choices(part))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return tuple(word for field in msgspec.structs.fields(kind) for word in _choices(field.type))
    return ()


def _keys(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - any type
    """Returns the keys of all records within a type."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return tuple(key for part in get_args(kind) for key in _keys(part))
    fields = msgspec.structs.fields(kind)
    return tuple(key for field in fields for key in (field.encode_name, *_keys(field.type)))


def _only_near(word: str, words: tuple[str, ...]) -> str:
    said = meant(word, words)
    return said if "did you mean" in said else ""
