"""Values in a student's words: ``x = -2.5``, ``f32[3] [1, 2, 3]``, short enough for one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model.questions import Arguments
from grader.model.values import Array, Fixture, Key, Mapping, Record, Scalar, Sequence, Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.model.incidents import MutatedStatic

__all__ = ["call_in_words", "capped", "lost_key", "shown", "stale_key", "value_in_words"]

_LINE = 120
_FEW = 6


def lost_key(changed: Iterable[MutatedStatic]) -> tuple[str, int | None]:
    """Says that a static argument has another hash than when jax kept a program under it; "" where none has."""
    for one in changed:
        if one.rehashed:
            luck = "jax finds programs by hash and `==` of what is static: which one runs then is luck."
            advice = "Never change such an object; make a new one for new values, as a frozen dataclass has it."
            seen = f"{_changed(one)}, so its hash is another one now."
            return f"{seen} {luck} {advice}", one.line or one.kept
    return "", None


def stale_key(changed: Iterable[MutatedStatic]) -> tuple[str, int | None]:
    """Says of a wrong result that a static argument changed, which no compiled program sees; "" where none did."""
    for one in changed:
        if not one.rehashed:
            advice = "Pass what changes as a traced argument, or make the object a pytree."
            keeps = "A compiled program keeps what was static as it was while jax traced."
            return f"{_changed(one)}, and its hash is the same. {keeps} {advice}", one.line or one.kept
    return lost_key(changed)


def _changed(change: MutatedStatic) -> str:
    on = f" on line {change.line}" if change.line else ""
    kept = f" (line {change.kept})" if change.kept and not change.line else ""
    what = f"The static argument `{change.name}`" if change.name else "A static argument"
    return f"{what} is changed{on} after jax has kept a program under it{kept}"


def capped(text: str, most: int = _LINE) -> str:
    """Returns a text of at most ``most`` characters, its end marked where it was cut."""
    return text if len(text) <= most else text[: most - 1] + "…"


def shown(number: object) -> str:
    """Returns one number as Python would print it, floats in at most seven significant digits."""
    if isinstance(number, bool):
        return str(number)
    try:
        whole = complex(str(number).strip("()")) if "j" in str(number) else float(str(number))
    except (ValueError, OverflowError):
        return str(number)
    if isinstance(whole, complex):
        return f"{whole:.6g}"
    return str(number) if str(number).lstrip("-").isdigit() else f"{whole:.7g}"


def value_in_words(value: Value) -> str:
    """Returns a value on one line; a large array by its type and first entries."""
    if isinstance(value, Scalar):
        return repr(value.text) if value.type == "str" else "None" if value.type == "none" else value.text
    if isinstance(value, Array):
        return _array_in_words(value)
    if isinstance(value, Sequence):
        inside = ", ".join(value_in_words(item) for item in value.items[:_FEW])
        inside += ", …" if len(value.items) > _FEW else ""
        if value.type == "list":
            return capped(f"[{inside}]")
        return capped(f"({inside},)" if len(value.items) == 1 else f"({inside})")
    if isinstance(value, Mapping):
        pairs = (f"{key!r}: {value_in_words(item)}" for key, item in zip(value.keys, value.items, strict=True))
        return capped("{" + ", ".join(pairs) + "}")
    if isinstance(value, Record):
        pairs = (f"{key}={value_in_words(item)}" for key, item in zip(value.fields, value.items, strict=True))
        return capped(f"{value.name}({', '.join(pairs)})")
    if isinstance(value, Key):
        return "a PRNG key"
    if isinstance(value, Fixture):
        return value.name
    raise TypeError(f"no words for {type(value).__name__}")


def _array_in_words(array: Array) -> str:
    from grader.checks.comparison import array_of

    numbers = array_of(array)
    if not array.shape:
        text = shown(numbers[()])
        return text if array.origin == "jax" else f"np.{array.dtype}({text})"
    first = ", ".join(shown(number) for number in numbers.ravel()[:_FEW])
    more = ", …" if numbers.size > _FEW else ""
    return f"{array.dtype}{list(array.shape)} [{first}{more}]"


def call_in_words(names: tuple[str, ...], arguments: Arguments, *, typed: bool = False) -> str:
    """Returns a call's arguments as ``x = -3, n = 2``; ``typed`` tells an array without axes from a Python number."""
    given = [*zip(names, arguments.positional, strict=False), *arguments.keyword.items()]
    return capped(", ".join(f"{name} = {_given(value, typed=typed)}" for name, value in given), 200)


def _given(value: Value, *, typed: bool) -> str:
    """A value in words, an array of jax's without axes by its type where that is asked."""
    words = value_in_words(value)
    if typed and isinstance(value, Array) and not value.shape and value.origin == "jax":
        return f"jnp.{value.dtype}({words})"
    return words
