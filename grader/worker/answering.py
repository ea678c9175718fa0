"""Answers about a loaded file that take its arguments, its fixtures, and a way of calling it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, TypeVar, cast

import jax
import msgspec

from grader.model.answers import Counted, Raised, Returned
from grader.model.questions import Ablate, Call, Count, Diagnose, Export, Rehearse, Weigh
from grader.model.values import Fixture
from grader.worker.calling import chosen, outcome
from grader.worker.counting import count
from grader.worker.diagnosis import diagnosed
from grader.worker.donation import spent
from grader.worker.exporting import exported
from grader.worker.failures import told
from grader.worker.fixtures import FixtureError, provided
from grader.worker.placing import placed_arguments
from grader.worker.rehearsing import ablated, rehearsed
from grader.worker.weighing import weighed

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.answers import Claim
    from grader.model.questions import Arguments
    from grader.worker.subject import Subject

__all__ = ["called", "of_jitted", "read", "with_arguments"]

_T = TypeVar("_T")
_clear_caches: Any = jax.clear_caches


def of_jitted(subject: Subject, question: Export | Rehearse | Ablate | Weigh | Diagnose) -> Claim:
    """The program of a call, its memory or faults, or what jitted functions do; or what fixtures.py did not provide."""
    if isinstance(question, Export):
        vmap, by = question.vmap, question.gradient
        return with_arguments(subject, question.arguments, lambda p, k: exported(subject, p, k, vmap=vmap, gradient=by))
    if isinstance(question, Diagnose):
        by = question.gradient
        return with_arguments(subject, question.arguments, lambda p, k: diagnosed(subject, p, k, by))
    if isinstance(question, Weigh):
        by = question.gradient
        return with_arguments(subject, question.arguments, lambda p, k: weighed(subject, p, k, by))

    def placed(arguments: Arguments) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return placed_arguments(arguments, lambda wanted: provided(wanted, subject.fixtures))

    try:
        function = chosen(subject, fixture=_fixture(subject, question.fixture))
        if isinstance(question, Ablate):
            if question.cleared:
                _clear_caches()
            return ablated(subject, function, placed(question.arguments), question.exchange)
        return rehearsed(subject, function, [functools.partial(placed, one) for one in question.calls])
    except FixtureError as error:
        return error.raised


def with_arguments(
    subject: Subject, arguments: Arguments, answer: Callable[[tuple[Any, ...], dict[str, Any]], _T]
) -> _T | Raised:
    """The answer on these arguments, placed anew; or what fixtures.py failed to provide."""
    try:
        positional, keyword = placed_arguments(arguments, lambda wanted: provided(wanted, subject.fixtures))
    except FixtureError as error:
        return error.raised
    return answer(positional, keyword)


def called(subject: Subject, question: Call | Count) -> Returned | Raised | Counted:
    """The outcome of a call, with what it compiled where that is asked."""
    way: dict[str, Any] = {}
    if isinstance(question, Call):
        way = {"vmap": question.vmap, "gradient": question.gradient, "cotangent": question.cotangent}
    try:
        fixture = _fixture(subject, question.fixture)
    except FixtureError as error:
        return error.raised
    function = chosen(subject, how=question.how, fixture=fixture, **way)

    def answer(positional: tuple[Any, ...], keyword: dict[str, Any]) -> Returned | Raised | Counted:
        if isinstance(question, Count):
            if question.cleared:
                _clear_caches()
                subject.history.entries.clear()
            return count(subject, positional, keyword, function=function)
        ended = outcome(lambda: function(*positional, **keyword), subject)
        if question.spent and isinstance(ended, Returned):
            return msgspec.structs.replace(ended, spent=spent(positional))
        return ended

    return with_arguments(subject, question.arguments, answer)


def _fixture(subject: Subject, name: str) -> Callable[..., Any] | None:
    """The function of fixtures.py that a call goes to; None without a name. Raises FixtureError where there is none."""
    return cast("Callable[..., Any]", provided(Fixture(name=name), subject.fixtures)) if name else None


def read(subject: Subject, name: str) -> Returned | Raised:
    """The value of a top-level name of the file."""
    if name not in vars(subject.module):
        return told("lookup", "NameError", f"{subject.file} defines no `{name}`.")
    value = vars(subject.module)[name]
    # An OrderedDict or a Counter holds the same as a dict, and a value that is read has no structure to keep.
    return outcome(lambda: dict(value) if isinstance(value, dict) else value, subject)
