"""Workers' folders and what other users may enter: removal whatever the owner did, and who can read a place."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from contextlib import suppress
from pathlib import Path

__all__ = ["entered_by_all", "keepers", "open_to_all", "remove"]


def open_to_all(place: str | Path) -> bool:
    """Whether every user of this machine can read a file or folder, by the permissions on the way to it."""
    with suppress(OSError):
        return not keepers(place)
    return False


def keepers(place: str | Path) -> set[int]:
    """The users whose permissions keep others from reading a file or folder; nobody where every user can.

    Raises OSError where the system does not tell.
    """
    path = Path(place).resolve()
    on_the_way = [(path, stat.S_IROTH), *((parent, stat.S_IXOTH) for parent in path.parents)]
    found = [(part.stat(), needed) for part, needed in on_the_way]
    return {status.st_uid for status, needed in found if not status.st_mode & needed}


def entered_by_all(folder: str | Path) -> bool:
    """Whether every user of this machine can enter a folder, and so read what they know to be in it.

    Where the system does not tell, yes.
    """
    path = Path(folder).resolve()
    with suppress(OSError):
        return all(place.stat().st_mode & stat.S_IXOTH for place in (path, *path.parents))
    return True


def remove(folder: str | Path) -> None:
    """Removes a folder with all in it; what the system refuses is left, without a word.

    A link that its owner put in its place is removed itself; nothing is followed to where it leads.
    """
    place = Path(folder)
    if place.is_symlink():
        with suppress(OSError):
            place.unlink()
        return
    with suppress(RecursionError):
        shutil.rmtree(place, ignore_errors=True)
        if place.exists():
            for part in (place, *place.rglob("*")):
                with suppress(OSError):
                    if not part.is_symlink() and part.is_dir():
                        part.chmod(0o700)
            shutil.rmtree(place, ignore_errors=True)
    if os.name == "posix" and place.exists():  # rm walks a tree of any depth
        with suppress(OSError):
            subprocess.run(["/bin/rm", "-rf", "--", str(place)], check=False, stderr=subprocess.DEVNULL)  # noqa: S603 - a fixed command on our own folder
