"""What the bytes of a file are, whatever its name says: by the signature that its format begins with."""

from __future__ import annotations

import ast
import re
from typing import Final

import msgspec

from grader.course.magics import parsed

__all__ = ["mistaken"]

_BINARY: Final = (
    (b"%PDF-", "a PDF"),
    (b"{\\rtf", "a document in RTF"),
    (b"\xd0\xcf\x11\xe0", "an Office document"),
    (b"\x1f\x8b", "a .gz archive"),
    (b"7z\xbc\xaf", "a .7z archive"),
    (b"Rar!", "a .rar archive"),
    (b"BZh", "a .bz2 archive"),
    (b"\xfd7zXZ", "an .xz archive"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
)
_ARCHIVE: Final = b"PK\x03\x04"
_DOCUMENT: Final = re.compile(rb"\[Content_Types\]\.xml|vnd\.oasis\.opendocument|word/|Index/Document\.iwa")
_PAGE: Final = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_WIDE: Final = (
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_TAR: Final = 257
_SAMPLE: Final = 256
_ADVICE: Final = {
    "a web page": "download the file itself (on GitHub: Raw), and hand that in",
    "a .zip archive": "call it {stem}.zip, or hand in the {ending} file that is in it",
    "a notebook": "call it {stem}.ipynb and hand it in again",
    "Python, and no notebook": "call it {stem}.py and hand it in again",
}


class _Cells(msgspec.Struct):
    """What every notebook has."""

    cells: list[msgspec.Raw]


def mistaken(data: bytes, name: str) -> str:
    """Returns, in a sentence, what a ``.py`` file, a notebook or a ``.zip`` is instead of that; "" where it is that.

    A file of another ending, or of none, is taken for a ``.py`` file. "" also where its content is not known.
    """
    stem, _, ending = name.rpartition(".")
    kind = _kind(data)
    own = {"ipynb": "a notebook", "zip": "a .zip archive"}.get(ending.lower(), "")
    if own == "":
        ending = "py"
    elif not kind and _is_python(data):
        kind = "Python, and no notebook" if ending.lower() == "ipynb" else "a Python file"
    if not kind or kind == own:
        return ""
    wide = "; save it as UTF-8, without which Python cannot read it, and hand it in again"
    advice = _ADVICE.get(kind, f"save the code as a plain .{ending} file and hand that in")
    told = f"; {advice.format(stem=stem, ending=f'.{ending}')}" if "UTF" not in kind else wide
    return f"{name} is {kind}, by what is in it{told}."


def _kind(data: bytes) -> str:
    """What a file's content is; "" for what may be Python, or is not known."""
    if found := next((kind for mark, kind in _BINARY if data.startswith(mark)), ""):
        return found
    if data.startswith(_ARCHIVE):
        return "an Office document" if _DOCUMENT.search(data[:4096]) else "a .zip archive"
    if data[_TAR : _TAR + 5] == b"ustar":
        return "a .tar archive"
    if wide := _wide(data):
        return f"text in {wide}"
    if _PAGE.match(data[: 1 << 14].removeprefix(b"\xef\xbb\xbf")):
        return "a web page"
    return "a notebook" if _is_notebook(data) else ""


def _wide(data: bytes) -> str:
    """The encoding of a text whose letters have two or four bytes; "" where they have not."""
    if found := next((name for mark, name in _WIDE if data.startswith(mark)), ""):
        return found
    sample = data[: _SAMPLE & ~1]
    halves = sample[::2], sample[1::2]
    zeros = [half.count(0) for half in halves]
    return "UTF-16" if len(sample) >= 8 and min(zeros) == 0 and max(zeros) > len(sample) // 3 else ""  # noqa: PLR2004


def _is_notebook(data: bytes) -> bool:
    """Whether these are a notebook's: nothing that is Python and does something reads as one."""
    text = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith(b"{"):
        return False
    try:
        msgspec.json.decode(text, type=_Cells)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _is_python(data: bytes) -> bool:
    """Whether this is Python that does something."""
    try:
        tree = parsed(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return False
    return tree is not None and any(not isinstance(node, ast.Expr) for node in tree.body)
