"""The JSON Schema of exercise.yaml, made of the same types that the reader converts to, for editors to complete."""

from __future__ import annotations

import inspect
import json
from typing import Any

import msgspec

from grader.checks.registry import kinds
from grader.course.declared import case_shape
from grader.course.dtypes import DTYPES
from grader.course.errors import Problems
from grader.course.examples import EXAMPLES
from grader.course.exercise import KEYS, Plain
from grader.course.meanings import CASE, CHECK, EXERCISE, LIMITS
from grader.course.spec_texts import FORMS
from grader.course.strict_yaml import read_yaml
from grader.model.check import Check
from grader.model.exercise import Limits
from grader.model.questions import JitOptions

__all__ = ["schema"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DTYPE = f"(numpy )?({'|'.join(DTYPES)})"
_TEXT = (
    rf"^\s*({_DTYPE}\s*\[[^\[\]]*\].*|{_DTYPE}\(.*\)|key(\(\s*[0-9a-fx]+\s*\))?|(int|float)(\s+\w+)?\s+in\s*\[.*\])\s*$"
)
_NAME = {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"}
_DURATION = {"type": "string", "pattern": r"^[0-9.]+\s*(ms|s|m|h)$", "examples": ["60s", "2m", "500ms"]}
_SIZE = {"type": "string", "pattern": r"^[0-9.]+\s*(B|[KMG]iB|[kMG]B)$", "examples": ["2GiB", "512MiB"]}

Json = dict[str, Any]


def schema() -> Json:
    """Returns the JSON Schema (draft 2020-12) of exercise.yaml, with every kind of check that is installed."""
    known = kinds()
    properties = _properties(Plain)
    properties["format"] = {"const": 1}
    properties["jit"] = {"anyOf": [{"enum": ["submission", "none"]}, _record(JitOptions)]}
    properties["also"] = {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {"function": {"type": "string"}, "jit": properties["jit"]},
            "required": ["function"],
            "additionalProperties": False,
        },
    }
    properties["cases"] = {"type": "array", "items": _ref("case")}
    properties["checks"] = {"type": "array", "items": _ref("check")}
    properties["limits"] = _limits()
    return {
        "$schema": _DIALECT,
        "title": "A jitgrade exercise",
        "type": "object",
        "properties": {key: properties[key] | {"description": EXERCISE[key]} for key in KEYS},
        "required": ["format", "title", "function", "task", "checks"],
        "additionalProperties": False,
        "$defs": {"argument": _argument(), "case": _case(), "check": _check(known)}
        | {f"check-{kind}": _kind(kind, cls) for kind, cls in sorted(known.items())},
    }


def _ref(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def _kind(kind: str, cls: type[Check]) -> Json:
    """Returns the schema of a check of one kind, with examples where jitgrade has some."""
    found = _record(cls, besides={"check": {"const": kind}})
    # In JSON all keys are texts.
    examples = [json.loads(json.dumps(_plain_yaml(text))) for text in EXAMPLES.get(kind, ())]
    return found | ({"examples": examples} if examples else {})


def _plain_yaml(text: str) -> Any:  # noqa: ANN401 - YAML holds anything
    return read_yaml(text.encode(), Problems("")).plain()


def _record(cls: type[msgspec.Struct], besides: Json | None = None) -> Json:
    """Returns the schema of a map whose keys are a record's fields."""
    required = [field.encode_name for field in msgspec.structs.fields(cls) if field.required]
    found: Json = {"type": "object", "properties": (besides or {}) | _properties(cls), "additionalProperties": False}
    if text := inspect.getdoc(cls):
        found["description"] = text
    return found | {"required": [*(besides or {}), *required]}


def _properties(cls: type[msgspec.Struct]) -> Json:
    return {field.encode_name: _field(cls, field) for field in msgspec.structs.fields(cls)}


def _field(cls: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> Json:
    shape = case_shape(field.type)
    if shape is not None:
        return _ref("case") if shape == "one" else {"type": "array", "items": _ref("case")}
    if issubclass(cls, Check) and field.name in CHECK:
        own = {"name": _NAME, "points": {"type": "number", "minimum": 0, "default": field.default}}
        return own.get(field.name, _plain(field)) | {"description": CHECK[field.name]}
    return _plain(field)


def _plain(field: msgspec.structs.FieldInfo) -> Json:
    """Returns the schema of a field of plain data; records within it are written out in their place."""
    (found,), parts = msgspec.json.schema_components((field.type,), ref_template="{name}")
    found = _inlined(found, parts)
    default: Json = {"default": field.default} if isinstance(field.default, str | int | float) else {}
    return {**found, **default}


def _inlined(part: Any, parts: Json) -> Any:  # noqa: ANN401 - JSON
    if isinstance(part, dict):
        if part.get("$ref") in parts:
            return _inlined(parts[part["$ref"]], parts)
        return {key: _inlined(value, parts) for key, value in part.items()}
    return [_inlined(value, parts) for value in part] if isinstance(part, list | tuple) else part


def _limits() -> Json:
    usual = Limits()
    shapes = {
        "wall": _DURATION | {"default": f"{usual.wall:g}s"},
        "cpu": _DURATION | {"default": f"{usual.cpu:g}s"},
        "memory": _SIZE | {"default": f"{usual.memory >> 30}GiB"},
        "output": _SIZE | {"default": f"{usual.output >> 20}MiB"},
    }
    return {
        "type": "object",
        "properties": {name: shape | {"description": LIMITS[name]} for name, shape in shapes.items()},
        "additionalProperties": False,
    }


def _argument() -> Json:
    literal = f"^{_DTYPE}$"
    return {
        "description": "A number, null, an array or key as a text, a list, {tuple: …}, {text: …}, {fixture: …}, a map.",
        "anyOf": [
            {"type": ["number", "boolean", "null"]},
            {"type": "string", "pattern": _TEXT, "examples": list(FORMS)},
            {"type": "array", "items": _ref("argument")},
            {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"], "maxProperties": 1},
            {
                "type": "object",
                "properties": {
                    "fixture": {"type": "string"},
                    "arguments": {"type": "array", "items": _ref("argument")},
                },
                "required": ["fixture"],
                "additionalProperties": False,
            },
            {"type": "object", "patternProperties": {literal: {"type": ["array", "number", "boolean"]}}}
            | {"additionalProperties": False, "minProperties": 1, "maxProperties": 1},
            {"type": "object", "not": {"required": ["fixture"]}, "additionalProperties": _ref("argument")},
        ],
    }


def _case() -> Json:
    long: Json = {
        "name": {"type": "string", "minLength": 1},
        "args": {"type": "object", "additionalProperties": _ref("argument")},
        "of": {"type": "string"},
        "hidden": {"type": "boolean", "default": False},
        "weight": {"type": "number", "exclusiveMinimum": 0, "default": 1},
        "tag": {"type": "string"},
        "sizes": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
    }
    return {
        "description": "Arguments by parameter: short `{x: -3}`, or long with `args`, `name`, `hidden`, `weight` …",
        "type": "object",
        "if": {"required": ["args"]},
        "then": {
            "properties": {name: shape | {"description": CASE[name]} for name, shape in long.items()},
            "additionalProperties": False,
        },
        "else": {"additionalProperties": _ref("argument")},
    }


def _check(known: dict[str, type[Check]]) -> Json:
    """Returns the schema of one check; a kind that is not installed may come from the exercise's own checks.py."""
    return {
        "type": "object",
        "properties": {"check": {"anyOf": [{"enum": sorted(known)}, {"type": "string"}]}},
        "required": ["check"],
        "allOf": [
            {"if": {"properties": {"check": {"const": kind}}, "required": ["check"]}, "then": _ref(f"check-{kind}")}
            for kind in sorted(known)
        ],
    }
