"""An exercise and a submission as the grader knows them, once text has been read and found right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from grader.model.questions import JitOptions
from grader.model.values import Value

if TYPE_CHECKING:
    from grader.model.check import Check

__all__ = [
    "ArraySpec",
    "Case",
    "Course",
    "Drawn",
    "Exercise",
    "Function",
    "Jit",
    "KeySpec",
    "Limits",
    "MappingSpec",
    "NumberSpec",
    "SequenceSpec",
    "Signature",
    "Source",
    "Spec",
]

Platform = Literal["cpu", "gpu", "tpu", "any"]
Jit = JitOptions | Literal["submission", "none"]
Tier = Literal["namespaces", "landlock", "uid", "limits"]


class _Frozen(msgspec.Struct, frozen=True, kw_only=True):
    """What all nouns here share."""


class Source(_Frozen, frozen=True, kw_only=True):
    """A file's bytes and the name it goes by in messages (never a path that says where a course lies).

    ``lines`` maps the file's 1-based line to the label of the place it came from, for notebooks
    (``{12: "cell 3, line 2"}``); empty where the file is the file. ``parts`` are the lines at which its cells begin.
    ``aside`` tells of names that cells bind which are not run as Python (Markdown, say) which cell that is.
    """

    name: str
    data: bytes
    lines: dict[int, str] = {}
    parts: tuple[int, ...] = ()
    aside: dict[str, str] = {}

    @property
    def text(self) -> str:
        """The file as text; what is no UTF-8 is replaced."""
        return self.data.decode("utf-8", "replace")

    def cell(self, line: int) -> str:
        """The cell that a line is in (``cell 3``), of a notebook."""
        return self.lines.get(line, "").partition(",")[0]


class ArraySpec(_Frozen, frozen=True, kw_only=True):
    """An array to draw: dtype name, shape (``n`` already fixed), bounds (inclusive), as jax or NumPy array."""

    dtype: str
    shape: tuple[int, ...]
    low: float | None = None
    high: float | None = None
    origin: Literal["jax", "numpy"] = "jax"


class KeySpec(_Frozen, frozen=True, kw_only=True):
    """A typed PRNG key to draw; ``seed`` None draws the seed, too."""

    seed: int | None = None


class NumberSpec(_Frozen, frozen=True, kw_only=True):
    """A Python number to draw within bounds, both included. All of one ``name`` in an exercise are the same number."""

    type: Literal["int", "float"]
    low: float
    high: float
    name: str = ""


class SequenceSpec(_Frozen, frozen=True, kw_only=True):
    """A tuple or list that holds something to draw."""

    type: Literal["tuple", "list"]
    items: tuple[Spec, ...]


class MappingSpec(_Frozen, frozen=True, kw_only=True):
    """A dict that holds something to draw."""

    keys: tuple[str | int, ...]
    items: tuple[Spec, ...]


Drawn = ArraySpec | KeySpec | NumberSpec
Spec = Value | ArraySpec | KeySpec | NumberSpec | SequenceSpec | MappingSpec
"""What a case says of one argument: a value as it is, or a recipe that the run's seed turns into one."""


class Signature(_Frozen, frozen=True, kw_only=True):
    """How the exercise's object is called: ``positional`` in order, ``keyword`` by name.

    ``called`` is False where the object is a value that is read (a dict of predictions). ``made`` tells that it is not
    the object of this name but what that one returns, called without arguments.
    """

    name: str
    positional: tuple[str, ...] = ()
    keyword: tuple[str, ...] = ()
    called: bool = True
    made: bool = False

    @property
    def shown(self) -> str:
        """What messages call the object."""
        return f"{self.name}()" if self.made else self.name


class Function(_Frozen, frozen=True, kw_only=True):
    """A function that an exercise asks for besides its first, and how it is jitted."""

    signature: Signature
    jit: Jit


class Case(_Frozen, frozen=True, kw_only=True):
    """One set of arguments, by parameter name. ``weight`` shares out a check's points; ``tag`` groups cases.

    ``of`` names the function that it is a call of; it is empty where the exercise has but one.
    """

    name: str
    arguments: dict[str, Spec]
    hidden: bool = False
    weight: float = 1.0
    tag: str = ""
    of: str = ""


class Limits(_Frozen, frozen=True, kw_only=True):
    """What one worker may use: ``wall`` and ``cpu`` in seconds over all its answers, ``memory`` in bytes."""

    wall: float = 60.0
    cpu: float = 120.0
    memory: int = 2 << 30
    output: int = 1 << 20


class Exercise(_Frozen, frozen=True, kw_only=True):
    """One exercise, validated.

    ``hints`` go by cause or by the class name of an exception, as ``explain`` says; ``nudges`` are what ``grade
    hint`` gives, one by one. ``solution`` is None in a released course, where ``expectations`` holds the reference's
    recorded answers. ``baselines`` are the functions of ``baseline.py``, if there is one. ``also`` are the functions
    that are judged besides the first; of one that is a part of an exercise with several, ``of`` is the function it is
    about.
    """

    number: int
    slug: str
    title: str
    task: str
    signature: Signature
    jit: Jit
    starter: Source
    folder: Path
    cases: tuple[Case, ...] = ()
    checks: tuple[Check, ...] = ()
    also: tuple[Function, ...] = ()
    of: str = ""
    teaches: tuple[str, ...] = ()
    hints: dict[str, str] = {}
    nudges: tuple[str, ...] = ()
    limits: Limits = Limits()
    fixtures: Source | None = None
    baselines: Source | None = None
    solution: Source | None = None
    expectations: Path | None = None

    @property
    def points(self) -> float:
        """The most points that can be earned."""
        return sum(check.points for check in self.checks)

    @property
    def parts(self) -> tuple[Exercise, ...]:
        """An exercise for each function, with its cases and checks; this one where it has but one."""
        if not self.also:
            return (self,)
        return tuple(map(self._part, (Function(signature=self.signature, jit=self.jit), *self.also)))

    def part(self, of: str) -> Exercise:
        """The part that is about a function: what a case or a check says it is ``of``."""
        return next(part for part in self.parts if part.of == of)

    @property
    def judged(self) -> tuple[Check, ...]:
        """The checks in the order in which they are judged: by function, then by kind."""
        return tuple(check for part in self.parts for check in sorted(part.checks, key=lambda check: check.order))

    def _part(self, function: Function) -> Exercise:
        of = function.signature.name
        return msgspec.structs.replace(
            self,
            signature=function.signature,
            jit=function.jit,
            cases=tuple(case for case in self.cases if case.of == of),
            checks=tuple(check for check in self.checks if check.of == of),
            also=(),
            of=of,
        )


class Course(_Frozen, frozen=True, kw_only=True):
    """A course: its exercises by number, the accelerator its marks are made on, what batch runs must isolate by.

    ``hint_cost`` is how many points a student's own screen takes off for each hint.
    """

    title: str
    folder: Path
    exercises: tuple[Path, ...]
    accelerator: Platform = "cpu"
    isolation: Tier = "limits"
    limits: Limits = Limits()
    late: dict[str, float] = {}
    show_solution: Literal["after a pass", "always", "never"] = "after a pass"
    hint_cost: float = 0.0
