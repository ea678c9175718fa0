"""What of the file system a worker may read: the interpreter, system libraries, installed packages one by one.

Everything else is closed to it, so that neither the course nor what other people handed in can be found. Of the grader
itself a worker gets what it runs; expected answers, checks and the released course stay out of its reach.
"""

from __future__ import annotations

import functools
import site
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.sandbox.environment import user_site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["covers", "readable"]

_SYSTEM: Final = (
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/local/lib",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/sys/devices/system/cpu",
)
_OURS: Final = "grader"
_WORKERS: Final = (
    "__init__.py",
    "model",
    "worker",
    "sandbox/__init__.py",
    "sandbox/protocol.py",
    "sandbox/claims.py",
    "sandbox/frames.py",
    "sandbox/shared.py",
    "sandbox/folders.py",
    "sandbox/clearing.py",
)
_PACKAGES: Final = ("site-packages", "dist-packages")


@functools.cache
def readable() -> tuple[str, ...]:
    """All paths that a worker may read, files and whole folders; what does not exist is left out."""
    here, sites = Path(__file__).resolve().parents[1], _sites()
    bases = [Path(base) for base in (sys.base_prefix, sys.base_exec_prefix)]
    standard = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")]
    roots = [*map(Path, _SYSTEM), *(base / name for base in bases for name in ("lib", "lib64")), *standard, *sites]
    single = [Path(sys.prefix) / "pyvenv.cfg", Path(sys.executable), Path(sys.executable).resolve()]
    single += [here / part for part in _WORKERS]
    found = [part for root in dict.fromkeys(roots) for part in _spread(root, {here, *sites})]
    return tuple(map(str, _outermost([*found, *(path for path in single if path.exists())])))


def covers(granted: Iterable[str], place: Path) -> bool:
    """Whether a place, or anything below it, can be read by these grants."""
    place = place.resolve()
    for text in granted:
        path = Path(text).resolve()
        if path == place or path in place.parents or place in path.parents:
            return True
    return False


def _sites() -> set[Path]:
    """The folders of installed packages that are opened one entry at a time: those in use, and those that hold ours."""
    bases = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    used = {entry for entry in (*sys.path, user_site()) if entry.endswith(_PACKAGES)}
    named = used | {entry for entry in site.getsitepackages(list(bases)) if (Path(entry) / _OURS).exists()}
    return {Path(entry) for entry in named if Path(entry).is_dir()}


def _spread(path: Path, closed: set[Path]) -> Iterator[Path]:
    """The path itself, or what is in it where something in it is closed; nothing where it is closed or absent."""
    if not path.exists() or _is_ours(path):
        return
    if path in closed and path.name not in _PACKAGES:
        return
    if path.is_symlink() or not path.is_dir() or not any(path == one or path in one.parents for one in closed):
        yield path
        return
    try:
        inside = sorted(path.iterdir())
    except OSError:
        return
    for part in inside:
        yield from _spread(part, closed)


def _is_ours(path: Path) -> bool:
    """Whether this is an entry of installed packages that is the grader's own, or leads to where it is."""
    if path.parent.name not in _PACKAGES:
        return False
    name = path.name
    return name == _OURS or name.startswith("jitgrade")


def _outermost(paths: list[Path]) -> list[Path]:
    """The paths without those that lie in another of them."""
    whole = dict.fromkeys(paths)
    return [path for path in whole if not any(parent in whole for parent in path.parents)]
