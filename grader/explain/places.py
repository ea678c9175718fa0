"""Says a line of a notebook's code as a reader finds it: by its cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["placed"]

_LINE: Final = re.compile(r"(\bon )?\b([Ll])ine (\d+)\b")


def placed(text: str, lines: Mapping[int, str]) -> str:
    """Returns a message in which each line that ``lines`` has a label for is called by that: "in cell 3, line 2"."""

    def said(found: re.Match[str]) -> str:
        label = lines.get(int(found[3]), "")
        if not label:
            return found[0]
        if found[1]:
            return f"on {label}" if label.startswith("line ") else f"in {label}"
        return label[0].upper() + label[1:] if found[2] == "L" else label

    return _LINE.sub(said, text) if lines else text
