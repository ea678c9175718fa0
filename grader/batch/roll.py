"""The roll of a class: each student's marks by exercise, a small record each, for tables that need them all at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from grader.batch.late import LatePolicy, Marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.batch.nouns import Graded, Misfit

__all__ = ["Exercised", "Roll"]


class Exercised(msgspec.Struct, frozen=True, kw_only=True):
    """An exercise that was graded; ``name`` is its folder's, ``max_score`` the most that any report has."""

    name: str
    number: int
    title: str
    max_score: float

    @property
    def slug(self) -> str:
        """Its name without the number."""
        return self.name.partition("_")[2] or self.name


class Roll:
    """Marks as they come.

    ``students`` are on it even where they handed in nothing, and so is whoever handed in one of the ``misfits``, files
    that are not graded; ``expected`` are the exercises for which these are.
    """

    def __init__(
        self,
        policy: LatePolicy | None = None,
        students: Iterable[str] = (),
        misfits: Iterable[Misfit] = (),
        expected: Iterable[Exercised] = (),
    ) -> None:
        self.policy = policy or LatePolicy()
        self._marks: dict[str, dict[str, Marked]] = {student: {} for student in students}
        self._exercises = {one.name: one for one in expected}
        self._misfits: dict[str, list[Misfit]] = {}
        for one in misfits:
            if one.student and not one.absent:
                self._misfits.setdefault(one.student, []).append(one)
                self._marks.setdefault(one.student, {})

    def unmarked(self, student: str, exercise: str) -> str:
        """Returns why a student who has no mark for an exercise has none, though something was handed in; else ""."""
        mine = self._misfits.get(student, ())
        told = [one for one in mine if one.exercise == exercise] or [one for one in mine if not one.exercise]
        return f"{Path(told[0].path).name}: {told[0].reason}" if told else ""

    def add(self, graded: Graded) -> Marked:
        """Enters a result; returns its mark."""
        marked = self.policy.mark(graded)
        student, name = graded.submission.key
        known = self._exercises.get(name)
        if known is None or known.max_score < marked.max_score:
            report = graded.report
            self._exercises[name] = Exercised(
                name=name, number=report.number, title=report.title, max_score=marked.max_score
            )
        self._marks.setdefault(student, {})[name] = marked
        return marked

    @property
    def exercises(self) -> tuple[Exercised, ...]:
        """The exercises, by number."""
        return tuple(sorted(self._exercises.values(), key=lambda one: (one.number, one.name)))

    @property
    def heads(self) -> dict[str, str]:
        """What each exercise's columns are called: by its number, or by its name where several have that."""
        numbers = [one.number for one in self.exercises]
        alone = {one.name for one in self.exercises if numbers.count(one.number) == 1}
        return {one.name: f"exercise{one.number}" if one.name in alone else one.name for one in self.exercises}

    @property
    def students(self) -> tuple[str, ...]:
        """The students, by name."""
        return tuple(sorted(self._marks, key=lambda student: (student.casefold(), student)))

    def marks(self, student: str) -> Mapping[str, Marked]:
        """Returns a student's marks by the exercise's name."""
        return self._marks[student]
