"""Files whose names follow a pattern: a file is somebody's where there is one way to read its name, and only then."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from grader.batch.layouts.found import Claim, misfit, student_word
from grader.batch.layouts.naming import Names, canvas_name, without_late, written_at
from grader.batch.layouts.patterns import Pattern, Reading, read_pattern
from grader.batch.layouts.rosters import Roster
from grader.batch.layouts.walking import File
from grader.batch.nouns import Misfit

__all__ = ["claims", "homes", "keys", "suggested"]

_COMPARED: Final = 5
"""Ways to read a misspelt name that are held against the names of exercises."""
_NEAR: Final = 0.65


def claims(
    files: list[File], pattern: Pattern, names: Names, wanted: str, roster: Roster | None
) -> Iterator[Claim | Misfit]:
    """Yields whose each file is. Where there is a roster, whoever is not on it has no name to be read.

    What is for another exercise than ``wanted`` is left out: nobody asked for it.
    """
    for file in files:
        found = keys(file.parts, pattern, names, wanted, roster)
        if len(found) != 1:
            reason = _several(found) if found else _none(file, pattern, names, roster)
            yield misfit(file.path, reason, student=_likely(file, pattern, names, roster))
            continue
        ((student, exercise),) = found
        if wanted in ("", exercise):
            yield Claim(student=student, exercise=exercise, path=file.path, parts=file.parts)


def keys(
    parts: tuple[str, ...], pattern: Pattern, names: Names, wanted: str, roster: Roster | None
) -> set[tuple[str, str]]:
    """Returns whose, and for which exercise's folder, a file may be to which these names lead."""
    readings = _plain(
        {(word, said) for student, said in _readings(parts, pattern, names) if (word := student_word(student))}, names
    )
    if roster:
        readings = {(listed, exercise) for word, exercise in readings if (listed := roster.listed(word))}
    return {(student, names.meant_by_file(exercise) if exercise else wanted) for student, exercise in readings}


