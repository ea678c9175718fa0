"""A clock that the student's file alone sees shifted, and that notes the lines which read it."""

from __future__ import annotations

import datetime as dt
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.worker.purity.attribution import responsible_line
from grader.worker.purity.replacing import replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

__all__ = ["shifted"]

_SHIFT = 86_461.37  # seconds: a day and an odd rest, so that hours, dates and fractions all move
_NANOSECONDS = 10**9
_READERS = ("time", "perf_counter", "monotonic", "process_time", "thread_time")
_NOW = ("now", "today")  # as NumPy takes them for a moment
_CONVERTERS = ("localtime", "gmtime", "ctime")


@contextmanager
def shifted(module: ModuleType, *, file: str) -> Iterator[dict[int, str]]:
    """Shifts the clock further with each reading; gives a dict from line to the name of the clock it read."""
    readings: dict[int, str] = {}

    def seconds(name: str) -> float:
        """Returns how far the clock is off for whoever called the stand-in."""
        frame = sys._getframe(2)  # noqa: SLF001 - the caller of the stand-in
        if frame.f_code.co_filename != file:
            return 0.0
        line = responsible_line(frame, file, barred=())
        readings[line or 0] = name
        return _SHIFT * (1 + len(readings)) + _SHIFT * next(ticks)

    ticks = iter(range(1 << 62))
    made = {name: _reader(name, seconds) for name in _READERS if hasattr(time, name)}
    made |= {f"{name}_ns": _reader_ns(f"{name}_ns", seconds) for name in _READERS if hasattr(time, f"{name}_ns")}
    made |= {name: _converter(name, seconds) for name in _CONVERTERS}
    real = {name: getattr(time, name) for name in made}
    classes = {"datetime": _datetime_class(seconds), "date": _date_class(seconds)}
    real_classes = {name: getattr(dt, name) for name in classes}
    moment, other_moment = np.datetime64, _moment_class(seconds)
    stand_ins = {id(real[name]): made[name] for name in made}
    stand_ins |= {id(real_classes[name]): classes[name] for name in classes}
    stand_ins[id(moment)] = other_moment
    try:
        for name, function in made.items():
            setattr(time, name, function)
        for name, cls in classes.items():
            setattr(dt, name, cls)
        vars(np)["datetime64"] = other_moment
        with replaced(module, stand_ins):
            yield readings
    finally:
        for name, function in real.items():
            setattr(time, name, function)
        for name, cls in real_classes.items():
            setattr(dt, name, cls)
        vars(np)["datetime64"] = moment


def _reader(name: str, seconds: Callable[[str], float]) -> Callable[[], float]:
    real = getattr(time, name)

    def read() -> float:
        return float(real()) + seconds(f"time.{name}")

    return read


def _reader_ns(name: str, seconds: Callable[[str], float]) -> Callable[[], int]:
    real = getattr(time, name)

    def read() -> int:
        return int(real()) + int(seconds(f"time.{name}") * _NANOSECONDS)

    return read


def _converter(name: str, seconds: Callable[[str], float]) -> Callable[..., Any]:
    real = getattr(time, name)
    now = time.time

    def convert(at: float | None = None) -> Any:  # noqa: ANN401 - a struct_time or a text
        return real(at if at is not None else now() + seconds(f"time.{name}"))

    return convert


class _LooksLike(type):
    """Makes the real class's instances count as the stand-in's."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__mro__[1])


def _datetime_class(seconds: Callable[[str], float]) -> type:
    real = dt.datetime

    class Shifted(real, metaclass=_LooksLike):  # type: ignore[misc, valid-type]
        """The class ``datetime`` whose present is shifted; it makes instances of the real class."""

        def __new__(cls, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - as the real class
            return real(*given, **named)

        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> dt.datetime:
            return real.now(tz) + dt.timedelta(seconds=seconds("datetime.now"))

        @classmethod
        def today(cls) -> dt.datetime:
            return real.now() + dt.timedelta(seconds=seconds("datetime.today"))

        @classmethod
        def utcnow(cls) -> dt.datetime:
            utc = real.now(dt.UTC).replace(tzinfo=None)
            return utc + dt.timedelta(seconds=seconds("datetime.utcnow"))

    return Shifted


def _moment_class(seconds: Callable[[str], float]) -> type:
    real = np.datetime64

    class Shifted(real, metaclass=_LooksLike):  # type: ignore[misc, valid-type]
        """The class ``np.datetime64`` whose present is shifted; it makes instances of the real class."""

        def __new__(cls, *given: Any) -> Any:  # noqa: ANN401 - as the real class
            made = real(*given)
            if not given or given[0] not in _NOW:
                return made
            shift = np.timedelta64(int(seconds(f"np.datetime64({given[0]!r}")), "s")
            return (made + shift).astype(made.dtype)

    return Shifted


def _date_class(seconds: Callable[[str], float]) -> type:
    real = dt.date

    class Shifted(real, metaclass=_LooksLike):  # type: ignore[misc, valid-type]
        """The class ``date`` whose present is shifted; it makes instances of the real class."""

        def __new__(cls, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - as the real class
            return real(*given, **named)

        @classmethod
        def today(cls) -> dt.date:
            return real.today() + dt.timedelta(seconds=seconds("date.today"))

    return Shifted
