"""What happened before and after the call: the name was not found, its signature or its result does not do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.explain.syntax import foreign, skeleton
from grader.explain.words import clean, first_line, joined, nearest, quoted
from grader.model.check import Explanation

if TYPE_CHECKING:
    from grader.explain.sight import Sight

__all__ = ["staged"]

_MISSING = re.compile(r"defines no `(?P<name>\w+)`(?:.*?It defines (?!no public name)(?P<there>[^\n]*))?", re.DOTALL)
_NAME = re.compile(r"[^\W\d]\w*")
_FEW = 4  # names to choose from
_WHY = (
    (re.compile(r"missing a required (?:keyword-only )?argument: '(\w+)'"), "it also wants {}"),
    (re.compile(r"unexpected keyword argument '(\w+)'"), "it has no parameter {}"),
    (re.compile(r"multiple values for argument '(\w+)'"), "it gets {} twice"),
    (re.compile(r"'(\w+)' parameter is positional only"), "its {} cannot be passed by name"),
    (re.compile(r"(too many positional) arguments"), "it has fewer parameters that are passed by position"),
)
_OWN = re.compile(r"`([^`]*)` cannot be called as")
_OPTION = re.compile(r"invalid argnames \{'(?P<name>\w+)'|has (?:static|donate)_argnums=")
_RESULTS = (
    (
        re.compile(r" is a tracer\b"),
        "returned-tracer",
        "a traced value kept from an earlier tracing",
        "Return what the call computed, not something stored while jax traced.",
    ),
    (re.compile(r" is a function\b"), "returned-function", "a function", "Call it and return its result."),
)


def staged(sight: Sight) -> Explanation | None:
    """Returns the explanation of a failure outside the student's own code; None where the exception itself tells."""
    stage = sight.failure.stage
    if stage == "lookup":
        return _lookup(sight)
    if stage == "signature":
        return _signature(sight)
    if stage == "result":
        return _result(sight)
    if stage == "fixture":
        return _fixture(sight)
    return _worker(sight) if stage == "worker" else None


def _lookup(sight: Sight) -> Explanation:
    """The name is not there; the text may list what is."""
    found = _MISSING.search(sight.text)
    name = found["name"] if found else sight.exercise.signature.name
    there = _NAME.findall((found["there"] if found else None) or "")
    near = nearest(name, [word for word in there if word != name])
    what = f"no {'function ' if name == sight.exercise.signature.name and sight.exercise.signature.called else ''}"
    if aside := sight.file.aside.get(name) if sight.file else None:
        return Explanation(
            message=f"The file defines {what}{quoted(name)}: {aside} has it, and only code cells are run.",
            cause="code-aside",
            hint="Take that line out of the cell, run it, and save."
            if aside.startswith("a cell under")
            else "Make it a code cell of Python (in Jupyter: select it, press Esc, then y), run it, and save.",
        )
    odd = next((word for word in there if not word.isascii() and skeleton(word) == skeleton(name)), "")
    if odd:
        return Explanation(
            message=f"The file defines {what}{quoted(name)}; it has {quoted(odd)}, with {foreign(odd)}.",
            cause="name-missing",
            hint=f"Type the name {quoted(name)} again, with plain letters.",
        )
    others = f"It has {joined([quoted(word) for word in there[:_FEW]])}. " if there else ""
    has = f"; it has {quoted(near)}" if near else ""
    return Explanation(
        message=f"The file defines {what}{quoted(name)}{has}.",
        cause="name-missing",
        hint=f"Should {quoted(near)} be called {quoted(name)}?"
        if near
        else f"{others}Define {quoted(name)} at the top level of the file, with exactly that name.",
    )


def _signature(sight: Sight) -> Explanation | None:
    """The object cannot be called as the exercise calls it, or cannot be jitted as the exercise says."""
    signature = sight.exercise.signature
    call = f"`{signature.shown}({', '.join([*signature.positional, *(f'{name}=…' for name in signature.keyword)])})`"
    if "but the exercise calls it" in sight.text:
        return Explanation(
            message=f"`{signature.shown}` is not a function, but the exercise calls {call}.",
            cause="not-a-function",
            line=sight.line,
            hint=f"Define it with `def {signature.name}(…):`, or as `{signature.shown} = jax.jit(…)`.",
        )
    # With a line of the file's it is a `jax.jit` of its own that refuses: the rules for its options tell.
    if sight.frame is None and (option := _OPTION.search(sight.text)):
        what = (
            f"no parameter {quoted(option['name'])}" if option["name"] else "fewer parameters than the exercise needs"
        )
        does = "donates such an argument" if "donate_arg" in sight.text else "makes such an argument static"
        return Explanation(
            message=f"`{signature.shown}` has {what}, but the exercise calls {call} and {does}.",
            cause="wrong-signature",
            line=sight.line,
            hint=f"Define it with these parameters: {call.replace('=…', '')}.",
        )
    if own := _OWN.search(sight.text):
        why = "the parameters differ"
        for pattern, words in _WHY:
            if found := pattern.search(sight.text):
                why = words.format(quoted(found[1]))
        return Explanation(
            message=f"The exercise calls {call}, but {quoted(own[1])} does not take that: {why}.",
            cause="wrong-signature",
            line=sight.line,
            hint="Names of positional parameters are free; number and order are not."
            if not signature.keyword
            else f"{', '.join(quoted(name) for name in signature.keyword)} is passed by name, the others by position.",
        )
    return None


def _result(sight: Sight) -> Explanation:
    """The function returned something that cannot be compared with anything."""
    name = sight.exercise.signature.name
    place = re.match(r"result(\S+) is ", sight.text)
    where = f" (at {quoted(place[1], 40)} of its result)" if place else ""
    for pattern, cause, what, hint in _RESULTS:
        if pattern.search(sight.text):
            return Explanation(
                message=f"`{name}` returned {what}{where}, which cannot be graded.",
                cause=cause,
                line=sight.line,
                hint=hint,
            )
    said = re.sub(r"^(?:the )?result\S* is ", "", first_line(sight.text))
    return Explanation(
        message=f"`{name}` returned something that cannot be graded{where}{': ' + said if said else ''}.",
        cause="result-type",
        line=sight.line,
        hint="Return arrays, numbers, or tuples, lists and dicts of them.",
    )


def _fixture(sight: Sight) -> Explanation:
    """The exercise's own helper raised: its lines are not the student's."""
    said = first_line(sight.text)
    return Explanation(
        message=f"A helper of this exercise raised {clean(sight.failure.type, 60)}{': ' + said if said else ''}. "
        "That is not in your file.",
        cause="fixture",
        hint="Tell the author of the exercise.",
    )


def _worker(sight: Sight) -> Explanation:
    """The process beside the student's code failed. Its traceback says nothing to a student."""
    return Explanation(
        message=f"The program that runs your file failed while it dealt with `{sight.exercise.signature.name}`. "
        "Nothing can be said about your code.",
        cause="worker",
        hint="If the file replaces or patches parts of Python or jax, leave that out.",
    )
