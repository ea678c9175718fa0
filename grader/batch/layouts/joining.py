"""From claims to submissions: one a student and exercise, with what should be known of its bytes."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final

import msgspec

from grader.batch.layouts.found import Claim, misfit, shown
from grader.batch.layouts.naming import Names, canvas_name, written_at
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


def join(
    claims: Iterable[Claim], course: Course, names: Names | None = None
) -> tuple[list[Submission], list[Misfit], list[Misfit]]:
    """Returns what is graded, by student and exercise, what is not since the student has others, and what is aside.

    Of several attempts the latest counts, where all their names say when they were made, in the same way: by a date
    and time; by the number that Canvas gives each upload; by a copy's number, ``-1`` or `` (2)``; by ``attempt 2``.
    """
    names = names or Names(course)
    hashes: dict[Path, str] = {}
    once = {(claim.student, claim.exercise, claim.path): claim for claim in claims}
    ordered = sorted(
        once.values(), key=lambda claim: (claim.student, claim.exercise, claim.handed_in or _LATEST, claim.path)
    )
    kept: list[_Read] = []
    misfits: list[Misfit] = []
    aside: list[Misfit] = []
    for _, group in groupby(ordered, key=lambda claim: (claim.student, claim.exercise)):
        found = [_Read(claim=claim, sha256=_hash(claim.path, hashes)) for claim in group]
        read = [one for one in found if not one.claim.packed] or found
        same = {one.sha256: _named(one.claim) for one in read if one.sha256}
        for one in found:
            if one not in read and one.sha256 in same:
                aside.append(misfit(one.claim.path, f"It has the same bytes as {shown(same[one.sha256])}."))
            elif one not in read:
                told = f"It lies in an archive; {shown(_named(read[0].claim))}, which does not, counts."
                whose, exercise = one.claim.student, one.claim.exercise
                misfits.append(misfit(one.claim.path, told, student=whose, exercise=exercise))
        if len(read) > 1 and (len({one.sha256 for one in read}) > 1 or not read[0].sha256):
            last, how = _latest(read, names)
            if last is None:
                misfits.extend(_differing(read))
                continue
            kept.append(last)
            rest = [one for one in read if one is not last]
            name = shown(_named(last.claim))
            if how:
                told = f"It is an earlier attempt: {name} is the latest {how}, and is graded."
                aside += (misfit(one.claim.path, told) for one in rest)
            else:
                told = f"It is a copy by its name, and differs from {name}, which is graded. Leave the one that counts."
                whose, exercise = last.claim.student, last.claim.exercise
                misfits += (misfit(one.claim.path, told, student=whose, exercise=exercise) for one in rest)
            continue
        kept.append(read[0])
        told = f"It has the same bytes as {shown(read[0].claim.path.name)}, which is graded; nothing is lost."
        aside.extend(misfit(one.claim.path, told) for one in read[1:])
    return list(_noted(kept, course)), misfits, aside


def _latest(read: Sequence[_Read], names: Names) -> tuple[_Read | None, str]:
    """The latest attempt and what tells so, "" for one beside which only copies lie; None where nobody can say."""
    for order, how in _ORDERS:
        keys = [order(one.claim, names) for one in read]
        if None not in keys and len(set(keys)) == len(keys):
            return max(zip(keys, read, strict=True), key=lambda pair: pair[0])[1], how
    originals = [one for one in read if names.number_of_copy(_words(one.claim)[-1]) == 0]
    copies = [one for one in read if names.number_of_copy(_words(one.claim)[-1]) is None]
    alike = {one.claim.path.parent for one in read}
    if len(originals) == 1 and len(copies) == len(read) - 1 and len(alike) == 1:
        return originals[0], ""
    return None, ""


def _words(claim: Claim) -> tuple[str, ...]:
    """The names that lead to a file, without the student's word, which may hold numbers of its own."""
    whole = re.compile(rf"(?<![^\W_]){re.escape(claim.student)}(?![^\W_])")
    return tuple(whole.sub("", name).strip(" _-") for name in claim.parts or (claim.path.name,))


def _time(claim: Claim, _: Names) -> Any:  # noqa: ANN401 - what can be compared with others of its kind
    return written_at("/".join(_words(claim)))


def _upload(claim: Claim, _: Names) -> Any:  # noqa: ANN401
    found = canvas_name(claim.path.stem)
    return found and found.file


def _copy(claim: Claim, names: Names) -> Any:  # noqa: ANN401
    found = canvas_name(claim.path.stem)
    return names.number_of_copy(found.name if found else _words(claim)[-1])


def _attempt(claim: Claim, _: Names) -> Any:  # noqa: ANN401
    found = {int(one) for one in _ATTEMPT.findall("/".join(_words(claim)))}
    return found.pop() if len(found) == 1 else None


_ATTEMPT: Final = re.compile(r"(?:attempt|version|versuch)[ _-]?(\d{1,3})(?!\d)", re.IGNORECASE)
_ORDERS: Final[tuple[tuple[Callable[[Claim, Names], Any], str], ...]] = (
    (_time, "by the time in its name"),
    (_upload, "by Canvas's number in its name"),
    (_copy, "by the number of the copy in its name"),
    (_attempt, "by the number of the attempt in its name"),
)


def _named(claim: Claim) -> str:
    """A file by the names that lead to it."""
    return "/".join(claim.parts) or claim.path.name


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
        reason = f"It is {student}'s for {exercise}; {said}, and they differ. Leave the one that counts."
        yield misfit(one.claim.path, reason, student=student, exercise=exercise)


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
