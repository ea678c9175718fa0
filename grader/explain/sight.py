"""What a rule looks at: one exception of the chain, the student's line it came from, parsed where it parses."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from grader.explain.named_lines import called_back, named
from grader.explain.words import clean, joined, quoted, uncommented
from grader.model.exercise import ArraySpec
from grader.model.values import Array

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model.exercise import Exercise, Source, Spec
    from grader.model.incidents import Derivative, Failure, Frame

__all__ = ["Sight"]

_DEPENDS = re.compile(r"depends on the values? of the arguments? (.+?)\.(?:\s|$)", re.DOTALL)
_TRACED = re.compile(r"while tracing the function (\S+) at (.*?):(\d+) for (\w+)")
_LONGEST = 400
_MESSAGE = 20_000
_OPENER = re.compile(r"^(el)?(if|while|assert|for|with|return)\b")


@dataclass(frozen=True, kw_only=True)
class Sight:
    """One exception as the rules see it. ``frame`` is the student's innermost line; None where jax kept none.

    ``static`` is the line on which the function was given static arguments, where it was, and ``derivatives`` are the
    file's custom ones. ``file`` is what was handed in, where that is known.
    """

    failure: Failure
    frame: Frame | None
    exercise: Exercise
    static: int | None = None
    derivatives: tuple[Derivative, ...] = ()
    file: Source | None = None

    @property
    def text(self) -> str:
        """The exception's message, whole unless it is longer than any of jax's."""
        return self.failure.message[:_MESSAGE]

    @cached_property
    def source(self) -> str:
        """The student's line without its indentation and without a comment at its end."""
        return uncommented(textwrap.dedent(self.frame.text[:_LONGEST])).strip() if self.frame else ""

    @cached_property
    def line(self) -> int | None:
        """The line of the student's file: that of the innermost frame, else the one jax's text names."""
        if self.frame is not None:
            return self.frame.line
        static = self.static if "static arguments" in self.text else None
        return named(self.text) or called_back(self.text) or static

    @property
    def at(self) -> str:
        """`` on line 6``, or nothing where no line is known."""
        return f" on line {self.line}" if self.line else ""

    @property
    def code(self) -> str:
        """The student's line, quoted, with its number; the function's name where no line is known."""
        if self.source:
            return quoted(self.source.rstrip(":")) + self.at
        return f"line {self.line}" if self.line else f"`{self.exercise.signature.name}`"

    @property
    def doer(self) -> str:
        """What did it, short: ``line 6`` or the function's name."""
        return f"line {self.line}" if self.line else f"`{self.exercise.signature.name}`"

    @cached_property
    def _parsed(self) -> tuple[str, ast.stmt] | None:
        """A completed text of the line and its statement."""
        text = self.source[2:] if self.source.startswith("elif ") else self.source
        for before, after in (("", ""), ("", "\n pass"), ("", "\ndef _(): pass"), ("def _():\n ", "")):
            form = f"{before}{text}{after}"
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # an odd escape in the student's string is not our affair
                    body = ast.parse(form).body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            if body:
                first = body[0]
                return form, first.body[0] if before and isinstance(first, ast.FunctionDef) else first
        return None

    @property
    def statement(self) -> ast.stmt | None:
        """The line as syntax; None where it is a part of a statement that goes over several lines."""
        return self._parsed[1] if self._parsed else None

    @cached_property
    def asked(self) -> ast.AST | None:
        """The expression that was being worked out, among the line's nodes where it parses; None where unknown."""
        part = self.frame.part if self.frame else ""
        if not part:
            return None
        same = (node for node in self.nodes if " ".join(self.segment(node).split()) == part)
        if (found := next((node for node in same if not isinstance(node, ast.Expr)), None)) is not None:
            return found
        try:
            return ast.parse(part, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    @property
    def asked_call(self) -> str:
        """What that expression calls, dots included; "" where it is no call."""
        return _dotted(self.asked.func) if isinstance(self.asked, ast.Call) else ""

    @property
    def returned(self) -> bool:
        """Whether that expression is a call that had returned: not the call asked, but what goes by its result."""
        return isinstance(self.asked, ast.Call) and self.frame is not None and not self.frame.called

    def segment(self, node: ast.AST) -> str:
        """The line's own text of a part of it."""
        return (ast.get_source_segment(self._parsed[0], node) if self._parsed else "") or self.source

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All syntax of the line."""
        return tuple(ast.walk(self.statement)) if self.statement else ()

    def calls(self) -> Iterator[tuple[str, ast.Call]]:
        """Each call on the line with what is called, dots included: ``max``, ``np.sin``, ``x.item``."""
        for node in self.nodes:
            if isinstance(node, ast.Call):
                yield _dotted(node.func), node

    def called(self, *names: str) -> str:
        """The first of these functions that the line calls; a leading dot stands for any object's method."""
        found = [name for name, _ in self.calls()]
        for name in names:
            if any(call.endswith(name) if name.startswith(".") else call == name for call in found):
                return name.lstrip(".")
        return ""

    def mentions(self, *words: str) -> str:
        """The first of these words that the line contains as a whole word."""
        for word in words:
            if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self.source):
                return word
        return ""

    @property
    def opener(self) -> str:
        """The keyword the line begins with, of those that ask or leave: ``if``, ``while``, ``assert``."""
        found = _OPENER.match(self.source)
        return found[2] if found else ""

    @cached_property
    def arguments(self) -> tuple[str, ...]:
        """The arguments that jax says the value depends on, as the exercise names them; empty where it says none."""
        found = _DEPENDS.search(self.text)
        if found is None:
            return ()
        names = [clean(name, 40) for name in re.split(r", and |, | and ", found[1]) if name.strip()]
        return tuple(dict.fromkeys(self._own(name) for name in names))

    def _own(self, name: str) -> str:
        """``args[0]`` by the exercise's name, for the function may have been wrapped."""
        found = re.match(r"args\[(\d{1,3})\](.*)", name)
        positional = self.exercise.signature.positional
        if found and int(found[1]) < len(positional) and "args" not in self.source:
            return positional[int(found[1])] + found[2]
        return name

    @property
    def who(self) -> str:
        """The arguments responsible, quoted and joined; "" where jax names none."""
        return joined([quoted(name) for name in self.arguments])

    @property
    def wanted(self) -> str:
        """``the value of `x``` where the line asks for the argument itself, else what it depends on."""
        roots = [re.split(r"[\[.]", name)[0] for name in self.arguments]
        if roots and all(self.mentions(root) for root in roots):
            return f"the value{'s' if len(self.arguments) > 1 else ''} of {self.who}"
        holders = joined([quoted(name, 40) for name in self.holders])
        depends = f"depends on the argument{'s' if len(self.arguments) > 1 else ''} {self.who}" if roots else ""
        if not holders:
            return f"a value that {depends}" if roots else "a value"
        if len(self.holders) > 1:
            return f"a value made of {holders}" + (f", which {depends}" if roots else "")
        return f"the value of {holders}" + (f", which {depends}" if roots else "")

    @property
    def holders(self) -> tuple[str, ...]:
        """The variables that hold tracers in what was being worked out."""
        return tuple(clean(name, 40) for name in self.frame.traced) if self.frame else ()

    @property
    def stands(self) -> str:
        """The idea behind all tracers, in the middle of a sentence."""
        own = joined([quoted(name, 40) for name in self.holders])
        who = self.who or own
        verb = "stand" if len(self.arguments or self.holders) > 1 else "stands"
        if re.search(r"(?:Batch|Vmap)Tracer", self.text) and not self.arguments:
            return f"inside jax.vmap {own or 'it'} {verb} for a whole batch of numbers"
        if not who:
            return f"while jax traces {self.tracing}, its operations give tracers, even of plain numbers"
        return f"while jax traces {self.tracing}, {who} {verb} for every possible number"

    @cached_property
    def may_be_static(self) -> bool:
        """Whether the arguments responsible could be static ones of jit: no parts, no arrays, none of a loop's body."""
        found = _TRACED.search(self.text)
        if not all(name.isidentifier() for name in self.arguments) or (found and found[4] not in ("jit", "pjit")):
            return False
        given = [[case.arguments.get(name) for case in self.exercise.cases] for name in self.arguments]
        return bool(self.arguments) and not any(specs and all(map(_is_array, specs)) for specs in given)

    @property
    def tracing(self) -> str:
        """The function being traced, where it is one of the student's by name."""
        found = _TRACED.search(self.text)
        known = {self.exercise.signature.name, *(frame.function for frame in self.failure.frames)}
        if found and found[1] in known and found[1].isidentifier():
            return f"`{clean(found[1], 40)}`"
        return "the function"


def _is_array(spec: Spec | None) -> bool:
    """Whether a case gives an array of at least one axis."""
    return isinstance(spec, Array | ArraySpec) and len(spec.shape) > 0


def _dotted(called: ast.expr) -> str:
    """``np.sin`` for that, ``.item`` for the method of any expression, "" for anything else that is called."""
    names: list[str] = []
    while isinstance(called, ast.Attribute):
        names.append(called.attr)
        called = called.value
    names.append(called.id if isinstance(called, ast.Name) else "")
    return ".".join(reversed(names))
