"""Text to values that know their line: a strict YAML, so that a slip is an error and never another meaning.

Stricter than YAML: numbers, booleans and null are those of YAML 1.2's core schema (``1e-6`` is a number, ``0o17`` is
15, ``on`` and ``yes`` are words); a key that stands twice is an error; anchors, aliases, tags and further documents
are refused, which also bounds what a file can grow to; keys are words or numbers.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import yaml

from grader.course.errors import Problems

__all__ = ["LOADER", "Key", "Node", "read_yaml", "scalar"]

Key = str | int | float
_MAX_BYTES = 1 << 20
_MAX_DEPTH = 50
# libyaml's parser is ten times faster, and takes what PyYAML's own does not: a `?` before a comma in a list, say.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_NULL = re.compile(r"~|null|Null|NULL|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]{1,4000}")
_OCTAL_OR_HEX = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INF = re.compile(r"([-+]?)\.(inf|Inf|INF)")
_NAN = re.compile(r"\.(nan|NaN|NAN)")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_KEY_OR_ITEM = re.compile(r"""\s*(-(\s|$)|["']?[\w.-]+["']?\s*:(\s|$))""")
_BLOCK_TEXT = re.compile(r"(:|-)\s+[|>][-+1-9]*\s*(\s#.*)?$")

_SENTENCES = (
    ("mapping values are not allowed", "a ':' cannot stand here; indent the line rightly, or quote the text"),
    ("did not find expected key", "this line does not fit those above it; check its indentation and its quotes"),
    ("did not find expected '-'", "this line does not fit the list above it; check its indentation"),
    ("expected <block end>", "this line does not fit those above it; check its indentation"),
    ("could not find expected ':'", "a ':' is missing after this line's key"),
    ("found unknown escape character", "a backslash in double quotes begins an escape; use single quotes"),
    ("node content", "something is missing here"),
)


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """A value with the 1-based line it begins on; ``value`` of a map is a dict of nodes, of a list a tuple of nodes.

    ``key_lines`` are the lines of a map's keys.
    """

    value: str | int | float | bool | tuple[Node, ...] | dict[Key, Node] | None
    line: int
    key_lines: dict[Key, int] = {}

    def plain(self) -> Any:  # noqa: ANN401 - YAML holds anything
        """Returns the value as plain Python data: dict, list, str, int, float, bool or None."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value

    def inner(self, *path: str | int) -> Node:
        """Returns what lies at ``path``, or the innermost part of it that exists."""
        return self._reached(path)[0]

    def at(self, *path: str | int) -> int:
        """Returns the line of what lies at ``path`` (of its key in a map), or of the innermost part that exists."""
        return self._reached(path)[1]

    def _reached(self, path: tuple[str | int, ...]) -> tuple[Node, int]:
        node, line = self, self.line
        for step in path:
            if isinstance(node.value, dict) and step in node.value:
                node, line = node.value[step], node.key_lines[step]
            elif isinstance(node.value, tuple) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
                line = node.line
            else:
                break
        return node, line


def read_yaml(data: bytes, problems: Problems) -> Node:
    """Reads one document. Adds duplicate keys and the like to ``problems``; raises CourseError where it must stop."""
    text = _text(data, problems)
    try:
        return _Composer(text, problems).document()
    except yaml.MarkedYAMLError as error:
        line, message = _syntax(error, text)
        problems.add(line, "", message)
        raise problems.error() from error
    except yaml.YAMLError as error:
        problems.add(None, "", f"is not YAML ({error})".replace("\n", " "))
        raise problems.error() from error


def _text(data: bytes, problems: Problems) -> str:
    """Returns the file's text. Raises CourseError where it is too large, not UTF-8, or has control characters."""
    if len(data) > _MAX_BYTES:
        problems.add(None, "", f"is larger than {_MAX_BYTES >> 20} MiB, which no exercise needs")
        raise problems.error()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.add(data.count(b"\n", 0, error.start) + 1, "", "this line is not UTF-8 text; save the file as UTF-8")
        raise problems.error() from error
    if odd := _CONTROL.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        problems.add(line, "", f"this line holds a control character (U+{ord(odd[0]):04X}); remove it")
        raise problems.error()
    return text


def _syntax(error: yaml.MarkedYAMLError, text: str) -> tuple[int, str]:
    """Returns line and sentence of a syntax error."""
    mark = error.problem_mark or error.context_mark
    line = mark.line + 1 if mark else 1
    lines = text.splitlines()
    # At the end of the text the mark lies behind the last line, where an editor shows nothing.
    line = max(1, min(line, len(lines)))
    said, doing = error.problem or "", error.context or ""
    begun = error.context_mark.line + 1 if error.context_mark else line
    if "flow" in doing and ("]" in said or "}" in said):
        bracket = "[" if "sequence" in doing else "{"
        return begun, f"the '{bracket}' of this line is not closed, or a text in it (like f32[3]) needs quotes"
    if "quoted scalar" in doing and "end of stream" in said:
        return begun, "a quote of this line is never closed"
    if "simple key" in doing:
        line = begun  # what is missing after it is noticed on a later line
    if opened := _text_above(lines, line):
        return line, f"this line has no key; if it belongs to the text of line {opened}, indent it as that is"
    if "cannot start any token" in said and mark and line <= len(lines):
        odd = lines[line - 1][mark.column : mark.column + 1]
        if odd == "\t":
            return line, "a tab cannot indent in YAML; use spaces"
        return line, f"a text cannot begin with '{odd}'; put it in quotes"
    for part, sentence in _SENTENCES:
        if part in said:
            return line, sentence
    return line, f"is not YAML: {said}"


def _text_above(lines: list[str], number: int) -> int | None:
    """Returns the line whose block text (``task: |``) a line ends that is no key and no item; None for others."""
    if not 0 < number <= len(lines) or _KEY_OR_ITEM.match(lines[number - 1]):
        return None
    indent = _indent(lines[number - 1])
    for above in range(number - 1, 0, -1):
        line = lines[above - 1]
        if _KEY_OR_ITEM.match(line) and _indent(line) <= indent:
            return above if _BLOCK_TEXT.search(line) else None
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


class _Composer:
    """Makes nodes of the parser's events."""

    def __init__(self, text: str, problems: Problems) -> None:
        self._events = yaml.parse(text, Loader=LOADER)
        self._problems = problems

    def document(self) -> Node:
        """Returns the one document of the text."""
        next(self._events)
        event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            return Node(value=None, line=1)
        root = self._node(next(self._events), 0)
        next(self._events)
        event = next(self._events)
        if not isinstance(event, yaml.StreamEndEvent):
            self._stop(event, "a second document begins here; a file holds one")
        return root

    def _stop(self, event: Any, message: str) -> None:  # noqa: ANN401 - PyYAML's events have no common type
        self._problems.add(event.start_mark.line + 1, "", message)
        raise self._problems.error()

    def _node(self, event: Any, depth: int) -> Node:  # noqa: ANN401 - PyYAML's events have no common type
        if isinstance(event, yaml.AliasEvent):
            self._stop(event, f"'*{event.anchor}' is an alias, which is not used here; quote a text that begins with *")
        if event.anchor is not None:
            self._stop(
                event, f"'&{event.anchor}' is an anchor, which is not used here; quote a text that begins with &"
            )
        if event.tag is not None:
            self._stop(event, f"'{event.tag}' is a tag, which is not used here; quote a text that begins with !")
        if depth > _MAX_DEPTH:
            self._stop(event, f"nested deeper than {_MAX_DEPTH} levels")
        line = event.start_mark.line + 1
        if isinstance(event, yaml.ScalarEvent):
            plain = event.implicit[0]
            return Node(value=scalar(event.value) if plain else event.value, line=line)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Node] = []
            while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
                items.append(self._node(event, depth + 1))
            return Node(value=tuple(items), line=line)
        return self._map(line, depth)

    def _map(self, line: int, depth: int) -> Node:
        found: dict[Key, Node] = {}
        lines: dict[Key, int] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key_node = self._node(event, depth + 1)
            value = self._node(next(self._events), depth + 1)
            key = key_node.value
            if isinstance(key, bool) or not isinstance(key, str | int | float):
                self._problems.add(key_node.line, "", "a key must be a word or a number; put it in quotes")
            elif key in found:
                again = f"'{key}' stands twice in one map (first in line {lines[key]}); remove one"
                self._problems.add(key_node.line, str(key), again)
            else:
                found[key], lines[key] = value, key_node.line
        return Node(value=found, line=line, key_lines=lines)


def scalar(text: str) -> str | int | float | bool | None:
    """Returns what an unquoted text means in YAML 1.2's core schema."""
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text) or _FALSE.fullmatch(text):
        return text.lower() == "true"
    if _INT.fullmatch(text):
        return int(text)
    if _OCTAL_OR_HEX.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return float(text)
    if infinite := _INF.fullmatch(text):
        return float(f"{infinite[1]}inf")
    if _NAN.fullmatch(text):
        return float("nan")
    return text
