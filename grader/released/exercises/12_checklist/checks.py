"""Exercise 12's own check: predicted numbers of compilations beside those that are counted when the snippets run."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import msgspec

from grader import Broken, Check, Verdict
from grader.model.answers import Counted, Ended, Raised, Returned
from grader.model.questions import Arguments, Count, Read
from grader.model.values import Array, Mapping, Scalar

if TYPE_CHECKING:
    from grader import Exercise, Inquiry
    from grader.model.values import Value

_FEW = 8


class Snippet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One function of fixtures.py: the exercise that explains it, why it compiles as often as it does.

    ``item`` is the question of the checklist that it is about, 1 to 5, or 0 where none is.
    """

    name: str
    exercise: int
    why: str
    item: int = 0


class Predictions(Check, tag="predictions", frozen=True, kw_only=True):
    """A dict of predicted compilations; each right prediction earns its share of the points.

    What is true is counted in this run, by running each snippet beside the reference.
    """

    order = 30

    snippets: tuple[Snippet, ...]

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds missing snippets."""
        found = [] if exercise.fixtures else [("snippets", "there is no fixtures.py")]
        return found if self.snippets else [*found, ("snippets", "there is nothing to predict")]

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Reads the dict, counts, compares."""
        name = inquiry.exercise.signature.name
        answer = inquiry.submission.ask(Read(name=name))
        if isinstance(answer, Raised | Ended):
            told = inquiry.explain(answer)
            return self._verdict(told.message, 0.0, line=told.line, hint=told.hint or self.hint)
        if not isinstance(answer, Returned) or not isinstance(answer.value, Mapping):
            return self._verdict(f"{name} is no dict. It is to map each snippet's name to a number.", 0.0)
        predicted = dict(zip(map(str, answer.value.keys), answer.value.items, strict=True))
        truth = {one.name: self._truth(inquiry, one.name) for one in self.snippets}
        return self._compared(predicted, truth, self._items(inquiry))

    def _truth(self, inquiry: Inquiry, name: str) -> int:
        """How many compilations a snippet makes, counted now."""
        answer = inquiry.trusted(Count(fixture=name, arguments=Arguments()))
        if not isinstance(answer, Counted) or not isinstance(answer.outcome, Returned):
            raise Broken(f"snippet {name} of fixtures.py fails")
        return len(answer.compilations)

    def _items(self, inquiry: Inquiry) -> dict[str, Value]:
        """The dict ITEM of the submission, empty where there is none: it is explained, not graded."""
        answer = inquiry.submission.ask(Read(name="ITEM"))
        if not isinstance(answer, Returned) or not isinstance(answer.value, Mapping):
            return {}
        return dict(zip(map(str, answer.value.keys), answer.value.items, strict=True))

    def _compared(self, predicted: dict[str, Value], truth: dict[str, int], items: dict[str, Value]) -> Verdict:
        rows = [
            {
                "snippet": one.name,
                "predicted": _number(predicted.get(one.name)),
                "compiled": truth[one.name],
                "exercise": one.exercise,
                "why": one.why,
                "item": one.item,
            }
            for one in self.snippets
        ]
        wrong = [row for row in rows if row["predicted"] != row["compiled"]]
        unknown = [name for name in predicted if name not in truth]
        words = [f"{len(rows) - len(wrong)} of {len(rows)} predictions are right"]
        if wrong:
            words[0] += ": " + "; ".join(_in_words(row, predicted) for row in wrong[:_FEW])
        words[0] += "."
        if unknown:
            near = difflib.get_close_matches(unknown[0], truth, n=1)
            words.append(
                f"No snippet is called {unknown[0][:40]!r}" + (f"; did you mean {near[0]!r}?" if near else ".")
            )
        else:
            words += self._about_items(items)
        hint = f"{wrong[0]['snippet']}: {wrong[0]['why']}" if wrong else ""
        earned = (len(rows) - len(wrong)) / len(rows)
        return self._verdict(" ".join(words), earned, hint=hint, rows=rows)

    def _about_items(self, items: dict[str, Value]) -> list[str]:
        """The first snippet that ITEM puts under another question of the checklist than it belongs to, in words."""
        for one in self.snippets:
            chosen = _number(items.get(one.name))
            if chosen is not None and chosen != one.item:
                belongs = f"belongs to question {one.item}" if one.item else "fits none of the five questions (0)"
                return [f"ITEM, which is not graded: {one.name} {belongs}."]
        return []

    def _verdict(
        self,
        message: str,
        earned: float,
        *,
        line: int | None = None,
        hint: str = "",
        rows: list[dict[str, Any]] | None = None,
    ) -> Verdict:
        return Verdict(
            status="passed" if earned == 1.0 else "failed",
            earned=earned,
            message=message,
            line=line,
            hint=hint or ("" if earned == 1.0 else self.hint),
            detail={"snippets": rows or [], "witness": "grader"},
        )


def _number(value: Value | None) -> int | float | None:
    """A predicted number; None where there is none."""
    if isinstance(value, Scalar) and value.type in ("int", "float"):
        return int(value.text) if value.type == "int" else float(value.text)
    if isinstance(value, Array) and not value.shape and value.dtype.startswith(("int", "uint")):
        return int.from_bytes(value.data, "little", signed=value.dtype.startswith("int"))
    return None


def _in_words(row: dict[str, Any], predicted: dict[str, Value]) -> str:
    """One wrong prediction beside the truth."""
    times = "once" if row["compiled"] == 1 else f"{row['compiled']} times"
    if row["predicted"] is not None:
        guess = f"you predicted {row['predicted']}"
    else:
        guess = "your prediction is no number" if _given(predicted.get(row["snippet"])) else "no prediction"
    return f"{row['snippet']}: {guess}, it compiles {times} (exercise {row['exercise']})"


def _given(value: Value | None) -> bool:
    return value is not None and not (isinstance(value, Scalar) and value.type == "none")
