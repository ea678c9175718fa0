"""The dtypes that a course may write (``f32``), their NumPy names, and numbers packed into their bytes."""

from __future__ import annotations

import math
import struct
from typing import Literal

import msgspec

__all__ = ["DTYPES", "ForeignNumberError", "Number", "Short", "packed"]

Number = bool | int | float | complex
Kind = Literal["bool", "int", "uint", "float", "complex"]


class ForeignNumberError(ValueError):
    """A number does not fit the dtype: says so in words."""


class Short(msgspec.Struct, frozen=True, kw_only=True):
    """One dtype: ``name`` as NumPy spells it, ``size`` in bytes, ``code`` as `struct` packs (one part of) it.

    ``mantissa`` is the number of bits after the point and ``lowest`` the exponent of the smallest normal number.
    """

    name: str
    kind: Kind
    size: int
    code: str
    mantissa: int = 0
    lowest: int = 0

    def range(self) -> tuple[float, float]:
        """Returns the smallest and the largest finite number, exactly."""
        if self.kind == "bool":
            return 0, 1
        if self.kind in ("int", "uint"):
            bits = 8 * self.size - (self.kind == "int")
            return (-(1 << bits) if self.kind == "int" else 0), (1 << bits) - 1
        top = math.ldexp(2.0 - math.ldexp(1.0, -self.mantissa), 1 - self.lowest)
        return -top, top

    def within(self, low: float, high: float) -> tuple[float, float]:
        """Returns the smallest and the largest number of this floating dtype between two finite bounds, inclusive.

        The first is above the second where there is none.
        """
        return self._grid(low, up=True), self._grid(high, up=False)

    def _grid(self, number: float, *, up: bool) -> float:
        exponent = max(math.frexp(number)[1] - 1, self.lowest) if number else self.lowest
        step = math.ldexp(1.0, max(exponent - self.mantissa, -1074))
        whole = number / step
        return (math.ceil(whole) if up else math.floor(whole)) * step


def _short(name: str, kind: Kind, size: int, code: str, mantissa: int = 0, lowest: int = 0) -> Short:
    return Short(name=name, kind=kind, size=size, code=code, mantissa=mantissa, lowest=lowest)


DTYPES: dict[str, Short] = {
    "bool": _short("bool", "bool", 1, "<?"),
    "i8": _short("int8", "int", 1, "<b"),
    "i16": _short("int16", "int", 2, "<h"),
    "i32": _short("int32", "int", 4, "<i"),
    "i64": _short("int64", "int", 8, "<q"),
    "u8": _short("uint8", "uint", 1, "<B"),
    "u16": _short("uint16", "uint", 2, "<H"),
    "u32": _short("uint32", "uint", 4, "<I"),
    "u64": _short("uint64", "uint", 8, "<Q"),
    "f16": _short("float16", "float", 2, "<e", 10, -14),
    "bf16": _short("bfloat16", "float", 2, "", 7, -126),
    "f32": _short("float32", "float", 4, "<f", 23, -126),
    "f64": _short("float64", "float", 8, "<d", 52, -1022),
    "c64": _short("complex64", "complex", 8, "<f", 23, -126),
    "c128": _short("complex128", "complex", 16, "<d", 52, -1022),
}
"""The dtypes by the word that a course uses for them."""


def packed(number: Number, short: str) -> bytes:
    """Returns a number's little-endian bytes in a dtype. Raises ForeignNumberError where it does not fit."""
    dtype = DTYPES[short]
    if dtype.kind == "complex":
        return _part(number.real, dtype, number, short) + _part(number.imag, dtype, number, short)
    if dtype.kind == "bool":
        if not isinstance(number, bool):
            raise ForeignNumberError(f"{number} is no {short}; write true or false")
        return struct.pack(dtype.code, number)
    if isinstance(number, bool | complex):
        raise ForeignNumberError(f"{str(number).lower()} is no {short}")
    if dtype.kind == "float":
        return _part(number, dtype, number, short)
    if isinstance(number, float):
        raise ForeignNumberError(f"{number} is no whole number, which {short} needs")
    low, high = dtype.range()
    if not low <= number <= high:
        raise ForeignNumberError(f"{number} does not fit {short}, which reaches from {low} to {high}")
    return struct.pack(dtype.code, number)


def _part(number: float, dtype: Short, whole: Number, short: str) -> bytes:
    """Returns the bytes of a floating number, rounded to nearest."""
    try:
        if dtype.code:
            return struct.pack(dtype.code, number)
        return _bfloat16(number)
    except OverflowError as error:
        raise ForeignNumberError(f"{whole} is too large for {short}") from error


def _bfloat16(number: float) -> bytes:
    """Returns the upper half of the float32, rounded to nearest, ties to even, as ml_dtypes does."""
    (bits,) = struct.unpack("<I", struct.pack("<f", number))
    if math.isnan(number):
        return b"\xc0\x7f"
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    if math.isfinite(number) and rounded & 0x7F80 == 0x7F80:  # noqa: PLR2004 - the exponent's bits
        raise OverflowError
    return struct.pack("<H", rounded)
