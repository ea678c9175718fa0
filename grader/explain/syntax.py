"""Rules for text that Python cannot read: what a person sees in it that the parser does not say."""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from typing import TYPE_CHECKING, Final

from grader.explain.rule import Rule
from grader.explain.words import joined, quoted, readable

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.explain.sight import Sight

__all__ = ["RULES", "foreign", "skeleton"]

_WHERE: Final = re.compile(r"\s*\((?:[^()]*, )?line (\d{1,9})\)\s*$")
_JUPYTER: Final = re.compile(r"%|!|\?|[\w, .\[\]]+=\s*[%!][\w%! ]|[\w.]+\?{1,2}\s*$")
"""How a line for Jupyter begins, or a question to it ends."""
_CONFLICT: Final = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: |$)", re.MULTILINE)
_PASTED: Final = (
    (re.compile(r"(?:`{3}|~{3})"), "markdown-fence", "the fence that stands around code in Markdown"),
    (re.compile(r">>>|In \[\d*\]:|\.\.\.(?: |$)"), "prompt", "the prompt of an interactive session"),
)
_QUOTES: Final = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb\u2039\u203a\u00b4\u2032\u2033"
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"
_INSTEAD: Final = {"×": "*", "÷": "/", "·": "*", "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "…": "...", "²": "**2"}
_LATIN: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u03bf"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u039f",
    "aeopcyxijsdhoABEKMHOPCTXO",
)
"""Letters of Cyrillic, and the omicron, that cannot be told from Latin ones by eye."""
_NEIGHBOURS: Final = ((1, 1), (0, 2), (1, 2), (2, 1), (0, 3))
"""How many cells before a cell, and after and with it, may make up one with it."""


def _look_alike(character: str) -> tuple[str, str]:
    """What a character is that is none of Python's, and what should stand there; "" where that is not known."""
    name = f"U+{ord(character):04X}"
    if character in _QUOTES:
        return f"a typographic quote, {character} ({name})", "a straight quote, \" or '"
    if character in _DASHES:
        return f"a dash, {character} ({name})", "a minus sign, -"
    if unicodedata.category(character) == "Zs":
        return f"a no-break space ({name})" if character in "\u00a0\u202f" else f"a special space ({name})", "a space"
    if unicodedata.category(character)[0] in "CZ":
        return f"a character that cannot be seen ({name})", "nothing"
    plain = unicodedata.normalize("NFKC", character)
    if len(plain) == 1 and plain.isascii():
        return f"a full-width {character} ({name})", f"a plain {plain}"
    return f"the character {character} ({name})", _INSTEAD.get(character, "")


def foreign(word: str) -> str:
    """The first letter of a name that is none of ASCII's, as Unicode calls it."""
    letter = next((letter for letter in word if not letter.isascii()), "")
    return f"the letter {letter} ({unicodedata.name(letter, 'no letter').capitalize()}, U+{ord(letter):04X})"


def skeleton(word: str) -> str:
    """A name by what its letters look like: letters of other scripts that look Latin as those."""
    return unicodedata.normalize("NFKC", word).translate(_LATIN)


def _character(sight: Sight) -> str:
    """The character that stands where Python expects one of its own; "" where that is not what is wrong."""
    if found := re.search(r"^invalid (?:non-printable )?character .*?U\+([0-9A-F]{4,6})", sight.text):
        return chr(int(found[1], 16))
    if sight.text.startswith("unterminated"):
        return next((letter for letter in sight.source if letter in _QUOTES), "")
    return ""


def _says_character(sight: Sight, _: re.Match[str]) -> str:
    what, _instead = _look_alike(_character(sight))
    return f"Line {_line(sight)} has {what}, which Python cannot read: {_lost(sight)}."


def _advises_character(sight: Sight, _: re.Match[str]) -> str:
    character = _character(sight)
    _what, instead = _look_alike(character)
    line = _line(sight)
    advice = (
        f"Retype the quotes on line {line} as straight ones"
        if character in _QUOTES
        else f"Select that place on line {line}, delete it and type it again"
    )
    then = f": {instead} belongs there" if instead not in {"", "nothing"} and character not in _QUOTES else ""
    return f"{advice}{then}. Text that was copied from a page, a chat or a word processor has such characters."


def _line(sight: Sight) -> int | None:
    number = _WHERE.search(sight.text)
    return sight.line or (int(number[1]) if number else None)


def _lost(sight: Sight) -> str:
    """What did not run for it: of a notebook, the other cells did."""
    return "this cell did not run" if sight.file and sight.file.parts else "nothing of the file ran"


def _conflict(sight: Sight) -> list[int]:
    """The lines on which git's marks of a conflict stand, where all of one are there."""
    text = sight.file.text if sight.file else sight.source
    found = [text.count("\n", 0, mark.start()) + 1 for mark in _CONFLICT.finditer(text)]
    kinds = {mark[0][0] for mark in _CONFLICT.finditer(text)}
    return found if kinds >= {"<", ">"} or _CONFLICT.match(sight.source) else []


