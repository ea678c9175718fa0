"""A student's notebook as it may lie in ``autograded``: what nbgrader marked is the gradebook's again, the rest plain.

Outputs go, and so does all metadata, since it is the student's. Of a cell that is there twice the last one counts, as
nbgrader has it: copies of answers become ordinary cells, copies of what is locked no code at all. What is locked gets
the instructor's text back. Cells that are missing are put back, so that a mark and its reasons have a place.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from grader.nbgrader.assigned import Cell, Notebook

__all__ = ["Sanitized", "sanitized"]

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TYPES: Final = ("code", "markdown", "raw")
_MISSING: Final = "This cell ({}) was missing from the submission. It was added back when it was graded."
_CUT: Final = "# … What follows was cut here, for the notebook is very long; all of it lies in the submitted file."
_TORN: Final = "The file that was handed in cannot be read as a notebook; what follows is the released one."
_PYTHON: Final = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"}


class Sanitized(msgspec.Struct, frozen=True, kw_only=True):
    """A notebook without outputs, and by grade id what became of its cells: ``missing`` in it, ``untouched`` in it.

    ``copied`` are those that are there more than once, with different texts. ``readable`` is False where the file is no
    notebook.
    """

    notebook: dict[str, Any]
    missing: frozenset[str]
    untouched: frozenset[str]
    copied: frozenset[str] = frozenset()
    readable: bool

    def with_outputs(self, outputs: dict[str, list[dict[str, Any]]], *, most: int | None = None) -> bytes:
        """Returns the notebook's bytes, with the outputs of some of its code cells by their grade ids.

        Its texts are cut after so many letters in all, where ``most`` says how many.
        """
        cells = [_shown(cell, outputs) for cell in self.notebook["cells"]]
        if most is not None:
            ends = accumulate(len(cell["source"]) for cell in cells)
            cells = [cell if end <= most else _cut(cell, end - most) for cell, end in zip(cells, ends, strict=True)]
        return msgspec.json.format(msgspec.json.encode({**self.notebook, "cells": cells}), indent=1) + b"\n"


def sanitized(data: bytes | None, known: Notebook) -> Sanitized:
    """Returns what a student handed in, made harmless; None, or what is no notebook, gives the released cells."""
    found = _cells(data)
    cells = [_made("markdown", _TORN)] if found is None else _plain(found, known)
    names = {_name(cell) for cell in cells}
    missing = [cell for cell in known.cells if cell.name not in names]
    for cell in missing:
        cells.insert(_place(cell, known, cells), _restored(cell))
    copied = _copied(found or [])
    sources = {_name(cell): cell["source"] for cell in cells}
    return Sanitized(
        notebook={
            "cells": _identified(cells),
            "metadata": {"kernelspec": known.kernelspec, "language_info": _PYTHON}
            if known.kernelspec
            else {"language_info": _PYTHON},
            "nbformat": 4,
            "nbformat_minor": 5,
        },
        missing=frozenset(cell.name for cell in missing),
        untouched=frozenset(cell.name for cell in known.cells if sources[cell.name] == cell.source) - copied,
        copied=copied,
        readable=found is not None,
    )


def _cells(data: bytes | None) -> list[Any] | None:
    """The cells of a file; None where it is no notebook."""
    try:
        notebook = msgspec.json.decode((data or b"").removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    return cells if isinstance(cells, list) else None


def _copied(found: list[Any]) -> frozenset[str]:
    """The grade ids that several cells have, with different texts."""
    texts: dict[str, set[str]] = {}
    for cell in found:
        if isinstance(cell, dict) and (name := _grade_id(cell)):
            texts.setdefault(name, set()).add(_text(cell.get("source")))
    return frozenset(name for name, different in texts.items() if len(different) > 1)


def _plain(found: list[Any], known: Notebook) -> list[dict[str, Any]]:
    """The cells, each with what is needed to show it, the marked ones as the gradebook has them."""
    all_known = {cell.name: cell for cell in known.cells}
    wanted = dict(all_known)
    cells: list[dict[str, Any]] = []
    for cell in reversed(found):
        if not isinstance(cell, dict) or cell.get("cell_type") not in _TYPES:
            continue
        text, name = _text(cell.get("source")), _grade_id(cell)
        if (mine := wanted.pop(name, None)) is not None:
            made = _marked(mine, mine.source if mine.locked else text)
        else:
            made = _made("raw" if name in all_known and all_known[name].locked else cell["cell_type"], text)
        cells.append(made | _kept(cell, made["cell_type"]))
    return cells[::-1]


def _made(cell_type: str, source: str) -> dict[str, Any]:
    """A cell with nothing but its text."""
    made: dict[str, Any] = {"cell_type": cell_type, "metadata": {}, "source": source}
    return made | {"execution_count": None, "outputs": []} if cell_type == "code" else made


def _marked(cell: Cell, source: str) -> dict[str, Any]:
    """A cell that nbgrader knows."""
    return _made(cell.cell_type, source) | {"metadata": {"nbgrader": cell.mark()}}


def _restored(cell: Cell) -> dict[str, Any]:
    """A cell that was missing: with the instructor's text where that is locked, else with a word that it was."""
    note = _MISSING.format(cell.name)
    if cell.locked:
        return _marked(cell, cell.source)
    return _marked(cell, f"# {note}" if cell.cell_type == "code" else note)


