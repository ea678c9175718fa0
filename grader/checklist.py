"""The lesson's five questions, answered for one submission from what its checks found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from grader.model.report import ChecklistAnswer, CheckResult

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["ITEMS", "checklist"]

ITEMS = (
    "Is there enough work for compiling to pay?",
    "Is the function pure?",
    "Does an `if` or `while` depend on the value of a traced argument?",
    "Is `jit` applied to a new function object again and again, in a loop say?",
    "Does the benchmark wait for the result (`block_until_ready`)?",
)


def checklist(results: Iterable[CheckResult]) -> tuple[ChecklistAnswer, ...]:
    """Returns the five answers; what no check of the exercise looked at is ``not seen``.

    Of several checks of a kind the first one counts, or the first that failed.
    """
    by_kind: dict[str, CheckResult] = {}
    for result in sorted(results, key=lambda result: result.status != "failed"):
        by_kind.setdefault(str(result.detail.get("kind", "")), result)
    return (
        _enough_work(by_kind.get("speedup")),
        _pure(by_kind.get("purity")),
        _branches(by_kind.get("traces"), by_kind.get("recompiles")),
        _new_functions(by_kind.get("recompiles")),
        _waits(by_kind.get("benchmark")),
    )


def _answer(number: int, answer: Literal["yes", "no", "not seen"], *, good: bool | None, why: str) -> ChecklistAnswer:
    return ChecklistAnswer(item=ITEMS[number - 1], answer=answer, good=good, why=why)


def _unseen(number: int) -> ChecklistAnswer:
    return _answer(number, "not seen", good=None, why="This exercise does not look at it.")


def _settled(result: CheckResult | None) -> bool:
    return result is not None and result.status in ("passed", "failed")


def _enough_work(speed: CheckResult | None) -> ChecklistAnswer:
    if speed is None or "ratio" not in speed.detail:
        return _unseen(1)
    ratio = speed.detail["ratio"]
    pays = ratio > 1
    return _answer(1, "yes" if pays else "no", good=pays, why=f"Measured here: {ratio:.3g}× the baseline's speed.")


def _pure(purity: CheckResult | None) -> ChecklistAnswer:
    if purity is None or not _settled(purity):
        return _unseen(2)
    if purity.status == "passed":
        return _answer(2, "yes", good=True, why="Same input, same output, and nothing outside changed.")
    return _answer(2, "no", good=False, why=purity.message)


def _branches(traces: CheckResult | None, recompiles: CheckResult | None) -> ChecklistAnswer:
    if traces is None or not _settled(traces) or not traces.detail.get("whole", True):
        return _unseen(3)
    if traces.status == "failed":
        if traces.detail.get("cause", "").startswith("python-"):
            return _answer(3, "yes", good=False, why=traces.message)
        return _unseen(3)
    causes = [row.get("cause", "") for row in (recompiles.detail.get("compilations", []) if recompiles else [])]
    if any(cause.startswith("static ") for cause in causes):
        why = "One may depend on a static argument, whose value jax knows; each value compiles a program."
        return _answer(3, "no", good=True, why=why)
    return _answer(3, "no", good=True, why="It could be traced without knowing any value.")


def _new_functions(recompiles: CheckResult | None) -> ChecklistAnswer:
    if recompiles is None or not _settled(recompiles):
        return _unseen(4)
    rows = recompiles.detail.get("compilations", [])
    if any("new " in row.get("cause", "") for row in rows):
        return _answer(4, "yes", good=False, why="A new function object was compiled again.")
    return _answer(4, "no", good=True, why="No program was compiled twice for a new function object.")


def _waits(benchmark: CheckResult | None) -> ChecklistAnswer:
    if benchmark is None or not _settled(benchmark):
        return _unseen(5)
    passed = benchmark.status == "passed"
    return _answer(5, "yes" if passed else "no", good=passed, why=benchmark.message)
