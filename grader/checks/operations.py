"""A traced program's primitives held against the operations of the program that was exported: loops cannot hide."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["contradicted"]

_OPERATIONS: Final = {
    "while": ("stablehlo.while",),
    "cond": ("stablehlo.case", "stablehlo.if"),
}
"""What a primitive always compiles to. A scan may be written out, so that its loop need not be there."""

_FORBIDDEN: Final = {**_OPERATIONS, "scan": _OPERATIONS["while"]}

# Primitives of jax whose implementation may loop or branch by itself, by how their names begin.
_MAY_LOOP: Final = re.compile(
    r"while|scan|cond|random_|threefry|rng_|igamma|lgamma|digamma|polygamma|zeta|bessel|regularized|erf|eig|svd|qr|lu|"
    r"schur|hessenberg|householder|cholesky|triangular|tridiagonal|linear_|custom_|top_k|approx|sort|cum|reduce_|"
    r"select_and|ragged|pallas|fft|conv|geqrf|geqp3|ormqr|symmetric|platform_index|nextafter|clamp|argm|gather|scatter"
)


def contradicted(
    primitives: Mapping[str, int], counts: Mapping[str, int], *, asked: Iterable[str], forbidden: Iterable[str]
) -> str:
    """What is in the exported program, or is not, against what its trace says, in words; "" where they agree."""
    for name in asked:
        if name in primitives and name in _OPERATIONS and not any(one in counts for one in _OPERATIONS[name]):
            return (
                f"The traced program has a `{name}` in it, but the compiled one has none: nothing of the result comes "
                "from it."
            )
    if any(map(_MAY_LOOP.match, primitives)):
        return ""
    for name in forbidden:
        hidden = next((one for one in _FORBIDDEN.get(name, ()) if one in counts), "")
        if hidden:
            return (
                f"The program that is compiled has a `{hidden.removeprefix('stablehlo.')}` in it, though its trace "
                "shows none: a primitive of your own hides it. This task is meant to do without."
            )
    return ""
