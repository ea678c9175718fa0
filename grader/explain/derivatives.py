"""Rules for custom derivatives: no rule, or one that takes or gives something else than jax expects, by its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.explain import links
from grader.explain.rule import Rule
from grader.explain.words import quoted, readable

if TYPE_CHECKING:
    import re

    from grader.explain.sight import Sight
    from grader.model.incidents import Derivative

__all__ = ["RULES"]

_RESULT = {
    "jvp": "a pair of the value and its tangent",
    "fwd": "a pair of the value and what the backward rule needs",
    "bwd": "a tuple with one gradient for each argument",
}
_GIVEN = {
    "jvp": "two tuples: the arguments and their tangents",
    "fwd": "the arguments of the function itself",
    "bwd": "what the forward rule kept, and what comes in from outside",
}


def _stated(sight: Sight, found: re.Match[str]) -> Derivative | None:
    """The one function or rule of the file that jax's text means, by all that it says; None where it may be several."""
    said = found.groupdict()
    kind = "function" if said.get("missing") else (said.get("which") or "").strip() or (said.get("kind") or "").lower()
    meant = [
        one
        for one in sight.derivatives
        if kind in ("", one.kind)
        and said.get("of") in (None, one.of.rpartition(".")[2])
        and said.get("name") in (None, one.name)
    ]
    return meant[0] if len(meant) == 1 else None


def _line(sight: Sight, found: re.Match[str]) -> int | None:
    rule = _stated(sight, found)
    return rule.line if rule else None


def _who(sight: Sight, found: re.Match[str]) -> str:
    """The rule, with its line where the file tells it; else as jax calls it."""
    rule, said = _stated(sight, found), found.groupdict()
    if rule is None:
        which = f"{(said.get('which') or '').strip()} rule".strip()
        name = f" {quoted(said['name'], 40)}" if said.get("name") else ""
        return f"the {which}{name} of a custom derivative"
    which = {"fwd": "forward rule", "bwd": "backward rule"}.get(rule.kind, "rule")
    name = "" if rule.name == "<lambda>" else f" {quoted(rule.name, 40)}"
    return f"the {which}{name} of {quoted(rule.of, 40)} (line {rule.line})"


def _missing(sight: Sight, found: re.Match[str]) -> str:
    line = _line(sight, found)
    where = f" (line {line})" if line else ""
    return f"{quoted(found['of'], 40)}{where} has a custom derivative, and no rule says what it is."


def _result(sight: Sight, found: re.Match[str]) -> str:
    kind = (found["which"] or "").strip() or found["kind"].lower()
    return f"{_who(sight, found)} does not return what jax expects: {_RESULT[kind]}."


def _type(sight: Sight, found: re.Match[str]) -> str:
    what = "a tangent" if found["kind"] == "JVP" else "a gradient"
    against = "the value" if found["kind"] == "JVP" else "the argument"
    got, wanted = readable(found["got"], 40), readable(found["wanted"], 40)
    return f"{_who(sight, found)} returns {what} of type {got}, where {against} is of type {wanted}."


def _called_by_jax(sight: Sight) -> bool:
    """Whether what complains of its arguments is a rule of the file, and not called by the line itself."""
    name = sight.text.partition("(")[0].rpartition(".")[2]
    rules = [one for one in sight.derivatives if one.kind != "function" and one.name == name]
    return len(rules) == 1 and not sight.called(name)


def _arguments(sight: Sight, found: re.Match[str]) -> str:
    rule = _stated(sight, found)
    given = f" jax calls it with {_GIVEN[rule.kind]}." if rule else ""
    return f"{_who(sight, found)} {readable(found['what'], 120)}.{given}"


_TYPE = "`jnp.sum`, or a shape that was broadcast, makes another one. Return one of the same shape and dtype."

RULES = (
    Rule(
        error="Exception",
        cause="custom-rule-missing",
        pattern=r"(?P<missing>No) (?:JVP|VJP) defined for custom_[jv][jv]p function (?P<of>\w+)",
        say=_missing,
        line=_line,
        hint="Define it with `@{of}.defjvp`, or with `{of}.defvjp(forward, backward)` for `custom_vjp`.",
        link=links.CUSTOM_DERIVATIVES,
    ),
    Rule(
        error="TypeError",
        cause="custom-rule-type",
        pattern=r"Custom (?P<kind>JVP) rule must produce .*?dtypes\. Expected (?P<wanted>\S+) .*"
        r"but got (?P<got>\S+?)\.?$",
        say=_type,
        line=_line,
        hint=_TYPE,
        link=links.CUSTOM_DERIVATIVES,
    ),
    Rule(
        error="ValueError",
        cause="custom-rule-type",
        pattern=r"Custom (?P<kind>VJP) (?P<which>bwd) rule(?: attached to (?P<of>\w+))? .*?output of type (?P<got>\S+) "
        r"corresponding to an input of type (?P<wanted>[^\s,]+)",
        say=_type,
        line=_line,
        hint=_TYPE,
        link=links.CUSTOM_DERIVATIVES,
    ),
    Rule(
        error="TypeError",
        cause="custom-rule-result",
        pattern=r"Custom (?P<kind>JVP|VJP) (?P<which>bwd |fwd )?rule "
        r"(?:(?P<name>\w+|<lambda>) for function (?P<of>\w+) )?.*?must produce",
        say=_result,
        line=_line,
        hint="Look at what the rule returns, and at its commas: `(g,)` is a tuple, `g` is not.",
        link=links.CUSTOM_DERIVATIVES,
    ),
    Rule(
        error="TypeError",
        cause="custom-rule-arguments",
        pattern=r"(?P<name>\w+)\(\) (?P<what>missing \d+ required positional arguments?: [^\n]+|"
        r"takes [^\n]+ positional arguments? but [^\n]+)$",
        sees=_called_by_jax,
        say=_arguments,
        line=_line,
        hint="Write `def rule(primals, tangents)` for `defjvp`, and `def forward(x)` and `def backward(kept, g)` for "
        "`defvjp`. What is in `nondiff_argnums` comes before.",
        link=links.CUSTOM_DERIVATIVES,
    ),
    Rule(
        error="TypeError",
        cause="custom-rule-forward",
        pattern=r"can't apply forward-mode autodiff \(jvp\) to a custom_vjp function",
        say="{code} differentiates forwards (`jvp`, `jacfwd`, `linearize`), and a `custom_vjp` function has a rule for "
        "the way back only.",
        hint="Take `jax.grad`, `jax.vjp` or `jax.jacrev`; or state the rule by `jax.custom_jvp`, which serves both.",
        link=links.CUSTOM_DERIVATIVES,
    ),
)
