"""From an exception or a worker's end to its explanation: the first rule of the table that knows it speaks."""

from __future__ import annotations

import builtins
import itertools
import re
from typing import TYPE_CHECKING

import msgspec

from grader.explain import (
    arrays,
    branches,
    callbacks,
    control_flow,
    denials,
    derivatives,
    indexing,
    names,
    python,
    shortages,
    sizes,
    static,
    syntax,
    tracers,
    transforms,
    truths,
)
from grader.explain.ends import ended
from grader.explain.sight import Sight
from grader.explain.stages import staged
from grader.explain.words import clean, first_line
from grader.model.answers import Ended
from grader.model.check import Explanation
from grader.model.incidents import OWN_CLASS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.explain.rule import Rule
    from grader.model.answers import Loaded, Raised
    from grader.model.exercise import Exercise, Source
    from grader.model.incidents import Failure, Frame

__all__ = ["CAUSES", "explain"]

_JAX_RULES = (
    *truths.RULES,
    *derivatives.RULES,
    *transforms.RULES,
    *control_flow.RULES,
    *sizes.RULES,
    *tracers.RULES,
    *static.RULES,
    *branches.RULES,
    *indexing.RULES,
    *arrays.RULES,
    *callbacks.RULES,
)
"""The table of mistakes with jax, in order: looked for along the whole chain of causes, the first cause first."""

_SYSTEM_RULES = (*denials.RULES, *shortages.RULES)
"""The table of what is refused or runs out: not for an exception that the file itself raised, nor for any behind it."""

_PYTHON_RULES = (*names.RULES, *syntax.RULES, *python.RULES)
"""The table of plain mistakes: only for the exception that came out, for an earlier one may have been handled."""

CAUSES = frozenset(rule.cause for rule in (*_JAX_RULES, *_SYSTEM_RULES, *_PYTHON_RULES))
"""What the mistakes of these tables are called, for an exercise's hints to go by."""

_MISPLACED = ("gradient-point", "scan-length")
"""Mistakes of which the class of the exception says nothing: a value was handed over in the place of another one."""

_DEEPEST = 8
_LINE = 600
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")


def explain(
    answer: Raised | Ended, exercise: Exercise, loaded: Loaded | None = None, file: Source | None = None
) -> Explanation:
    """Returns what went wrong in at most three sentences, the student's line, what to try and where to read.

    ``loaded`` is what is known of the file, where it loads; ``file`` what was handed in.
    The exercise's hint for the cause replaces ours, else its hint for exactly that class, of jax's say, save where the
    class says nothing of the mistake. One for a base, or for a class of Python's own, which may have any cause, is told
    only where no cause is known.
    """
    if isinstance(answer, Ended):
        return ended(answer, exercise)
    chain = list(_chain(answer.failure, exercise, loaded, file))
    sight, found = chain[0], staged(chain[0])
    if found is None:
        sight, found = _ruled(chain)
    if found is not None:
        kind = sight.failure.type
        by_class = not _of_python(kind) and found.cause not in _MISPLACED
        own = exercise.hints.get(found.cause) or (exercise.hints.get(kind) if by_class else "")
    else:
        found, own = _with_refusal(_unlisted(sight), chain), _nearest_hint(exercise, sight.failure)
    hint = own or found.hint
    return msgspec.structs.replace(found, hint=hint, message=_capped(found.message))


def _chain(failure: Failure, exercise: Exercise, loaded: Loaded | None, file: Source | None) -> Iterator[Sight]:
    """The exception that came out, then its causes. One that has no line of its own borrows its successor's."""
    static, derivatives = (loaded.static, loaded.derivatives) if loaded else (None, ())
    frame: Frame | None = None
    seen: Failure | None = failure
    for _ in range(_DEEPEST):
        if seen is None:
            return
        frame = seen.frames[-1] if seen.frames else frame
        yield Sight(failure=seen, frame=frame, exercise=exercise, static=static, derivatives=derivatives, file=file)
        seen = seen.cause


def _ruled(chain: list[Sight]) -> tuple[Sight, Explanation | None]:
    """The explanation by the first rule that knows a link of the chain, and that link; None where no rule does."""
    for sight in reversed(chain):
        for rule in _JAX_RULES:
            if match := rule.match(sight):
                return sight, _told(rule, sight, match)
    for sight in itertools.takewhile(lambda sight: not sight.failure.own, chain):
        if refused := _refused(sight):
            return sight, refused
    for rule in _PYTHON_RULES:
        if match := rule.match(chain[0]):
            return chain[0], _told(rule, chain[0], match)
    return chain[0], None


def _refused(sight: Sight) -> Explanation | None:
    """The explanation of what the system refused; None where it was not that. The file's own ``raise`` is not."""
    if not sight.failure.own:
        for rule in _SYSTEM_RULES:
            if match := rule.match(sight):
                return _told(rule, sight, match)
    return None


def _with_refusal(found: Explanation, chain: list[Sight]) -> Explanation:
    """The explanation, with what was refused before the file raised an exception of its own about it."""
    behind = next(filter(None, map(_refused, chain[1:])), None)
    if behind is None or not chain[0].failure.own:
        return found
    return msgspec.structs.replace(found, message=f"{found.message} {behind.message}", hint=behind.hint)


def _told(rule: Rule, sight: Sight, match: re.Match[str]) -> Explanation:
    return Explanation(
        message=rule.message(sight, match),
        cause=rule.cause,
        line=rule.place(sight, match),
        hint=rule.advice(sight, match),
        link=rule.link,
    )


def _unlisted(sight: Sight) -> Explanation:
    """Type, first line of the text and line, and no guess; without a line the advice is the check's own."""
    said = first_line(sight.text)
    who = sight.frame.function if sight.frame and sight.frame.function.isidentifier() else ""
    subject = f"`{clean(who, 40)}`" if who else "The file" if sight.frame else f"`{sight.exercise.signature.name}`"
    kind = clean(sight.failure.type, 60)
    during = " while it was loading" if sight.failure.stage == "import" and not who else ""
    again = "Run the file yourself with the same input"
    if sight.failure.redacted:
        again = "Think of inputs that the visible cases leave out, run the file yourself with them"
    return Explanation(
        message=f"{subject} raised {kind}{during}{': ' + said if said else ''}{sight.at}.",
        cause="exception-own" if kind == OWN_CLASS else f"exception-{kind}",
        line=sight.line,
        hint=f"{again}, and look at {sight.doer}." if sight.line else "",
    )


def _nearest_hint(exercise: Exercise, failure: Failure) -> str:
    """The exercise's hint for the exception's class or the nearest of its bases; "" where it has none.

    A hint for one of Python's own classes is not for jax's subclasses of it, whose cause is another.
    """
    for name in failure.mro or (failure.type,):
        if name in exercise.hints and (_of_python(failure.type) or not _of_python(name)):
            return exercise.hints[name]
    return ""


def _of_python(name: str) -> bool:
    """Whether that is a class of Python's own."""
    return hasattr(builtins, name)


def _capped(message: str) -> str:
    """The message's first three sentences, within a length that every report can show."""
    sentences = _SENTENCE.split(message)
    return clean(" ".join(sentences[:3]), _LINE)
