"""What a notebook shows of an answer: a part of a page where the front end can, else text."""

from __future__ import annotations

__all__ = ["Feedback", "Points"]


class Feedback:
    """A report: whole in either form."""

    def __init__(self, text: str, html: str) -> None:
        self._text = text
        self._html = html

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return self._html


class Points:
    """A number of points, with the reasons for it: its text is the plain number, ``print`` tells the whole report.

    Autograders take the text of a cell's result for its points where that is a number, so it is nothing else.
    """

    def __init__(self, points: float, text: str = "", html: str = "") -> None:
        self._points = points
        self._text = text
        self._html = html

    def __float__(self) -> float:
        return self._points

    def __repr__(self) -> str:
        return repr(self._points)

    def __str__(self) -> str:
        return self._text or repr(self)

    def _repr_html_(self) -> str | None:
        return self._html or None
