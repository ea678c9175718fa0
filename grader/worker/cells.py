"""Running a file in parts, as a notebook is run: a cell that fails ends itself, and the others run all the same."""

from __future__ import annotations
import __future__

import ast
import functools
import operator
import re
from bisect import bisect_right
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grader.model.answers import Raised
from grader.worker.calling import guarded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType

__all__ = ["Failed", "reason", "run_cells"]

_FEATURES: Final = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)


class Failed(msgspec.Struct, frozen=True):
    """A part that did not run, or not to its end: its text, and why."""

    text: str
    why: Raised


def run_cells(
    text: str, file: str, parts: Sequence[int], space: dict[str, Any]
) -> tuple[str, tuple[Failed, ...]] | Raised:
    """Runs the parts of a text that begin at these lines (from 1) in one namespace; what is before them is a part, too.

    Returns the text that could be run, every line in its place, and what failed. Raised is what is wrong with a text
    that cannot be parted so.
    """
    lines = text.split("\n")
    starts = [1, *(line for line in parts if line > 1)]
    bounds = [*(line - 1 for line in starts), len(lines)]
    own = ["\n".join(lines[first:end]) for first, end in pairwise(bounds)]
    failed: dict[int, Raised] = {}
    for number, part in enumerate(own):  # each alone, for Jupyter does not join the halves of a cell either
        if isinstance(why := _compiled("\n" * bounds[number] + part, file), Raised):
            failed[number] = why
    text = "\n".join("\n" * part.count("\n") if number in failed else part for number, part in enumerate(own))
    whole = _compiled(text, file)
    if isinstance(whole, Raised):
        return whole
    body = ast.parse(text, file).body
    for number, statements in groupby(body, lambda node: bisect_right(starts, node.lineno) - 1):
        module = ast.Module(list(statements), [])
        code = compile(module, file, "exec", whole.co_flags & _FEATURES, dont_inherit=True)
        ran = guarded(functools.partial(exec, code, space), "import", file)
        if isinstance(ran, Raised):
            failed[number] = ran
    return text, tuple(Failed(own[number], failed[number]) for number in sorted(failed))


def reason(name: str, failed: Sequence[Failed]) -> Raised | None:
    """Returns what may be why nothing is called so: what failed in the last part that has the name.

    Where that part lacked a name itself, the first failure of all may be why. None where no part that failed has it.
    """
    word = re.compile(rf"\b{re.escape(name)}\b")
    found = [one.why for one in failed if word.search(one.text)]
    if found and found[-1].failure.type == "NameError":
        return failed[0].why
    return found[-1] if found else None


def _compiled(text: str, file: str) -> CodeType | Raised:
    return guarded(lambda: compile(text, file, "exec", dont_inherit=True), "import", file)
