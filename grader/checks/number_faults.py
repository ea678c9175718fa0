"""Where numbers are lost, as a student reads it: which operation, on which line, for what; and what to write."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal

from grader.checks.wording import shown
from grader.model.answers import Diagnosed
from grader.model.check import Explanation
from grader.model.questions import Diagnose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.model.check import Inquiry
    from grader.model.incidents import Narrowed, NumberFault
    from grader.model.questions import Arguments

__all__ = ["diagnosis", "gradient_fault", "narrowing", "value_fault"]

_PAIR: Final = 2
_LARGE: Final = 1e15  # beyond it digits say less than an exponent
_CHOSEN: Final = (
    "Make the side that is not taken harmless before it is computed: `safe = jnp.where(ok, x, 1)`, and then "
    "`jnp.where(ok, f(safe), 0)`."
)
_SIGNS: Final = {"add": "+", "sub": "-", "mul": "·", "div": "/", "pow": "**", "shift_left": "<<", "rem": "%"}
_NAMES: Final = {
    "sqrt": "the square root",
    "rsqrt": "1 / the square root",
    "cbrt": "the cube root",
    "log": "the logarithm",
    "log1p": "the logarithm `log1p`",
    "pow": "a power",
    "integer_pow": "a power",
    "square": "a square",
    "div": "a division",
    "rem": "a remainder",
    "mul": "a product",
    "add": "a sum",
    "sub": "a difference",
    "neg": "a change of sign",
    "exp": "the exponential function",
    "exp2": "a power of 2",
    "atan2": "`arctan2`",
    "acos": "`arccos`",
    "asin": "`arcsin`",
    "atanh": "`arctanh`",
    "acosh": "`arccosh`",
    "reduce_sum": "a sum",
    "reduce_prod": "a product",
    "cumsum": "a cumulative sum",
    "cumprod": "a cumulative product",
    "dot_general": "a product of matrices or vectors",
    "convert_element_type": "a change of dtype",
    "shift_left": "a shift",
    "gather": "an index",
    "dynamic_slice": "an index",
    "custom_jvp_call": "a function with a rule of differentiation of its own",
    "custom_vjp_call": "a function with a rule of differentiation of its own",
}
_POLES: Final = ("sqrt", "rsqrt", "cbrt", "log", "pow", "div")  # at 0
_COMPARISONS: Final = ("gt", "lt", "ge", "le", "eq", "ne", "is_finite")
_STEPS: Final = {"round": "`round`", "floor": "`floor`", "ceil": "`ceil`", "sign": "`sign`"}
_CHOICES: Final = {"select_n": "`jnp.where` (or its like)", "max": "`maximum`", "min": "`minimum`", "clamp": "`clip`"}
_ENDS: Final = {"int8": 7, "int16": 15, "int32": 31, "int64": 63, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}


def diagnosis(inquiry: Inquiry, arguments: Arguments, gradient: tuple[int, ...] | None = None) -> Diagnosed:
    """Returns where a call of the submission loses numbers, asked of a fresh worker; nothing where that is not known.

    The function is traced as a whole for that, which may leave something behind that later calls would meet.
    """
    answer = inquiry.fresh().ask(Diagnose(arguments=arguments, gradient=gradient))
    return answer if isinstance(answer, Diagnosed) else Diagnosed()


def value_fault(found: Diagnosed, *, lost: bool, hidden: bool) -> Explanation | None:
    """Returns the operation that may be why a result is wrong; ``lost``: it has a nan or inf that is not right."""
    kinds = ("wraps", "infinite", "nan", "index") if lost else ("wraps", "index")
    told = [fault for kind in kinds for fault in found.faults if fault.kind == kind]
    if not told:
        return None
    first = told[0]
    words, hint = _VALUE[first.kind](first, hidden=hidden)
    asked = next((one for one in found.narrowed if one.got == first.dtype), None)
    words += f" {_narrowed(asked)}" if asked and first.kind in ("wraps", "infinite") else ""
    if first.kind == "wraps":
        spoilt = next((fault for fault in told if fault.kind in ("infinite", "nan")), None)
        if spoilt is not None and spoilt.line != first.line:
            words += f" What comes of it is {'nan' if spoilt.kind == 'nan' else 'inf'} on line {spoilt.line}."
    elif first.kind == "infinite" and (follows := next((one for one in told if one.kind == "nan"), None)):
        words += f" {_as_nan(follows, hidden=hidden)[0]}"
    return Explanation(message=words, line=first.line, hint=hint)


def gradient_fault(
    found: Diagnosed, names: Sequence[str], what: Literal["endless", "flat", "wrong"], *, hidden: bool
) -> Explanation | None:
    """Returns the operation at which a gradient by these parameters gets lost: it is not finite, 0, or else wrong."""
    if what == "endless" and (forward := value_fault(found, lost=True, hidden=hidden)):
        steep = next((fault for fault in found.faults if fault.kind == "steep"), None)
        spoilt = any(fault.kind in ("nan", "infinite") for fault in found.faults)
        if spoilt and (steep is None or steep.line == forward.line):
            return forward
    kinds = _TELLING[what]
    told = [fault for kind in kinds for fault in found.faults if fault.kind == kind]
    if not told:
        return None
    words: list[str] = []
    hints: list[str] = []
    for fault in told[:1] if what == "endless" else told:
        of = names[fault.place : fault.place + 1] or names
        sentence, hint = _constant(of) if fault.kind == "constant" else _GRADIENT[fault.kind](fault, hidden=hidden)
        words.append(sentence)
        hints.append(hint)
    return Explanation(message=" ".join(dict.fromkeys(words)), line=told[0].line, hint=hints[0])


def narrowing(found: Diagnosed) -> Explanation | None:
    """Returns the first line that asks for a type of 64 bits and gets a narrower one."""
    if not found.narrowed:
        return None
    first = found.narrowed[0]
    return Explanation(
        message=_narrowed(first),
        line=first.line,
        hint="`jax.config.update('jax_enable_x64', True)` at the top of the file switches 64-bit types on.",
    )


def _narrowed(one: Narrowed) -> str:
    return f"Line {one.line} asks for `{one.asked}` and gets `{one.got}`: jax's 64-bit types are switched off."


def _wraps(fault: NumberFault, *, hidden: bool) -> tuple[str, str]:
    """Integers that leave the range of their type."""
    bits = _ENDS.get(fault.dtype, 31)
    low, high = (0, (1 << bits) - 1) if fault.dtype.startswith("u") else (-(1 << bits), (1 << bits) - 1)
    below = fault.result < low
    end = f"holds no number {'below' if below else 'beyond'} {low if below else high}"
    sum_ = _formula(fault)
    what = "a value" if fault.primitive == "convert_element_type" else _name(fault)
    exact = "" if hidden else f" ({sum_}{_number(fault.result)})"
    words = (
        f"{_at(fault)}{what} leaves the range of `{fault.dtype}`{exact}: it {end}, and what does not fit becomes "
        "another number, without an error."
    )
    if fault.primitive == "convert_element_type":
        return words, "Convert to a wider type, or bring the numbers into the range first, with `jnp.clip`."
    wider = (
        f"`x.astype(jnp.{'float32' if bits >= _ENDS['int32'] else 'int32'})`"
        if not below or fault.dtype.startswith("i")
        else "`x.astype(jnp.int32)`"
    )
    more = ", or in 64-bit integers (`jax_enable_x64`)" if bits in (31, 32) else ""
    return words, f"Convert before this line: {wider} computes in a type with a larger range{more}."


def _as_infinite(fault: NumberFault, *, hidden: bool) -> tuple[str, str]:
    """The first infinite number."""
    if hidden:
        return f"{_at(fault)}{_name(fault)} gives inf (or -inf), without an error.", (
            "Is it divided by 0 there, or does a number become too large for its type?"
        )
    if fault.primitive == "div" and fault.operands[1:] == (0.0,):
        return (
            f"{_at(fault)}a number is divided by 0 ({_formula(fault, result=False)}): that is inf, without an error.",
            ("Replace the divisor before you divide: `safe = jnp.where(d == 0, 1, d)`."),
        )
    if fault.primitive in ("log", "log1p", "atanh", "rsqrt", "pow", "integer_pow") and _finite_but_edge(fault):
        given = f" of {_number(fault.operands[0])}" if fault.operands else " at its pole"
        return f"{_at(fault)}{_name(fault)}{given} is {_number(fault.result)}, without an error.", (
            "Keep such numbers away from it: `safe = jnp.where(ok, x, 1)` before it is computed."
        )
    formula = _formula(fault, result=False)
    given = f" ({formula})" if formula else ""
    return f"{_at(fault)}{_name(fault)} becomes too large for `{fault.dtype}`{given}: it is inf, without an error.", (
        "Rewrite it so that no such large number comes up on the way: take logarithms, subtract the largest number, or "
        "divide first."
    )


def _finite_but_edge(fault: NumberFault) -> bool:
    """Whether it is a pole, and no number that grew too large."""
    edge = {"log1p": -1.0, "atanh": 1.0}.get(fault.primitive, 0.0)
    return not fault.operands or abs(fault.operands[0]) == abs(edge)


def _as_nan(fault: NumberFault, *, hidden: bool) -> tuple[str, str]:
    """The first nan."""
    if fault.primitive in ("gather", "dynamic_slice"):
        return f"{_at(fault)}an index lies outside its array, for which it gives nan.", _INDEX_HINT
    formula = "" if hidden else _formula(fault, result=False)
    what = f"{_name(fault)} gives nan" + (f" ({formula})" if formula else "")
    hint = {
        "div": "Replace the divisor before you divide: `safe = jnp.where(d == 0, 1, d)`.",
        "sqrt": "Keep negative numbers away from the root: `jnp.sqrt(jnp.where(x > 0, x, 0))`.",
        "log": "Keep numbers below 0 away from the logarithm: `jnp.log(jnp.where(x > 0, x, 1))`.",
    }.get(fault.primitive, "Keep such operands away from it: replace them by `jnp.where` before it is computed.")
    return f"{_at(fault)}{what}; a nan spreads to all that is computed with it.", hint


_INDEX_HINT: Final = "An axis of n entries has the indices 0 to n - 1. Look at where your loop, range or shift ends."


def _index(fault: NumberFault, *, hidden: bool) -> tuple[str, str]:
    """An index outside its array, in a result."""
    given = "" if hidden or len(fault.operands) < _PAIR else f" ({_number(fault.operands[0])}, for an axis of "
    given += f"{_number(fault.operands[1])})" if given else ""
    if fault.by == "take":
        does = "`take` raises no error and gives nan there (of integers another number)"
    elif fault.primitive == "dynamic_update_slice":
        does = "jax raises no error, and writes to the nearest place that there is"
    else:
        does = "jax raises no error, and reads the nearest entry that there is"
    return f"{_at(fault)}an index lies outside its array{given}: {does}.", _INDEX_HINT


def _index_back(fault: NumberFault, *, hidden: bool) -> tuple[str, str]:
    """An index outside its array, in a gradient."""
    words, hint = _index(fault, hidden=hidden)
    if fault.primitive != "gather":
        return words, hint
    return f"{words} On the way back what belongs to such an index is dropped, so it is missing in the gradient.", hint


def _steep(fault: NumberFault, *, hidden: bool) -> tuple[str, str]:
    """A derivative that is not finite."""
    if fault.primitive in ("custom_jvp_call", "custom_vjp_call") and not fault.by:
        return f"{_at(fault)}a rule of differentiation of your own gives {_number(fault.result)}.", (
            "Look at the rule for these arguments: 0/0, or a division by 0?"
        )
    at = "" if hidden or not fault.operands else f" at {', '.join(map(_number, fault.operands[:_PAIR]))}"
    pole = fault.operands[-1:] == (0.0,)
    if fault.primitive == "pow" and len(fault.operands) == _PAIR:
        at = "" if hidden else f" at {_number(fault.operands[0])} with exponent {_number(fault.operands[1])}"
        pole = fault.operands[0] == 0
    elif fault.primitive == "div" and pole and not hidden:
        at = " by 0"
    within = f" (in `{fault.by}`)" if fault.by and fault.by != fault.primitive else ""
    pole = (pole and fault.primitive in _POLES) or (fault.primitive in ("exp", "exp2") and sum(fault.operands) > 0)
    value = "infinite" if math.isinf(fault.result) or pole else "no finite number"
    words = f"{_at(fault)}the derivative of {_name(fault)}{at}{within} is {value}."
    if fault.weight != 0:
        return words, _steep_hint(fault)
    product = f"0 · {'inf' if value == 'infinite' else 'nan'} is nan."
    if fault.stopped == "select_n":
        words += f" `jnp.where` (or its like) takes the other side, but the way back leads through both, and {product}"
        return words, _CHOSEN
    return f"{words} What comes in there on the way back is 0, and {product}", _steep_hint(fault)


def _steep_hint(fault: NumberFault) -> str:
    """What to write where a derivative is not finite."""
    if fault.by == "norm":
        return (
            "A norm has a kink at 0; its square, `s = jnp.sum(x**2)`, has none. Keep 0 away from the root: "
            "`safe = jnp.where(s > 0, s, 1)`, and then `jnp.where(s > 0, jnp.sqrt(safe), 0)`."
        )
    if fault.primitive in ("sqrt", "pow", "cbrt", "rsqrt"):
        return (
            "Keep 0 away from the root: `safe = jnp.where(s > 0, s, 1)` before it is taken, and then "
            "`jnp.where(s > 0, jnp.sqrt(safe), 0)`."
        )
    if fault.primitive == "div":
        return (
            "Replace the divisor before you divide: `safe = jnp.where(d == 0, 1, d)`, and then "
            "`jnp.where(d == 0, 0, x / safe)`."
        )
    if fault.primitive in ("acos", "asin", "atanh", "acosh"):
        return "Keep its argument off the ends of where it is defined, or use a form without it, like `jnp.arctan2`."
    if fault.primitive == "atan2":
        return "Where both coordinates are 0, replace one by 1 before `arctan2`, and choose the result after it."
    return _CHOSEN


def _flat(fault: NumberFault, *, hidden: bool) -> tuple[str, str]:
    """An operation that lets no derivative through."""
    del hidden
    name, keep = fault.primitive, "Take the gradient through something that changes with its argument: "
    if name in _STEPS:
        by = f"`{fault.by}`" if fault.by and fault.by != name else _STEPS[name]
        return f"{_at(fault)}{by} has the derivative 0 everywhere, so nothing comes back through it.", (
            f"{keep}leave {by} out, or let the gradient pass it by: `x + jax.lax.stop_gradient(jnp.round(x) - x)`."
        )
    if name in _COMPARISONS:
        return f"{_at(fault)}a comparison gives True or False, which has no derivative.", (
            f"{keep}`jnp.where(condition, a, b)` lets the derivatives of a and b through, never that of the condition."
        )
    if name in ("argmax", "argmin"):
        return f"{_at(fault)}`{name}` gives a place, a whole number, which has no derivative.", (
            f"{keep}the entry itself, `jnp.max` or `jnp.min`, or an average with weights like `jax.nn.softmax`."
        )
    if name == "convert_element_type":
        return f"{_at(fault)}a number is made a whole one (or a truth value), which has no derivative.", (
            f"{keep}keep floating-point numbers, without `astype(int)` and its like."
        )
    if name == "stop_gradient":
        return f"{_at(fault)}`stop_gradient` lets nothing come back.", "Take it out, or leave it to what is constant."
    if name in _CHOICES:
        by = f"`{fault.by}`" if fault.by and fault.by != "where" else _CHOICES[name]
        return f"{_at(fault)}{by} takes, for these arguments, what does not change with them.", (
            "The derivative comes through the side that is taken alone. Is it the right one here?"
        )
    if name in ("custom_jvp_call", "custom_vjp_call"):
        by = f"`{fault.by}`" if fault.by else "a rule of differentiation of your own"
        return f"{_at(fault)}{by} gives the derivative 0.", "Look at what it gives for these arguments."
    return f"{_at(fault)}the derivative of {_name(fault)} is 0 for these arguments.", (
        "Is it multiplied by 0, or used in a way that does not change with it?"
    )


def _partly(fault: NumberFault, *, hidden: bool) -> tuple[str, str]:
    """An operation that lets no derivative through, where others come by other ways."""
    words, hint = _flat(fault, hidden=hidden)
    return f"{words} What goes that way is missing in the gradient.", hint


def _constant(names: Sequence[str]) -> tuple[str, str]:
    """A result that does not depend on what is differentiated."""
    by = " and ".join(f"`{name}`" for name in names)
    return f"No operation of jax leads from {by} to the result, so the gradient is 0.", (
        "Compute the result from the argument itself, with `jax.numpy`."
    )


_VALUE: Final[dict[str, Callable[..., tuple[str, str]]]] = {
    "wraps": _wraps,
    "infinite": _as_infinite,
    "nan": _as_nan,
    "index": _index,
}
_GRADIENT: Final[dict[str, Callable[..., tuple[str, str]]]] = {
    "steep": _steep,
    "flat": _flat,
    "partly": _partly,
    "index": _index_back,
}
_TELLING: Final = {"endless": ("steep",), "flat": ("constant", "flat", "index"), "wrong": ("partly", "index")}
"""The faults that may be why a gradient is as it is."""


def _at(fault: NumberFault) -> str:
    """Where it happens, as the beginning of a sentence."""
    return f"On line {fault.line}, " if fault.line else "There, "


def _name(fault: NumberFault) -> str:
    """What students call an operation."""
    if fault.primitive in _NAMES:
        return _NAMES[fault.primitive]
    return f"`{fault.primitive}`" if fault.primitive.isidentifier() else "an operation"


def _formula(fault: NumberFault, *, result: bool = True) -> str:
    """An operation with its operands, as a sum; with a sign of equality where the result follows. "" without any."""
    given = [_number(one) for one in fault.operands]
    end = " = " if result else ""
    if len(given) == _PAIR and fault.primitive in _SIGNS:
        return f"{given[0]} {_SIGNS[fault.primitive]} {_bracketed(given[1])}{end}"
    if len(given) == 1 and fault.primitive in ("sqrt", "log", "log1p", "exp", "exp2", "acos", "asin", "atanh", "acosh"):
        return f"{fault.primitive} of {given[0]}{end}"
    if fault.primitive == "neg" and given:
        return f"-{_bracketed(given[0])}{end}"
    return ""


def _bracketed(number: str) -> str:
    return f"({number})" if number.startswith("-") else number


def _number(number: float) -> str:
    """A number, whole ones with all digits unless they are many."""
    if math.isfinite(number) and number == int(number) and abs(number) < _LARGE:
        return str(int(number))
    return shown(float(f"{number:.4g}"))
