"""Operations outside jit: which of their compilations an honest file may have beside a jitted function."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from grader.checks.argument_types import types_of
from grader.model.answers import Counted
from grader.model.check import Broken
from grader.model.questions import Count

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.checks.recompile_causes import Row
    from grader.model.check import Inquiry
    from grader.model.questions import Arguments

__all__ = ["EagerOperations"]


class EagerOperations:
    """The rule of ``eager: ignore``, over the calls that were made, by the arguments drawn for each."""

    def __init__(self, inquiry: Inquiry, drawn: Sequence[Arguments], fixture: str) -> None:
        self._inquiry = inquiry
        self._drawn = drawn
        self._fixture = fixture

    def counted(self, rows: Sequence[Row], *, jitted: bool) -> list[Row]:
        """The compilations that count, in order: all but the eager ones that an honest file may have.

        ``jitted`` says whether the file jits anything at all; where it does not, no call is too new to count.
        """
        fresh = _first_of_their_types(self._drawn)
        counted = [row for row in rows if row.kind != "eager" or not (jitted and row.call in fresh)]
        if not any(row.kind == "eager" for row in counted):
            return counted
        spare = self._elsewhere()
        kept = []
        for row in counted:
            if row.kind == "eager" and spare[row.program] > 0:
                spare[row.program] -= 1
            else:
                kept.append(row)
        return kept

    def _elsewhere(self) -> Counter[str]:
        """How often reference or starter, whichever has more, compile each eager program in these calls."""
        questions = [Count(arguments=arguments, how="eager", fixture=self._fixture) for arguments in self._drawn]
        starter = _eager_programs(self._inquiry.starter.ask(question) for question in questions)
        try:
            reference = _eager_programs(self._inquiry.trusted(question) for question in questions)
        except Broken:
            # A course without its solution has no recording of this question, which is asked of few submissions.
            reference = Counter()
        return starter | reference


def _eager_programs(answers: Iterable[object]) -> Counter[str]:
    """The eager programs in these answers; a call that raised tells what it had compiled by then."""
    return Counter(
        one.program
        for answer in answers
        if isinstance(answer, Counted)
        for one in answer.compilations
        if one.kind == "eager"
    )


def _first_of_their_types(drawn: Sequence[Arguments]) -> set[int]:
    """The numbers of the calls whose arguments are of types that no earlier call had."""
    seen: set[object] = set()
    fresh = set()
    for number, arguments in enumerate(drawn, 1):
        types = types_of(arguments)
        if types not in seen:
            fresh.add(number)
        seen.add(types)
    return fresh
