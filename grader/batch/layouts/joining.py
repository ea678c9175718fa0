"""From claims to submissions: one a student and exercise, with what should be known of its bytes."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby, islice
from pathlib import Path
from typing import Final

import msgspec

from grader.batch.layouts.found import Claim, misfit, shown
from grader.batch.nouns import Misfit, Submission
from grader.course import SubmissionError, raw_bytes
from grader.model.exercise import Course

__all__ = ["join"]

_NAMED: Final = 2
"""Others whose names a note tells."""
_EMPTY: Final = hashlib.sha256(b"").hexdigest()
_LATEST: Final = datetime.max.replace(tzinfo=UTC)


class _Read(msgspec.Struct, frozen=True, kw_only=True):
    """A claim and what its bytes hash to, "" where they cannot be read."""

    claim: Claim
    sha256: str


def join(claims: Iterable[Claim], course: Course) -> tuple[list[Submission], list[Misfit]]:
    """Returns what is graded, by student and exercise, and what is not since the student has another file for it."""
    hashes: dict[Path, str] = {}
    once = {(claim.student, claim.exercise, claim.path): claim for claim in claims}
    ordered = sorted(
        once.values(), key=lambda claim: (claim.student, claim.exercise, claim.handed_in or _LATEST, claim.path)
    )
    kept: list[_Read] = []
    misfits: list[Misfit] = []
    for _, group in groupby(ordered, key=lambda claim: (claim.student, claim.exercise)):
        read = [_Read(claim=claim, sha256=_hash(claim.path, hashes)) for claim in group]
        if len(read) > 1 and (len({one.sha256 for one in read}) > 1 or not read[0].sha256):
            misfits.extend(_differing(read))
            continue
        kept.append(read[0])
        same = f"It has the same bytes as {shown(read[0].claim.path.name)}, which is graded; nothing is lost."
        misfits.extend(misfit(one.claim.path, same) for one in read[1:])
    return list(_noted(kept, course)), misfits


def _hash(path: Path, known: dict[Path, str]) -> str:
    """Returns the hash of a file's bytes; "" where they cannot be read, which its report will explain."""
    if path not in known:
        try:
            known[path] = hashlib.sha256(raw_bytes(path)).hexdigest()
        except SubmissionError:
            known[path] = ""
    return known[path]


def _differing(read: list[_Read]) -> Iterator[Misfit]:
    student, exercise = read[0].claim.student, read[0].claim.exercise
    for one in read:
        other = shown(str(read[one is read[0]].claim.path))
        said = f"{other} is, too" if len(read) == 2 else f"{len(read) - 1} others are, too, {other} say"  # noqa: PLR2004 - this one and the other
        yield misfit(
            one.claim.path, f"It is {student}'s for {exercise}; {said}, and they differ. Leave the one that counts."
        )


def _noted(kept: list[_Read], course: Course) -> Iterator[Submission]:
    """Yields the submissions, with a note where they are empty, a group's, or the same as another's."""
    same: dict[tuple[str, str], list[Claim]] = {}
    for one in kept:
        same.setdefault((one.claim.exercise, one.sha256), []).append(one.claim)
    shared = Counter((one.claim.exercise, one.claim.path) for one in kept)
    starters = {folder.name: _hash_of_starter(folder) for folder in course.exercises}
    for one in kept:
        claim, sha256 = one.claim, one.sha256
        notes = []
        if sha256 == _EMPTY:
            notes.append("empty")
        if claim.together:
            notes.append(f"handed in together with {_several(claim.together, len(claim.together))}")
        if sha256 not in ("", _EMPTY, starters[claim.exercise]):
            alike = same[claim.exercise, sha256]
            # Who shares the file is no other.
            count = len(alike) - shared[claim.exercise, claim.path]
            others = islice((other.student for other in alike if other.path != claim.path), _NAMED)
            if count:
                notes.append(f"the same bytes as {_several(tuple(others), count)}")
        yield Submission(
            student=claim.student,
            exercise=claim.exercise,
            path=str(claim.path),
            sha256=sha256,
            handed_in=claim.handed_in,
            note="; ".join(notes),
        )


def _several(names: Sequence[str], count: int) -> str:
    """Returns the first of ``count`` names, and how many there are besides."""
    if count <= _NAMED:
        return " and ".join(names)
    return f"{', '.join(names[:_NAMED])} and {count - _NAMED} more"


def _hash_of_starter(folder: Path) -> str:
    try:
        return hashlib.sha256((folder / "starter.py").read_bytes()).hexdigest()
    except OSError:
        return ""