def _place(cell: Cell, known: Notebook, cells: list[dict[str, Any]]) -> int:
    """Where a missing cell belongs: after the nearest that was before it, else before all marked ones."""
    names = [_name(one) for one in cells]
    order = [one.name for one in known.cells]
    before = next((name for name in reversed(order[: order.index(cell.name)]) if name in names), None)
    if before is not None:
        return names.index(before) + 1
    return next((index for index, name in enumerate(names) if name), len(names))


def _kept(cell: dict[Any, Any], cell_type: str) -> dict[str, Any]:
    """What else of a student's cell is shown: pictures that lie in it, and its id."""
    attachments = cell.get("attachments")
    found: dict[str, Any] = {}
    if cell_type != "code" and _is_bundle(attachments):
        found["attachments"] = attachments
    if isinstance(cell.get("id"), str) and _ID.fullmatch(cell["id"]):
        found["id"] = cell["id"]
    return found


def _is_bundle(attachments: object) -> bool:
    """Whether these are files by their names, each as text by its type."""
    return isinstance(attachments, dict) and all(
        isinstance(files, dict) and all(isinstance(text, str) for text in files.values())
        for files in attachments.values()
    )


def _identified(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells, each with an id of its own, code cells numbered as reports count them."""
    taken: set[str] = set()
    found = []
    number = 0
    for index, cell in enumerate(cells):
        mine = cell.get("id", "")
        mine = f"cell-{index}-of-{len(cells)}" if not mine or mine in taken else mine
        taken.add(mine)
        number += cell["cell_type"] == "code"
        found.append({**cell, "id": mine} | ({"execution_count": number} if cell["cell_type"] == "code" else {}))
    return found


def _cut(cell: dict[str, Any], beyond: int) -> dict[str, Any]:
    """A cell without its last letters, ``beyond`` so many; one of the instructor's is kept whole."""
    if cell["metadata"].get("nbgrader", {}).get("locked"):
        return cell
    text = cell["source"]
    return {**cell, "source": f"{text[: max(len(text) - beyond, 0)]}\n{_CUT}"}


def _text(source: object) -> str:
    if isinstance(source, list):
        return "".join(part for part in source if isinstance(part, str))
    return source if isinstance(source, str) else ""


def _grade_id(cell: dict[Any, Any]) -> str:
    """What a student's file calls a cell."""
    metadata = cell.get("metadata")
    mark = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = mark.get("grade_id") if isinstance(mark, dict) else None
    return name if isinstance(name, str) else ""


def _name(cell: dict[str, Any]) -> str:
    """The grade id of a cell that has been made; "" where it is an ordinary one."""
    name: str = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
    return name


def _shown(cell: dict[str, Any], outputs: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    mine = outputs.get(_name(cell))
    if not mine or cell["cell_type"] != "code":
        return cell
    count = cell["execution_count"]
    numbered = ({**one, "execution_count": count} if one["output_type"] == "execute_result" else one for one in mine)
    return {**cell, "outputs": list(numbered)}
