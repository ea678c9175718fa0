"""What is wrong with the way in which random keys were used: which key, on which lines, and what that does."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from grader.model.values import Array, Key, Mapping, Record, Sequence, Value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as Several

    from grader.model.key_use import KeyUse

__all__ = ["KeyFault", "foreign", "given_back", "leaves", "reuse"]

_WORD = 4  # bytes
_USED_UP = "draw", "split"
_ONCE = "Use each key once: split it first, and draw from the new keys only."


class KeyFault(msgspec.Struct, frozen=True, kw_only=True):
    """A stable name of what is wrong, the sentences for the student, their line, what to try."""

    kind: str
    message: str
    line: int | None = None
    hint: str = ""


def reuse(uses: Several[KeyUse]) -> KeyFault | None:
    """The first use of a key that was used up before: drawn from, or split."""
    spent: dict[str, KeyUse] = {}
    for use in uses:
        if use.act not in _USED_UP:
            continue
        earlier = spent.setdefault(use.key, use)
        if use.times > 1:
            return _again(use)
        if earlier is not use:
            return _after(earlier, use, advice=_mixed(uses) or _ONCE)
    return None


def foreign(uses: Several[KeyUse], others: Several[KeyUse]) -> KeyFault | None:
    """The first use of a key that a call with another key uses as well: it does not come from the one given."""
    elsewhere = {use.key for use in others}
    made = {use.key: use for use in uses if use.act == "make"}
    for use in uses:
        if use.act not in _USED_UP or use.key not in elsewhere:
            continue
        does = "draws from" if use.act == "draw" else "splits"
        if maker := made.get(use.key):
            return KeyFault(
                kind="key-made-inside",
                message=(
                    f"{_Place(maker).start} makes a key of its own, `jax.random.{maker.by}(…)`, the same in every call,"
                    f" and {_Place(use).words} {does} it. So those random numbers are the same in every call, whatever"
                    " key is given. Draw from the key that comes as an argument."
                ),
                line=maker.lines[-1] if maker.lines else None,
            )
        return KeyFault(
            kind="foreign-key",
            message=(
                f"{_Place(use).start} {does} a key that is the same whatever key is given: it was made outside of the"
                " function. So those random numbers are the same in every call. Draw from the key that comes as an"
                " argument."
            ),
            line=use.lines[-1] if use.lines else None,
        )
    return None


def given_back(result: Value, uses: Several[KeyUse], other: Value) -> KeyFault | None:
    """A key in the result that was used in the call, or that another call gives back, too."""
    by_key: dict[str, KeyUse] = {}
    for use in uses:
        if use.act != "make":
            by_key.setdefault(use.key, use)
    again = set(_keys(other))
    for word in _keys(result):
        if word in by_key:
            use = by_key[word]
            place = _Place(use).words
            done, gets = {
                "draw": (f"the one that {place} draws from", "the same random numbers"),
                "split": (f"the one that {place} splits", "the same new keys, and so the same random numbers,"),
                "fold": (f"the one that {place} folds numbers into", "the same new keys"),
            }[use.act]
            return KeyFault(
                kind="used-key-returned",
                message=(
                    f"The key that is returned is {done}. Whoever goes on with it gets {gets} once more. "
                    + (_mixed(uses) or "Return a key that was split off and not used.")
                ),
                line=use.lines[-1] if use.lines else None,
            )
        if word in again and _is_key(result):
            message = (
                "The key that is returned is the same whatever key is given, so whoever goes on with it gets the same"
                " random numbers each time. Return a key that was split off from the one given."
            )
            return KeyFault(kind="constant-key-returned", message=message)
    return None


def leaves(value: Value) -> Iterator[Value]:
    """The parts of a value that have no parts."""
    if isinstance(value, Sequence | Mapping | Record):
        for item in value.items:
            yield from leaves(item)
    else:
        yield value


class _Place:
    """Where a key was used, in words; told apart from ``beside``, another place that may share its last line."""

    def __init__(self, use: KeyUse, beside: KeyUse | None = None) -> None:
        lines = use.lines
        other = beside.lines if beside is not None else ()
        by = f"`{use.by}`" if use.by else ""
        self.line = lines[-1] if lines else None
        self.words = f"line {self.line}" if lines else "code that is not on a line of this file"
        if lines and other and other[-1] == lines[-1] and other != lines:
            depth = next((at for at, pair in enumerate(zip(lines, other, strict=False)) if pair[0] != pair[1]), 0)
            self.line = lines[depth]
            if depth < len(lines) - 1:
                by = f"by way of line {lines[-1]}"
            self.words = f"line {self.line}"
        self.named = f"{self.words} ({by})" if by and use.act == "draw" else self.words
        self.start = self.named[:1].upper() + self.named[1:]


def _again(use: KeyUse) -> KeyFault:
    """Uses of one key at one place."""
    place = _Place(use)
    if use.act == "draw":
        seen = f"{place.start} draws {use.times} times from one and the same key, and gets the same numbers each time."
    else:
        seen = f"{place.start} splits one and the same key {use.times} times, and gets the same new keys each time."
    told = "A key is used up by that: take a new one for each round, from `jax.random.split`, or from"
    return KeyFault(
        kind="key-reused",
        message=f"{seen} {told} `jax.random.fold_in(key, i)`.",
        line=place.line,
    )


def _after(earlier: KeyUse, use: KeyUse, *, advice: str) -> KeyFault:
    """A use of a key at one place after it was used up at another."""
    first, second = _Place(earlier, use), _Place(use, earlier)
    acts = (earlier.act, use.act)
    if first.words == second.words:
        both = {"draw": "draws from it", "split": "splits it"}
        seen = f"Line {second.line} uses one key twice: it {both[earlier.act]}, and {both[use.act]} once more."
        if earlier.act != use.act:
            seen = f"Line {second.line} uses one key twice: it {both[earlier.act]}, and {both[use.act]}."
    elif acts == ("draw", "draw"):
        seen = f"{second.start} draws from the same key as {first.named}."
    elif acts == ("split", "draw"):
        seen = f"{second.start} draws from a key that {first.named} splits."
    elif acts == ("draw", "split"):
        seen = f"{second.start} splits a key that {first.named} draws from."
    else:
        seen = f"{second.start} splits a key that {first.named} splits as well."
    why = {
        ("draw", "draw"): "The two draws use the same random numbers.",
        ("split", "split"): "The new keys are the same both times, and so are the random numbers drawn from them.",
    }.get(acts, "What the new keys give is not independent of what the old one gives.")
    kind = "key-reused" if earlier.act == use.act else "parent-key-used"
    return KeyFault(kind=kind, message=f"{seen} {why} {advice}", line=second.line)


def _mixed(uses: Several[KeyUse]) -> str:
    """What to tell where one key was both split and folded into; "" where none was."""
    both = {use.key for use in uses if use.act == "split"} & {use.key for use in uses if use.act == "fold"}
    return "`split(key)` and `fold_in(key, i)` give the same keys: of one key, use only one of the two." if both else ""


def _is_key(value: Value) -> bool:
    return any(isinstance(leaf, Key) for leaf in leaves(value))


def _keys(value: Value) -> Iterator[str]:
    """The words of the keys in a value, in hexadecimal; of legacy keys, which are arrays, too."""
    for leaf in leaves(value):
        if isinstance(leaf, Key):
            size = len(leaf.data) // max(math.prod(leaf.shape), 1)
        elif isinstance(leaf, Array) and leaf.dtype == "uint32" and leaf.shape:
            size = leaf.shape[-1] * _WORD
        else:
            continue
        for start in range(0, len(leaf.data), size or 1):
            yield leaf.data[start : start + size].hex()