def _jupyter(sight: Sight) -> bool:
    """Whether the line is for Jupyter, in a file that is no notebook."""
    return not (sight.file and sight.file.parts) and _JUPYTER.match(sight.source) is not None


def _says_jupyter(sight: Sight, _: re.Match[str]) -> str:
    return (
        f"Line {_line(sight)} ({quoted(sight.source)}) is for Jupyter: lines that begin with `%` or `!`, or ask with "
        "`?`, are no Python, and this is a .py file. So nothing of the file ran."
    )


def _cells(sight: Sight) -> tuple[int, int] | None:
    """The lines, first and last, of the cells that are one together, of which the line's own is a part."""
    if not sight.file or not sight.file.parts or (line := _line(sight)) is None:
        return None
    lines = sight.file.text.split("\n")
    starts = [*sight.file.parts, len(lines)]
    own = max((at for at, start in enumerate(starts) if start <= line), default=None)
    if own is None:
        return None
    for before, after in _NEIGHBOURS:
        first, last = own - before, own + after
        if first >= 0 and last < len(starts) and _parses("\n".join(lines[starts[first] - 1 : starts[last] - 1])):
            return starts[first], starts[last - 1]
    return None


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings(action="ignore"):
            waiting: list[ast.AST] = list(ast.parse(text).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    while waiting:  # a `return` outside of functions is read, and refused later
        if isinstance(node := waiting.pop(), ast.Return):
            return False
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            waiting.extend(ast.iter_child_nodes(node))
    return True


def _says_split(sight: Sight, _: re.Match[str]) -> str:
    first, last = (sight.file.cell(line) if sight.file else "" for line in _cells(sight) or (0, 0))
    return (
        f"What begins in {first} goes on in {last}: the cell was split, and a part of it alone is no Python. "
        f"So line {_line(sight)} and what is with it in its cell did not run."
    )


def _pasted(sight: Sight) -> tuple[str, str]:
    """What was copied along with code, as a cause and in words; "" where nothing was."""
    return next(((cause, what) for mark, cause, what in _PASTED if mark.match(sight.source)), ("", ""))


def _of_pasted(cause: str) -> Callable[[Sight], bool]:
    return lambda sight: _pasted(sight)[0] == cause


def _syntax(sight: Sight, _: re.Match[str]) -> str:
    line = _line(sight)
    kind = {"IndentationError": "indentation", "TabError": "indentation"}.get(sight.failure.type, "syntax")
    said = readable(_WHERE.sub("", sight.text)).rstrip(".") or "invalid syntax"
    where = f"line {line}" if line else "the file"
    code = f" ({quoted(sight.source)})" if sight.source else ""
    return f"Python cannot read {where}{code}, so {_lost(sight)}: {said} ({kind} error)."


RULES: Final = (
    Rule(
        error="SyntaxError",
        cause="not-utf-8",
        pattern=r"is not valid (?P<encoding>[\w-]+): byte",
        say="The file is not valid {encoding} text{at}, so Python cannot read it.",
        hint="Save the file as UTF-8 and hand it in again.",
    ),
    Rule(
        error="SyntaxError",
        cause="merge-conflict",
        sees=_conflict,
        say=lambda sight, _: (
            f"Git left a merge open: its marks stand on {_marks(sight)}, and Python cannot read them. "
            f"So {_lost(sight)}."
        ),
        line=lambda sight, _: next(iter(_conflict(sight)), None) if sight.file else None,
        hint="Keep one of the two versions between `<<<<<<<` and `>>>>>>>`, delete the other one and the marks.",
    ),
    Rule(
        error="SyntaxError",
        cause="split-cell",
        sees=_cells,
        say=_says_split,
        hint="Join the cells again (in Jupyter: select them, then Edit, Merge Selected Cells), save, and hand it in.",
    ),
    Rule(
        error="SyntaxError",
        cause="look-alike",
        sees=_character,
        say=_says_character,
        hint=_advises_character,
    ),
    Rule(
        error="SyntaxError",
        cause="jupyter-line",
        sees=_jupyter,
        say=_says_jupyter,
        hint="Take these lines out, or hand in the notebook itself (.ipynb).",
    ),
    *(
        Rule(
            error="SyntaxError",
            cause=cause,
            sees=_of_pasted(cause),
            say=lambda sight, _: (
                f"Line {_line(sight)} ({quoted(sight.source)}) holds {_pasted(sight)[1]}, which is no Python, "
                f"so {_lost(sight)}."
            ),
            hint="Copy the code alone, without what stands around it.",
        )
        for _mark, cause, _what in _PASTED
    ),
    Rule(
        error="SyntaxError",
        cause="syntax",
        say=_syntax,
        hint="Look at the line and the one before it: a missing bracket, colon or quote shows late.",
    ),
)


def _marks(sight: Sight) -> str:
    lines = _conflict(sight)
    return f"line {lines[0]}" if len(lines) == 1 or not sight.file else joined([f"line {line}" for line in lines[:4]])
