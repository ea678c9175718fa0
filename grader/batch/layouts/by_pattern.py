"""Files whose names follow a pattern: a file is somebody's where there is one way to read its name, and only then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grader.batch.layouts.found import Claim, misfit, student_word
from grader.batch.layouts.naming import Names
from grader.batch.layouts.patterns import Pattern, Reading
from grader.batch.layouts.rosters import Roster
from grader.batch.layouts.walking import File
from grader.batch.nouns import Misfit

__all__ = ["claims", "keys"]

_COMPARED: Final = 5
"""Ways to read a misspelt name that are held against the names of exercises."""


def claims(
    files: list[File], pattern: Pattern, names: Names, wanted: str, roster: Roster | None
) -> Iterator[Claim | Misfit]:
    """Yields whose each file is. Where there is a roster, whoever is not on it has no name to be read.

    What is for another exercise than ``wanted`` is left out: nobody asked for it.
    """
    for file in files:
        found = keys(file.parts, pattern, names, wanted, roster)
        if len(found) != 1:
            yield misfit(file.path, _several(found) if found else _none(file, pattern, names, roster))
            continue
        ((student, exercise),) = found
        if wanted in ("", exercise):
            yield Claim(student=student, exercise=exercise, path=file.path)


def keys(
    parts: tuple[str, ...], pattern: Pattern, names: Names, wanted: str, roster: Roster | None
) -> set[tuple[str, str]]:
    """Returns whose, and for which exercise's folder, a file may be to which these names lead."""
    found = pattern.readings(parts, lambda word: bool(names.meant(word)))
    readings = _plain({(word, exercise) for student, exercise in found if (word := student_word(student))})
    if roster:
        readings = {(listed, exercise) for word, exercise in readings if (listed := roster.listed(word))}
    return {(student, names.meant(exercise) if exercise else wanted) for student, exercise in readings}


def _plain(readings: set[Reading]) -> set[Reading]:
    """Leaves out what takes the word exercise for part of a student's: alice_exercise, of alice_exercise_3."""
    plain = {reading for reading in readings if not reading[0].casefold().endswith("exercise")}
    return plain or readings


def _several(readings: set[Reading]) -> str:
    ways = " or ".join(f"'{student}' for {exercise}" for student, exercise in sorted(readings)[:3])
    return f"Its name can be read as {ways}; write --pattern more closely, or name the class with --roster."


def _none(file: File, pattern: Pattern, names: Names, roster: Roster | None) -> str:
    """Returns why a file is nobody's."""
    found = pattern.readings(file.parts, lambda word: bool(names.meant(word)))
    if any(student_word(student) is None for student, _ in found):
        return "Whose it is cannot be printed, or be the name of a folder; rename it."
    if found and roster:
        students = sorted(student for student, _ in found)
        near = next((near for student in students if (near := roster.near(student))), None)
        return f"Nobody in {roster.name} is '{students[0]}'" + (
            f"; is it '{near}'?" if near else "; add whoever it is."
        )
    anyhow = pattern.readings(file.parts, lambda _: True)
    if not anyhow:
        return f"It does not follow the pattern '{pattern.text}'; rename it, or write --pattern anew."
    stated = sorted({exercise for _, exercise in anyhow}, key=lambda word: (len(word), word))[:_COMPARED]
    return names.unknown(max(stated, key=names.likeness))
