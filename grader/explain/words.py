"""Text of a student's program made fit to be shown: no control characters, no paths, no inner names, never long."""

from __future__ import annotations

import difflib
import io
import re
import tokenize
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "clean",
    "counted",
    "described",
    "first_line",
    "joined",
    "nearest",
    "ordinal",
    "quoted",
    "readable",
    "uncommented",
]

_MOST = 300
_CODE = 70

# What jax calls its stand-ins and arrays inside, and what a student knows them as.
_INNER = (
    (re.compile(r"<function (\S+) at 0x[0-9a-f]+>"), r"\1"),
    (re.compile(r"<class '([^']*)'>"), r"\1"),
    (re.compile(r"\b\w*Tracer\(~?([^()]*)\)"), r"a traced \1"),
    (re.compile(r"(?:\w+\.)*(?:DynamicJaxpr|Jit|Batch|Vmap|JVP|Linearize|Partial)\w*Tracer\b"), "traced value"),
    (re.compile(r"\bShapedArray\(([^(),]*)(?:, weak_type=\w+)?\)"), r"\1"),
    (re.compile(r"(?:\w+\.)*ArrayImpl\b"), "jax.Array"),
    (re.compile(r"\bjaxlib(?:\.\w+)*\.PjitFunction\b"), "jitted function"),
    (re.compile(r"\b(?:submission|__main__)\.(?=\w)"), ""),
    (re.compile(r"\bjax\._src(?:\.\w+)*\.(?=\w)"), ""),
    (re.compile(r"\.?<locals>\."), "."),
    (re.compile(r" object at 0x[0-9a-f]+"), ""),
)
_LINK = re.compile(r"(?:\bSee |\bsee )?https?://\S+")
_PATH = re.compile(r"(?<![\w./])(?:[A-Za-z]:\\|/)(?:[^\s/\\'\"]+[/\\])+([^\s/\\'\",:)]*)(?::\d+)*")
_BOILERPLATE = re.compile(
    r"^(?:The error occurred while tracing|See https|This \w*Tracer with object id|For simplicity, JAX|-{4,}|\^)"
)


def clean(text: str, most: int = _MOST) -> str:
    """Returns the text on one line without control, format and surrogate characters, cut to ``most`` characters."""
    kept = "".join(
        " " if character.isspace() else character
        for character in text[: most * 20]
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    line = " ".join(kept.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def readable(text: str, most: int = _MOST) -> str:
    """Returns a message without links, folders and the inner names of jax, on one line."""
    text = _PATH.sub(r"\1", _LINK.sub("", text[: most * 20]))
    for pattern, replacement in _INNER:
        text = pattern.sub(replacement, text)
    return clean(text.replace("(__init__.py)", ""), most)


def uncommented(line: str) -> str:
    """Returns a line of Python without the comment at its end; as it is where it cannot be read."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(line).readline):
            if token.type == tokenize.COMMENT:
                return line[: token.start[1]].rstrip()
    except (tokenize.TokenError, SyntaxError):
        pass  # the line is a part of a statement, and has no comment so far
    return line


def first_line(text: str) -> str:
    """Returns the first line of a message that says something of its own; "" where there is none."""
    for line in text.splitlines():
        if line.strip() and not _BOILERPLATE.match(line.strip()):
            return readable(line).rstrip(".:; ")
    return ""


def quoted(text: str, most: int = _CODE) -> str:
    """Returns code between backticks; its own backticks become apostrophes."""
    return f"`{clean(text, most).replace('`', chr(39))}`"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Returns ``a``, ``a and b`` or ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def counted(number: str, singular: str, plural: str) -> str:
    """Returns ``1 axis`` or ``2 axes``."""
    return f"{number} {singular if number == '1' else plural}"


def nearest(word: str, words: Iterable[str]) -> str:
    """Returns the word that looks most like the given one; "" where none does."""
    candidates = list(words)
    lowered = {candidate.lower(): candidate for candidate in candidates}
    if word.lower() in lowered:
        return lowered[word.lower()]
    found = difflib.get_close_matches(word, candidates, n=1, cutoff=0.65)
    return found[0] if found else ""


def ordinal(index: int) -> str:
    """Returns ``first`` for index 0, ``second`` for 1 and so on."""
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    return words[index] if index < len(words) else f"{index + 1}th"


def described(text: str) -> str:
    """A carry's or branch's structure in words."""
    text = readable(text, 80)
    return {"a ShapedArray": "a single value", "a pytree leaf": "a single value", "a NoneType": "None"}.get(text, text)
