"""What each tier does not claim to stop, and why: the one place that lets an attack through without a failure."""

from __future__ import annotations

import re
from typing import Final

from tests.attacks.attack import Attack

__all__ = ["allowed"]

_INODES: Final = re.compile(
    r"inode|(?:millions|many|thousands) of (?:small )?(?:files|folders|directories)", re.IGNORECASE
)
_PATHS: Final = re.compile(r"(?<![\w.])/[\w./-]+")
_SHARED: Final = re.compile(r"/(?:tmp|var/tmp|dev/shm|dev/mqueue)/(?!stage-)")


def allowed(tier: str, attack: Attack, why: str) -> str:
    """Why this tier may let this attack through, by its first line and what came of it; nothing where it must not."""
    if tier == "limits":
        return "limits protect the machine from honest mistakes, not from hostility"
    if tier in {"landlock", "uid"} and _INODES.search(f"{attack.name} {attack.prevents}"):
        return "files on a disk are counted from outside, a moment late"
    if tier == "uid" and _only_shared(why):
        return "the user that a worker becomes may read and write what everybody may"
    return ""


def _only_shared(why: str) -> bool:
    """Whether nothing but files in places where everybody may write was reached."""
    paths = _PATHS.findall(why)
    return bool(paths) and all(_SHARED.match(path) for path in paths)
