"""What each tier does not claim to stop, and why: the one place that lets an attack through without a failure."""

from __future__ import annotations

import re
from typing import Final

from tests.attacks.attack import Attack

__all__ = ["allowed"]

_HOSTILE: Final = "limits protect the machine from honest mistakes, not from hostility"
_LATE: Final = "files on a disk are counted from outside, a moment late"
_PUBLIC: Final = (
    "the user that a worker becomes may read, and in /tmp and the like write, what everybody may; "
    "with such a course the report names `limits`"
)

_INODES: Final = re.compile(r"inode|(?:millions|thousands) of (?:files|folders)|many (?:\w+ )?files", re.IGNORECASE)
_READS: Final = re.compile(r"(?:reading|listing|learning|seeing|loading the grader's)\b", re.IGNORECASE)
_PATHS: Final = re.compile(r"(?<![\w.])/[\w./-]+")
_SHARED: Final = re.compile(r"/(?:tmp|var/tmp|dev/shm|dev/mqueue)/(?!stage-)")
_OF_THE_STAGE: Final = re.compile(r"/stage-|was (?:changed|written|reached)|CANARY|GRADER-")


def allowed(tier: str, attack: Attack, why: str) -> str:
    """Why this tier may let this attack through, by its first line and what came of it; nothing where it must not."""
    if tier == "limits":
        return _HOSTILE
    if tier in {"landlock", "uid"} and _INODES.search(f"{attack.name} {attack.prevents}"):
        return _LATE
    if tier == "uid" and not _OF_THE_STAGE.search(why) and (_READS.match(attack.prevents) or _only_shared(why)):
        return _PUBLIC
    return ""


def _only_shared(why: str) -> bool:
    """Whether nothing but files in places where everybody may write was reached."""
    paths = _PATHS.findall(why)
    return bool(paths) and all(_SHARED.match(path) for path in paths)
