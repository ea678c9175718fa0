"""Exercise 17's own checks: whether drawn results have the distribution that is asked for, by the values that came."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from grader import Broken, Check, Verdict
from grader.checks.comparison import array_of
from grader.model.answers import Ended, Raised, Returned
from grader.model.questions import Call
from grader.model.values import Array, Key, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from grader import Exercise, Inquiry
    from grader.model.values import Value

_SIGMAS = 5  # an honest answer is farther off once in a million times
_ROUNDING = 1e-5
_LARGE = 1_000  # numbers: a mean and a variance tell something


class _Drawn(Check, frozen=True, kw_only=True):
    """What both checks do: call the function in each case and look at what came, case by case."""

    order = 30

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds a missing case."""
        return [] if exercise.cases else [("check", f"{self.kind} needs at least one case")]

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Judges each case, and tells the first that is wrong."""
        failed: list[tuple[str, int | None, str]] = []
        for case in inquiry.exercise.cases:
            question = Call(arguments=inquiry.arguments(case))
            answer = inquiry.submission.ask(question)
            if isinstance(answer, Raised | Ended):
                told = inquiry.explain(answer)
                failed.append((f"Case `{case.name}`: {told.message}", told.line, told.hint))
                continue
            if not isinstance(answer, Returned):
                raise Broken(f"a call was answered by {type(answer).__name__}")
            wrong = next(self.faults(question.arguments.positional, answer.value), "")
            if wrong and case.hidden:
                failed.append((f"Hidden case `{case.name}`: the result is not distributed as asked.", None, ""))
            elif wrong:
                failed.append((f"Case `{case.name}`: {wrong}", None, ""))
        whole = len(inquiry.exercise.cases)
        message, line, hint = failed[0] if failed else (f"All {whole} cases are distributed as they should.", None, "")
        return Verdict(
            status="failed" if failed else "passed",
            earned=0.0 if failed else 1.0,
            message=message,
            line=line,
            hint=(hint or self.hint) if failed else "",
            detail={"witness": "grader"},
        )

    def faults(self, given: tuple[Value, ...], result: Value) -> Iterator[str]:
        """Yields what is wrong with a result, the most telling first."""
        raise NotImplementedError


class Dropout(_Drawn, tag="dropout", frozen=True, kw_only=True):
    """Each entry is 0 with probability ``rate``, by itself; the others are divided by 1 - ``rate``."""

    def faults(self, given: tuple[Value, ...], result: Value) -> Iterator[str]:
        """Yields what is wrong with the entries, then with which are kept, then with how many."""
        import numpy as np

        _, x, rate = _numbers(given)
        if (unlike := _unlike(result, x)) or not isinstance(result, Array):
            yield f"the result should be {_type(x)}, and is {unlike}."
            return
        got, share = array_of(result), float(rate)
        kept = got != 0
        if not np.isfinite(got).all():
            yield "the result holds nan or infinity."
            return
        scaled = np.where(kept, x / (1 - share), 0)
        if not np.allclose(got, scaled, rtol=_ROUNDING, atol=0):
            if np.allclose(got, np.where(kept, x, 0), rtol=_ROUNDING, atol=0):
                yield f"what is kept is not scaled: at rate {share:g} it has to be divided by {1 - share:g}."
            elif share and np.allclose(got, np.where(kept, x / share, 0), rtol=_ROUNDING, atol=0):
                yield f"what is kept is divided by rate, {share:g}. It has to be divided by 1 - rate, {1 - share:g}."
            else:
                yield f"an entry should be 0 or x / (1 - rate), and some entries are neither: {_first(got, scaled)}."
            return
        if 0 < share < 1 and x.ndim > 1 and x.size >= _LARGE:
            rows = kept.reshape(len(kept), -1)
            if (rows == rows[0]).all():
                yield "all rows have their zeros at the same places. Draw as many numbers as x has, with x.shape."
            if (rows == rows[:, :1]).all():
                yield "each row is kept or dropped as a whole. Draw as many numbers as x has, with x.shape."
        spread = _SIGMAS * math.sqrt(share * (1 - share) / x.size)
        if abs(kept.mean() - (1 - share)) > spread:
            turned = (
                " That is rate itself: the comparison is the wrong way round." if _near(kept, share, spread) else ""
            )
            yield f"{kept.mean():.1%} of the entries are kept, and it should be about {1 - share:.0%}.{turned}"


class Walk(_Drawn, tag="walk", frozen=True, kw_only=True):
    """``n`` independent standard normal steps, for each entry its own; a new key comes back with the result."""

    def faults(self, given: tuple[Value, ...], result: Value) -> Iterator[str]:
        """Yields what is wrong with the structure, then with mean and variance of the way that was gone."""
        import numpy as np

        _, x, steps = _numbers(given)
        n = int(steps)
        if not isinstance(result, Sequence) or [type(part) for part in result.items] != [Key, Array]:
            yield f"walk is to return two things, (new key, x), and returned {_kinds(result)}."
            return
        if unlike := _unlike(result.items[1], x):
            yield f"the second part should be {_type(x)}, and is {unlike}."
            return
        gone = array_of(result.items[1]).astype(float) - x
        if not np.isfinite(gone).all():
            yield "the result holds nan or infinity."
        elif n == 0 and gone.any():
            yield "with n = 0 there is no step, and x should come back as it was."
        elif n and x.size > 1 and (gone == gone.flat[0]).all():
            yield "all entries go the same way. Draw as many numbers as x has, with x.shape."
        elif n and x.size >= _LARGE:
            yield from _moments(gone, n)


def _moments(gone: NDArray[Any], n: int) -> Iterator[str]:
    """Yields what mean and variance say against n standard normal steps."""
    count = gone.size
    mean, variance = float(gone.mean()), float(gone.var())
    of_mean, of_variance = _SIGMAS * math.sqrt(n / count), _SIGMAS * n * math.sqrt(2 / count)
    if abs(variance - n) > of_variance:
        like = ""
        if abs(variance - n * n) <= n * of_variance:
            like = f" {n} squared is what one step gives that is taken {n} times: each step used the same numbers."
        elif abs(variance - n / 12) <= of_variance / 12:
            like = " That is what `jax.random.uniform` gives: the steps are to be normal."
        elif (whole := round(variance)) != n and abs(variance - whole) <= of_variance:
            like = f" That is what {whole} steps give."
        yield f"after {n} steps the variance is {variance:.3g}, and it should be about {n}.{like}"
    if abs(mean) > of_mean:
        yield f"after {n} steps the mean way is {mean:.3g}, and it should be about 0: the steps are to be standard normal."


def _near(kept: NDArray[Any], share: float, spread: float) -> bool:
    return bool(abs(kept.mean() - share) <= spread)


def _numbers(given: tuple[Value, ...]) -> tuple[Any, ...]:
    """The arguments as numbers and arrays; a key as it is."""
    return tuple(
        array_of(value) if isinstance(value, Array) else float(value.text) if isinstance(value, Scalar) else value
        for value in given
    )


def _unlike(result: Value, x: NDArray[Any]) -> str:
    """What a result is that has not the type of x; "" where it has."""
    if isinstance(result, Array) and (result.shape, result.dtype) == (x.shape, str(x.dtype)):
        return ""
    return _kinds(result)


def _kinds(result: Value) -> str:
    """What a result is, in words."""
    if isinstance(result, Array):
        return f"{result.dtype}{list(result.shape)}"
    if isinstance(result, Sequence):
        return f"a {result.type} of {', '.join(map(_kinds, result.items)) or 'nothing'}"
    return "a key" if isinstance(result, Key) else "None" if _is_none(result) else "something else"


def _is_none(result: Value) -> bool:
    return isinstance(result, Scalar) and result.type == "none"


def _type(x: NDArray[Any]) -> str:
    return f"{x.dtype}{list(x.shape)}"


def _first(got: NDArray[Any], wanted: NDArray[Any]) -> str:
    """The first entry that is not what it should be."""
    place = int(abs(got - wanted).argmax())
    return f"{got.flat[place]:.4g} where it should be {wanted.flat[place]:.4g}"