def homes(pattern: Pattern, roster: Roster | None) -> Callable[[tuple[str, ...]], tuple[int, tuple[str, ...]]]:
    """Returns what tells the folder of one student's own on the way to a file: how many names lead to it, and whose.

    Nothing (0) where the pattern has the student in the names of files.
    """
    folders = pattern.text.split("/")[:-1]
    depth = next((at for at, name in enumerate(folders, 1) if "{student}" in name), 0)
    above = read_pattern("/".join(folders[:depth])) if depth else None

    def home(parts: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
        if above is None or len(parts) <= depth:
            return 0, ()
        found = {student_word(student) for student, _ in above.readings(parts[:depth], lambda _: True)}
        if roster:
            found = {roster.listed(word) for word in found if word}
        students = tuple(word for word in found if word)
        return (depth, students) if len(students) == len(found) == 1 else (0, ())

    return home


def _readings(parts: tuple[str, ...], pattern: Pattern, names: Names) -> set[Reading]:
    """The ways to read a name; Canvas's mark LATE is no part of it."""
    plain = (*parts[:-1], without_late(parts[-1]))
    return pattern.readings(plain, lambda word: bool(names.meant_by_file(word)))


def _plain(readings: set[Reading], names: Names) -> set[Reading]:
    """Leaves out what takes an exercise's word for part of a student's: alice_exercise, of alice_exercise_3.

    So it does with alice-exercise3, of alice-exercise3-1: that is a second upload. A number behind an exercise's word
    is no exercise.
    """
    plain = {(student, said) for student, said in readings if not (_ends(student) or names.ends_in_exercise(student))}
    return plain or {(student, said) for student, said in readings if not (said.isdecimal() and _ends(student, 1))}


def _ends(student: str, digits: int = 0) -> bool:
    """Whether the word exercise, with so many digits at least, ends a student's."""
    found = re.search(r"exercise[ _-]?(\d{0,3})$", student, re.IGNORECASE)
    return found is not None and len(found[1]) >= digits


def _several(readings: set[Reading]) -> str:
    ways = " or ".join(f"'{student}' for {exercise}" for student, exercise in sorted(readings)[:3])
    return f"Its name can be read as {ways}; write --pattern more closely, or name the class with --roster."


def _none(file: File, pattern: Pattern, names: Names, roster: Roster | None) -> str:
    """Returns why a file is nobody's."""
    found = _readings(file.parts, pattern, names)
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


def _likely(file: File, pattern: Pattern, names: Names, roster: Roster | None) -> str:
    """Returns whose a file is that is for no exercise, where there is one way to say; else ""."""
    found = {
        (word, said)
        for student, said in pattern.readings(file.parts, lambda _: True)
        if (word := student_word(student))
    }
    if roster:
        found = {(listed, said) for word, said in found if (listed := roster.listed(word))}
    if len({student for student, _ in found}) > 1 and not roster:
        likeness = {said: names.likeness(said) for _, said in found}
        best = max(likeness.values(), default=0.0)
        found = {(student, said) for student, said in found if likeness[said] == best > _NEAR}
    students = {student for student, _ in found}
    return students.pop() if len(students) == 1 else ""


class _Fit(msgspec.Struct, frozen=True, kw_only=True):
    """A pattern that fits files: how many, and how many submissions, students and exercises it makes of them."""

    pattern: str
    files: int
    submissions: int
    students: int
    exercises: int


_CANVAS: Final = "*_{student}_*_{exercise}"
_USUAL: Final = (
    "{student}_*_assignsubmission_file*/{exercise}",
    "{student}_*_assignsubmission_file_{exercise}",
    "*_{student}_attempt_*_{exercise}",
    "{student}/{exercise}",
    "{student}_{exercise}",
    "{exercise}/{student}",
    "{exercise}_{student}",
    "{student}-{exercise}",
    "{exercise}-{student}",
    "{student} {exercise}",
    "{exercise} {student}",
    "*/{student}/{exercise}",
    "{student}/*/{exercise}",
    "{student}_attempt*_{exercise}",
    "{student}_{exercise}_attempt*",
    "* - {student} - * - {exercise}",
    "{student}_20*_{exercise}",
    "{student}_{exercise}_20*",
    "{exercise}_{student}_20*",
    "20*_{student}_{exercise}",
)
_ONE: Final = (
    "{student}_*_assignsubmission_file*/*",
    "{student}_*_assignsubmission_file_*",
    "{student}/*",
    "{student}",
)
_MACHINE: Final = re.compile(r"^(late|attempt|try|version|v|final)?\d*$", re.IGNORECASE)


def suggested(files: Sequence[File], names: Names, wanted: str) -> tuple[str, str]:
    """Returns the usual pattern that fits most of the files, and what it makes of them; nothing where none fits most.

    Of those that fit as many files, the one that makes the fewest students of them. Where what a platform adds to a
    name would become part of a student's, a pattern does not fit: it would make ten students of six.
    """
    endings = {file.path.suffix for file in files}
    ending = endings.pop() if len(endings) == 1 else ".*"
    if files and all(canvas_name(file.stem) for file in files):
        usual: tuple[str, ...] = (_CANVAS,)
    else:
        usual = (*_USUAL, *(_ONE if wanted else ()))
    fits = [fit for text in usual if (fit := _fit(files, f"{text}{ending}", names, wanted))]
    if not fits:
        return "", ""
    best = min(fits, key=lambda fit: (-fit.files, -fit.submissions, fit.students))
    if 2 * best.files < len(files):
        return "", ""
    students = f"{best.students} student{'s' if best.students > 1 else ''}"
    exercises = f"{best.exercises} exercise{'s' if best.exercises > 1 else ''}"
    whole = best.submissions == best.students * best.exercises and best.files == len(files)
    counts = f"{students} × {exercises}" if whole else f"{students}, {exercises}, {best.files} of {len(files)} files"
    return best.pattern, counts


def _fit(files: Sequence[File], text: str, names: Names, wanted: str) -> _Fit | None:
    """How a pattern fits; None where it does not."""
    pattern = read_pattern(text)
    found = [key for file in files if len(read := keys(file.parts, pattern, names, wanted, None)) == 1 for key in read]
    students = {student for student, _ in found}
    people = {_person(student) for student in students}
    if not found or len(people) < len(students) or any(written_at(one) for one in students if not one.isdecimal()):
        return None
    return _Fit(
        pattern=text,
        files=len(found),
        submissions=len(set(found)),
        students=len(students),
        exercises=len({exercise for _, exercise in found}),
    )


def _person(student: str) -> str:
    """A student's word without numbers, attempts and marks that differ from file to file."""
    kept = [part for part in re.split(r"[ _-]+", student) if not _MACHINE.match(part)]
    return "_".join(kept).casefold() or student
