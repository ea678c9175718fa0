"""Every field of exercise.yaml as a page of markdown, made of its JSON Schema; a check's docstring is its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from grader.checks.leaves import TOLERANCES
from grader.course.dtypes import DTYPES
from grader.course.examples import EXAMPLES, SCENE
from grader.course.meanings import ARGUMENTS, CHECK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["reference"]

_WORDS: Final = {"string": "text", "number": "number", "integer": "whole number", "boolean": "`true` or `false`"}
_MANY: Final = 3
"""A map with more fields than these is told by their names alone."""
_BEFORE: Final = """\
# Every field of exercise.yaml

Made by `grade schema --format markdown`, of what the reader itself goes by. How an exercise comes to be:
[authoring.md](authoring.md).
"""

_TOLERANCE: Final = (
    "A number counts as right within `atol` + `rtol` times what is expected, by the dtype of the result and of what is "
    "expected, whichever is coarser; Python's own numbers as `f64`, whole ones exactly."
)

Json = dict[str, Any]


def reference(schema: Json) -> str:
    """Returns the page for a schema as ``schema()`` makes it."""
    parts = schema["$defs"]
    fields = schema["properties"]
    kinds = {name.removeprefix("check-"): part for name, part in parts.items() if name.startswith("check-")}
    case = parts["case"]["then"]
    options = fields["jit"]["anyOf"][1]
    return "\n".join(
        [
            _BEFORE,
            "## The exercise\n",
            *_table(fields, schema["required"]),
            *("", "### jit\n", _prose(options["description"]), "", *_table(options["properties"])),
            *("", "### limits\n", *_table(fields["limits"]["properties"])),
            *("", "## A case\n", *_table(case["properties"], ["args"])),
            *("", "## An argument\n", *_rows(("written", "is"), ((f"`{form}`", it) for form, it in ARGUMENTS.items()))),
            *("", "### Dtypes\n", _TOLERANCE, "", *_dtypes()),
            *("", "## Every check\n", *_table({"check": {"enum": list(kinds)}} | _common(kinds), ["check"])),
            *("", "The examples below are of an exercise with\n", "```yaml", SCENE + "```"),
            *(line for kind, part in kinds.items() for line in _kind(kind, part)),
            "",
        ]
    )


def _common(kinds: dict[str, Json]) -> Json:
    """The fields that all kinds share."""
    some = next(iter(kinds.values()))["properties"]
    return {name: some[name] for name in CHECK}


def _kind(kind: str, part: Json) -> Iterator[str]:
    """The section about one kind of check."""
    own = {name: field for name, field in part["properties"].items() if name not in ("check", *CHECK)}
    yield f"\n## {kind}\n"
    yield _prose(part.get("description", ""))
    if own:
        yield ""
        yield from _table(own, part["required"])
    if kind in EXAMPLES:
        yield from ("", "```yaml", *(f"- {example}" for example in EXAMPLES[kind]), "```")


def _dtypes() -> list[str]:
    """The dtypes by the words of a course, with the tolerances that count where a check says none."""
    own = [(f"`{word}`", dtype.name, TOLERANCES.get(dtype.name, (0, 0))) for word, dtype in DTYPES.items()]
    return _rows(("written", "is", "`rtol`", "`atol`"), ((*names, *(f"{one:g}" for one in two)) for *names, two in own))


def _table(fields: Json, required: Iterable[str] = ()) -> list[str]:
    """Fields with what they take, and what each means where the schema says so."""
    described = any("description" in field for field in fields.values())
    rows = []
    for name, field in fields.items():
        needed = "required" if name in required else _default(field)
        row = (f"`{name}`", _takes(field), needed, field.get("description", ""))
        rows.append(row if described else row[:3])
    return _rows(("field", "takes", "if left out", "means")[: 4 if described else 3], rows)


def _rows(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    heads = tuple(heads)
    cells = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    return [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads), *(f"| {row} |" for row in cells)]


def _default(field: Json) -> str:
    """What counts where a field is left out; "" where that is nothing."""
    default = field.get("default", "")
    if isinstance(default, bool):
        return f"`{default}`".lower()
    return "" if default == "" else f"`{default if isinstance(default, str) else format(default, 'g')}`"


def _takes(field: Json) -> str:
    """What a field takes, in words."""
    if "$ref" in field:
        return f"{field['$ref'].rpartition('/')[2]}"
    if "enum" in field or "const" in field:
        return ", ".join(f"`{word}`" for word in field.get("enum", [field.get("const")]))
    if "anyOf" in field:
        return " or ".join(_takes(one) for one in field["anyOf"] if one.get("type") != "null")
    if "examples" in field:
        return f"text like `{field['examples'][0]}`"
    if field.get("type") == "array":
        return _list(field)
    if field.get("type") == "object":
        return _map(field)
    return _WORDS.get(field.get("type", ""), "anything")


def _list(field: Json) -> str:
    if "prefixItems" in field:
        return f"list of {len(field['prefixItems'])}: {', '.join(map(_takes, field['prefixItems']))}"
    return f"list of {_takes(field['items'])}" if "items" in field else "list"


def _map(field: Json) -> str:
    """A map: of fields that are named, or of values of one shape."""
    if "properties" in field:
        inner = field["properties"]
        if len(inner) > _MANY:
            return f"map with {', '.join(f'`{name}`' for name in inner)}"
        said = _prose(field.get("description", "")).replace("\n\n", " ").rstrip(".")
        with_types = ", ".join(f"`{name}` ({_takes(one)})" for name, one in inner.items())
        return f"map with {with_types}" + (f": {said}" if said else "")
    values = field.get("additionalProperties")
    return f"map to {_takes(values)}" if isinstance(values, dict) else "map"


def _prose(docstring: str) -> str:
    """A docstring as markdown: code between single marks, each paragraph on a line."""
    paragraphs = docstring.replace("``", "`").split("\n\n")
    return "\n\n".join(re.sub(r"\s*\n\s*", " ", paragraph) for paragraph in paragraphs)
