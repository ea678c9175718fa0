"""The lesson's five questions, answered for one submission from what its checks found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.model.report import ChecklistAnswer, CheckResult

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["ITEMS", "checklist"]

_BRANCHES: Final = ("python-if", "python-while")
_STATIC: Final = {"static-changed", "new-static-object"}
_ANEW: Final = {"new-function", "new-static-object", "loop-outside-jit"}
ITEMS: Final = (
    "Is there enough work for compiling to pay?",
    "Is the function pure?",
    "Does an `if` or `while` depend on the value of a traced argument?",
    "Is `jit` applied to a new function object again and again, in a loop say?",
    "Does the benchmark wait for the result (`block_until_ready`)?",
)


def checklist(results: Iterable[CheckResult]) -> tuple[ChecklistAnswer, ...]:
    """Returns the five answers, each a sentence; what no check of the exercise looked at is said to be so.

    Of several checks of a kind the first one counts, or the first that failed.
    """
    by_kind: dict[str, CheckResult] = {}
    for result in sorted(results, key=lambda result: result.status != "failed"):
        by_kind.setdefault(str(result.detail.get("kind", "")), result)
    return (
        _enough_work(by_kind.get("speedup"), by_kind.get("recompiles")),
        _pure(by_kind.get("purity")),
        _branches(by_kind.get("traces"), by_kind.get("recompiles")),
        _new_functions(by_kind.get("recompiles")),
        _waits(by_kind.get("benchmark")),
    )


def _answer(number: int, answer: str, *, good: bool | None, why: str) -> ChecklistAnswer:
    return ChecklistAnswer(item=ITEMS[number - 1], answer=answer, good=good, why=why)


def _unseen(number: int) -> ChecklistAnswer:
    item = ITEMS[number - 1]
    return _answer(number, f"Not looked at: {item[0].lower()}{item[1:]}", good=None, why="")


def _settled(result: CheckResult | None) -> bool:
    return result is not None and result.status in ("passed", "failed")


def _enough_work(speed: CheckResult | None, recompiles: CheckResult | None) -> ChecklistAnswer:
    """Compares compiled with eager; looks at no other baseline.

    Says nothing of what is never jitted, or is compiled again and again: its time is not the program's.
    """
    if speed is None or "ratio" not in speed.detail or (recompiles is not None and recompiles.status == "failed"):
        return _unseen(1)
    if not speed.detail.get("over_eager"):
        return _unseen(1)
    ratio = speed.detail["ratio"]
    pays = (speed.detail.get("low") or ratio) > 1
    answer = "There is enough work for compiling to pay." if pays else "Compiling does not pay here yet."
    return _answer(
        1,
        answer,
        good=pays,
        why=f"Measured here, compiled: {ratio:.3g}× the speed of the baseline, which runs eagerly.",
    )


def _pure(purity: CheckResult | None) -> ChecklistAnswer:
    if purity is None or not _settled(purity):
        return _unseen(2)
    if purity.status == "passed":
        why = "Same input, same output, and nothing outside changed."
        return _answer(2, "The function is pure.", good=True, why=why)
    return _answer(2, "The function is not pure.", good=False, why=purity.message)


def _branches(traces: CheckResult | None, recompiles: CheckResult | None) -> ChecklistAnswer:
    if traces is None or not _settled(traces) or not traces.detail.get("whole", True):
        return _unseen(3)
    if traces.status == "failed":
        cause = traces.detail.get("cause", "")
        if not cause.startswith("python-"):
            return _unseen(3)
        asks = "An `if` or `while` depends on" if cause in _BRANCHES else "Python asks for"
        return _answer(3, f"{asks} the value of what is traced.", good=False, why=traces.message)
    why = "It could be traced without knowing any value."
    if _tags(recompiles) & _STATIC:
        why = "One may depend on a static argument, whose value jax knows; each value compiles a program."
    return _answer(3, "No `if` or `while` depends on the value of a traced argument.", good=True, why=why)


def _new_functions(recompiles: CheckResult | None) -> ChecklistAnswer:
    if recompiles is None or not _settled(recompiles):
        return _unseen(4)
    if _tags(recompiles) & _ANEW:
        return _answer(4, "Something made anew in each call is compiled anew with it.", good=False, why="")
    return _answer(4, "Nothing is compiled again for being made anew in each call.", good=True, why="")


def _tags(recompiles: CheckResult | None) -> set[str]:
    """What the causes of all compilations are called."""
    rows = recompiles.detail.get("compilations", []) if recompiles else []
    return {tag for row in rows for tag in row.get("tags", ())}


def _waits(benchmark: CheckResult | None) -> ChecklistAnswer:
    if benchmark is None or not _settled(benchmark):
        return _unseen(5)
    passed = benchmark.status == "passed"
    answer = "The benchmark waits for the result." if passed else "The benchmark's times are not to be trusted yet."
    return _answer(5, answer, good=passed, why=benchmark.message)
