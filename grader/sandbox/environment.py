"""What a worker is started with: a command that finds the grader's own packages, and a clean environment."""

from __future__ import annotations

import os
import site
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from grader.model import platforms

__all__ = ["command", "environment", "user_site"]

_KEPT: Final = ("SYSTEMROOT", "WINDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "OPENBLAS_CORETYPE")
_MADE: Final = {
    "PATH": os.defpath if os.name == "posix" else str(Path(os.environ.get("SYSTEMROOT", "C:\\Windows")) / "System32"),
    "LANG": "C.UTF-8",
    "MALLOC_ARENA_MAX": "2",
    "PYTHONDONTWRITEBYTECODE": "1",
    # A thread that exists before the fork would be missing in the child, with the locks that it holds.
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # A cache hit would hide a compilation, and whoever can write the cache can run code in its readers.
    "JAX_ENABLE_COMPILATION_CACHE": "false",
    # XLA then writes a numbered line for each compilation: the compile log.
    "TF_CPP_MIN_LOG_LEVEL": "0",
    "TF_CPP_VMODULE": "cpu_compiler=1",
}


def environment(scratch: Path | str, device: str) -> dict[str, str]:
    """The whole environment of a worker: nothing of the grader's but what libraries need to find a device."""
    kept = {
        name: text
        for name, text in os.environ.items()
        if name in _KEPT or (device != "cpu" and platforms.inherited(name))
    }
    homes = ("HOME", "TMPDIR") if os.name == "posix" else ("USERPROFILE", "TEMP", "TMP")
    return kept | _MADE | platforms.started_with(device, os.environ) | dict.fromkeys(homes, str(scratch))


def command(*arguments: str) -> list[str]:
    """The command that starts ``grader.worker`` isolated from environment, working directory and user site.

    Packages that were installed into the user's own site are found there all the same, after all others.
    """
    extra = user_site()
    if not extra:
        return [sys.executable, "-I", "-B", "-m", "grader.worker", *arguments]
    start = f"import sys; sys.path.append({extra!r}); from grader.worker.__main__ import main; main()"
    return [sys.executable, "-I", "-B", "-c", start, *arguments]


def user_site() -> str:
    """The user's site folder where the grader or jax was found in it, else nothing."""
    if not site.ENABLE_USER_SITE:
        return ""
    folder = Path(site.getusersitepackages())
    for name in ("grader", "jax"):
        spec = find_spec(name)
        if spec is not None and spec.origin is not None and folder in Path(spec.origin).parents:
            return str(folder)
    return ""
