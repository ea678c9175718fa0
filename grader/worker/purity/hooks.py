"""Hides from the file that its run is followed, and keeps it from ending that: Python has one such hook a thread."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from grader.worker.purity.attribution import responsible_line
from grader.worker.purity.events import Event
from grader.worker.purity.replacing import replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

__all__ = ["unfollowed"]


@contextmanager
def unfollowed(module: ModuleType, noted: list[Event], *, file: str) -> Iterator[None]:
    """Gives the file, and nobody else, the hooks that were there before; adds to ``noted`` each try to set one."""

    def reader(name: str) -> Callable[[], Any]:
        real = getattr(sys, name)
        before = real()

        def get() -> Any:  # noqa: ANN401 - any hook
            return before if _asked_by(file) else real()

        return get

    def writer(name: str) -> Callable[[Any], None]:
        real = getattr(sys, name)

        def put(hook: Any) -> None:  # noqa: ANN401 - any hook
            if not _asked_by(file):
                real(hook)
                return
            line = responsible_line(sys._getframe(1), file, barred=())  # noqa: SLF001 - the frame is the point
            noted.append(Event("tracing-hook", f"sys.{name}", line or 0, f"sys.{name}"))

        return put

    made: dict[str, Callable[..., Any]] = {name: reader(name) for name in ("gettrace", "getprofile")}
    made |= {name: writer(name) for name in ("settrace", "setprofile")}
    real = {name: getattr(sys, name) for name in made}
    try:
        for name, stand_in in made.items():
            setattr(sys, name, stand_in)
        with replaced(module, {id(real[name]): made[name] for name in made}):
            yield
    finally:
        for name, function in real.items():
            if getattr(sys, name) is made[name]:
                setattr(sys, name, function)


def _asked_by(file: str) -> bool:
    """Whether the caller of the stand-in is code of the file."""
    return sys._getframe(2).f_code.co_filename == file  # noqa: SLF001 - the frame is the point
