"""Differences of a known shape, by all visible cases that differ: told only where it explains the whole of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader.checks.comparison import difference
from grader.checks.leaves import array_of, leaf_difference
from grader.checks.other_shapes import BY_SHAPE
from grader.checks.rearrangements import BY_PLACE
from grader.checks.resemblances import BY_NUMBER, BY_RULE, Pair, Resemblance
from grader.model.values import Array, Mapping, Record, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.checks.leaves import Tolerance
    from grader.model.values import Value

__all__ = ["Compared", "known_shape"]

_PLANE = 2  # axes
_NUMBERS = ("bool", "int", "float", "complex")


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """One visible case: its name, its arguments by parameter name, what was expected and what came."""

    name: str
    arguments: dict[str, Value]
    expected: Value
    got: Value


def known_shape(cases: list[Compared], tolerance: Tolerance) -> Resemblance | None:
    """Returns how results differ from those expected, in words; None where that follows no shape known here.

    ``cases`` are all that were answered, in order; those that agree are looked at only as what others may repeat.
    """
    import numpy as np

    wrong = [one for one in cases if difference(one.expected, one.got, tolerance) is not None]
    if not wrong:
        return None
    whole = (
        _type_alone(wrong, tolerance)
        or _container(wrong, tolerance)
        or _argument(wrong, tolerance)
        or _earlier(cases, wrong, tolerance)
    )
    if whole is not None:
        return whole
    pairs = []
    for one in wrong:
        leaves = list(_leaves(one.expected, one.got))
        if not leaves or any(pair is None for pair in leaves):
            return None
        differing = [pair for pair in leaves if pair and leaf_difference(*pair, tolerance, "") is not None]
        pairs += [Pair(want=array_of(left), have=array_of(right)) for left, right in differing]
    if not pairs or any(side.size == 0 for pair in pairs for side in (pair.want, pair.have)):
        return None
    alike = all(pair.want.shape == pair.have.shape for pair in pairs)
    found = None if alike else _axis(wrong)
    ways = (*BY_NUMBER, *BY_PLACE, *BY_RULE) if alike else BY_SHAPE
    with np.errstate(all="ignore"):
        return found or next(filter(None, (told(pairs) for told in ways)), None)


def _type_alone(wrong: list[Compared], tolerance: Tolerance) -> Resemblance | None:
    """The right numbers in another type: what makes the type that the task asks for."""
    anyhow = msgspec.structs.replace(tolerance, dtype="any", weak_type=False)
    if any(difference(one.expected, one.got, anyhow) is not None for one in wrong):
        return None
    found = difference(wrong[0].expected, wrong[0].got, tolerance)
    for pair in _leaves(wrong[0].expected, wrong[0].got):
        if pair and leaf_difference(*pair, tolerance, "") is not None:
            if wide := _wide(wrong[0], tolerance):
                return wide
            strength = found is not None and found.kind == "weak type"
            return Resemblance(
                words="The values are right, and their type alone is not", hint=_conversion(*pair, strength=strength)
            )
    return None


def _conversion(expected: Scalar | Array, got: Scalar | Array, *, strength: bool) -> str:
    """What makes a number or array of the type that is expected."""
    if isinstance(expected, Scalar):
        away = ", outside of what is jitted: a jitted function gives arrays" if isinstance(got, Array) else ""
        return f"`{expected.type}(…)` makes a Python {expected.type} of it{away}."
    if strength and expected.weak:
        return (
            "A Python number has a weak type, and keeps it: leave out what states a dtype (`jnp.float32(…)`, `dtype=`)."
        )
    dtype = "bool_" if expected.dtype == "bool" else expected.dtype
    if strength:
        return f"A stated dtype makes a type strong: `jnp.asarray(y, dtype=jnp.{dtype})`."
    if expected.origin != "jax":
        return f"`np.asarray(y, dtype=np.{dtype})` makes a NumPy array of it, outside of what is jitted."
    if isinstance(got, Scalar):
        return f"`jnp.asarray(y, dtype=jnp.{dtype})` makes an array of it."
    cause = "Look at the constants and at what sets a dtype"
    if array_of(expected).dtype.kind in "biu" and array_of(got).dtype.kind == "f":
        cause = "What makes floating-point numbers of whole ones? `/`, a constant like `1.0`, or a function of floats"
    return f"{cause}; `y.astype(jnp.{dtype})` converts."


def _leaves(expected: Value, got: Value) -> Iterator[tuple[Scalar | Array, Scalar | Array] | None]:
    """The pairs of numbers and arrays in two values; None for each part of another structure."""
    numbers = [
        isinstance(side, Array) or (isinstance(side, Scalar) and side.type in _NUMBERS) for side in (expected, got)
    ]
    if isinstance(expected, Scalar | Array) and isinstance(got, Scalar | Array) and all(numbers):
        yield expected, got
    elif isinstance(expected, Sequence | Record | Mapping) and type(expected) is type(got):
        if len(expected.items) != len(got.items) or getattr(expected, "keys", ()) != getattr(got, "keys", ()):
            yield None
        for left, right in zip(expected.items, got.items, strict=False):
            yield from _leaves(left, right)
    elif expected != got:
        yield None


def _container(wrong: list[Compared], tolerance: Tolerance) -> Resemblance | None:
    """The right numbers in another container: a comma too many, a list for an array, parts in another order."""
    first = wrong[0]
    expected, got = first.expected, first.got
    if isinstance(got, Scalar) and got.type == "none":
        return Resemblance(words="", hint="Does the function end with `return`?")
    if not isinstance(got, Sequence):
        return None
    if isinstance(expected, Array) and got.type == "tuple" and len(got.items) == 1:
        if all(_holds_one(one, tolerance) for one in wrong):
            return Resemblance(
                words="The one item of the tuple is right", hint="A comma after a value makes a tuple: take it away."
            )
    elif isinstance(expected, Array) and expected.shape[:1] == (len(got.items),):
        return Resemblance(words="", hint="`jnp.stack(values)` makes one array of a list of them.")
    elif isinstance(expected, Sequence) and all(_of_another_kind(one, tolerance) for one in wrong):
        return Resemblance(words="The parts are right", hint=f"Return them as a {expected.type}.")
    elif isinstance(expected, Sequence) and all(_reordered(one, tolerance) for one in wrong):
        return Resemblance(words="The parts are right, in another order", hint="Return them in the order of the task.")
    return None


def _holds_one(one: Compared, tolerance: Tolerance) -> bool:
    got = one.got
    return (
        isinstance(got, Sequence) and len(got.items) == 1 and difference(one.expected, got.items[0], tolerance) is None
    )


def _of_another_kind(one: Compared, tolerance: Tolerance) -> bool:
    """Whether the right parts came in a list instead of a tuple, or the other way round."""
    expected, got = one.expected, one.got
    if not (isinstance(expected, Sequence) and isinstance(got, Sequence)) or expected.type == got.type:
        return False
    return difference(expected, msgspec.structs.replace(got, type=expected.type), tolerance) is None


def _reordered(one: Compared, tolerance: Tolerance) -> bool:
    """Whether each part that came is a part that was expected, every one of them once."""
    expected, got = one.expected, one.got
    if not (isinstance(expected, Sequence) and isinstance(got, Sequence)) or expected.type != got.type:
        return False
    left = list(expected.items)
    for item in got.items:
        match = next((part for part in left if difference(part, item, tolerance) is None), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _argument(wrong: list[Compared], tolerance: Tolerance) -> Resemblance | None:
    """An argument that came back as it was, more than one small number, which is soon met by chance."""
    anyhow = msgspec.structs.replace(tolerance, dtype="any", weak_type=False)
    for name in wrong[0].arguments:
        given = [one for one in wrong if name in one.arguments]
        if _telling(given) and all(difference(one.arguments[name], one.got, anyhow) is None for one in given):
            return Resemblance(
                words=f"That is the argument `{name}` as it was given",
                hint="Is what you compute returned? Operations of jax change no array: each gives a new one.",
            )
    return None


def _telling(cases: list[Compared]) -> bool:
    """Whether what came is more than the same 0, 1 or 2 each time."""
    import numpy as np

    found = [array_of(one.got) for one in cases if isinstance(one.got, Scalar | Array)]
    if len(found) < len(cases) or any(numbers.size != 1 or numbers.dtype.kind not in "biuf" for numbers in found):
        return True
    met = {float(np.abs(numbers).item()) for numbers in found}
    return len(met) > 1 or not met <= {0.0, 1.0, 2.0}


def _earlier(cases: list[Compared], wrong: list[Compared], tolerance: Tolerance) -> Resemblance | None:
    """The result of an earlier call that was given other arguments."""
    names = set()
    for one in wrong:
        before = cases[: cases.index(one)]
        same = [
            old for old in before if old.arguments != one.arguments and difference(old.got, one.got, tolerance) is None
        ]
        kept = [old for old in same if difference(old.expected, one.expected, tolerance) is not None]
        if not kept or isinstance(one.got, Scalar) or _trivial(one.got):
            return None
        names.add(kept[0].name)
    return Resemblance(
        words=f"That is the result of the call before, for case `{min(names)}`",
        hint="Something is kept from call to call: a memo, a global, or a value that was fixed while jax traced.",
    )


def _trivial(value: Value) -> bool:
    """Whether a result says too little to be known again: one number, or the same one everywhere."""
    if not isinstance(value, Array):
        return False
    numbers = array_of(value)
    return numbers.size <= 1 or bool((numbers == numbers.ravel()[0]).all())


def _wide(one: Compared, tolerance: Tolerance) -> Resemblance | None:
    """A dtype of 64 bits that was asked for, where jax makes one of 32 of it."""
    found = difference(one.expected, one.got, tolerance)
    for pair in _leaves(one.expected, one.got) if found and found.kind == "dtype" else ():
        if pair and isinstance(pair[0], Array) and isinstance(pair[1], Array) and not tolerance.x64:
            want, have = pair[0].dtype, pair[1].dtype
            if want.endswith(("64", "128")) and have in (want.replace("64", "32"), want.replace("128", "64")):
                return Resemblance(
                    words=f"jax makes {have} of what asks for {want} unless 64-bit types are switched on",
                    hint="`jax.config.update('jax_enable_x64', True)` at the top of the file switches them on.",
                    kind="wide",
                )
    return None


def _axis(wrong: list[Compared]) -> Resemblance | None:
    """One entry for each column of an argument, where one for each row is expected, or the other way round."""
    for name in wrong[0].arguments:
        given = [one.arguments.get(name) for one in wrong]
        if all(
            isinstance(value, Array)
            and len(value.shape) == _PLANE
            and isinstance(one.expected, Array)
            and isinstance(one.got, Array)
            and (*one.expected.shape, *one.got.shape) in (value.shape, value.shape[::-1])
            and len(one.expected.shape) == len(one.got.shape) == 1
            for value, one in zip(given, wrong, strict=True)
        ):
            first = given[0]
            rows = (
                isinstance(first, Array)
                and isinstance(wrong[0].expected, Array)
                and wrong[0].expected.shape[0] == first.shape[0]
            )
            expected, got = ("row", "column") if rows else ("column", "row")
            return Resemblance(
                words=f"There is an entry for each {got} of `{name}`, where one for each {expected} is expected",
                hint="Look at `axis=`: `axis=0` goes down the columns, `axis=1` along the rows.",
            )
    return None
