"""Finds in the folder where a platform puts a submission the file for each exercise, and says what is wrong there."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

import msgspec

from grader.batch.layouts.walking import File, walk
from grader.course import SubmissionError, read_submission
from grader.course.archives import names_in
from grader.course.submissions import raw_bytes
from grader.lms.run_in.naming import KINDS, Assignment, listed
from grader.model.exercise import Source
from grader.reports.plain import clean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grader.batch.layouts.walking import Tree
    from grader.lms.run_in.nouns import Order
    from grader.model.exercise import Course, Exercise

__all__ = ["HandedIn", "handed_in"]

_ARCHIVE: Final = ".zip"
_NOTEBOOK: Final = ".ipynb"


class HandedIn(msgspec.Struct, frozen=True, kw_only=True):
    """For each exercise its source, or in a sentence why there is none; in a ``note``, which files were not used."""

    sources: tuple[Source | str, ...]
    note: str = ""


def handed_in(folder: Path, order: Order, course: Course, exercises: Sequence[Exercise]) -> HandedIn:
    """Returns what was handed in for each exercise.

    Where one exercise is asked for, its one file may have any name. Raises SubmissionError (``usage``) where there is
    nothing that could be graded, and OSError where the folder cannot be read.
    """
    tree = walk(folder, frozenset(order.beside))
    assignment = Assignment(course, exercises)
    files, others = tree.files, tree.others
    if order.only:
        named = {name.strip("/") for name in order.only}
        files, others = [file for file in (*files, *others) if "/".join(file.parts) in named], []
    alone = exercises[0] if len(exercises) == 1 else None
    if not files and alone and len(others) == 1:
        files, others = others, []
    claims, unused = _claims(files, assignment, () if alone else exercises)
    if alone and not claims and unused:
        chosen = _only(unused, alone)
        claims = {alone.folder.name: [chosen]}
        unused = [file for file in unused if file is not chosen]
    names = [_path(file) for file in (*unused, *(file for file in others if assignment.meant_by_file(file.stem)))]
    note = assignment.unused(names)
    found: list[Source | str] = []
    refused: list[str] = []
    for exercise in exercises:
        try:
            found.append(_read(claims.get(exercise.folder.name, []), exercise))
        except SubmissionError as error:
            found.append(str(error))
            refused += [str(error)] if error.usage else []
    if len(refused) < len(exercises):
        return HandedIn(sources=tuple(found), note=note)
    said = " ".join(refused) if claims else _nothing(tree, note, assignment)
    raise SubmissionError(f"{said} {note}".strip() if claims else said, usage=True)


def _claims(
    files: Sequence[File], assignment: Assignment, packed: Sequence[Exercise]
) -> tuple[dict[str, list[File]], list[File]]:
    """The files for each exercise by their names, and those for none.

    Where there are several exercises, which may be ``packed`` together, an archive stands for those in it.
    """
    claims: dict[str, list[File]] = {}
    unused: list[File] = []
    archives: list[File] = []
    for file in files:
        if exercise := assignment.meant_by_file(file.stem):
            claims.setdefault(exercise, []).append(file)
        else:
            (archives if packed and _is(file, _ARCHIVE) else unused).append(file)
    for file in archives:
        try:
            names = names_in(raw_bytes(file.path), clean(file.path.name))
        except SubmissionError:
            names = ()
        meant = {name: assignment.meant(PurePosixPath(name).stem) for name in names}
        unused += [File(path=file.path, parts=(*file.parts, name)) for name in names if not meant[name]]
        inside = set(filter(None, meant.values()))
        if not names:  # what is wrong with it is told of each exercise that may be in it
            inside = {exercise.folder.name for exercise in packed if exercise.folder.name not in claims}
        for exercise in inside:
            claims.setdefault(exercise, []).append(file)
    return claims, unused


def _only(files: Sequence[File], exercise: Exercise) -> File:
    """The file for the one exercise, where none is called like it. Raises SubmissionError where several may be."""
    for some in (files, [file for file in files if _is(file, _NOTEBOOK)]):
        if len(some) == 1:
            return some[0]
    number = exercise.number
    which = listed([_path(file) for file in files])
    raise SubmissionError(f"{which}: call the one for exercise {number} exercise{number}.py.", usage=True)


def _read(files: Sequence[File], exercise: Exercise) -> Source:
    """What was handed in for an exercise. Raises SubmissionError."""
    number = exercise.number
    if not files:
        message = f"Nothing was handed in for exercise {number}: call its file exercise{number}.py."
        raise SubmissionError(message, usage=True)
    if len(files) > 1:
        which = listed([_path(file) for file in files])
        several = "both" if len(files) == 2 else "all"  # noqa: PLR2004 - what the word means
        raise SubmissionError(f"{which} are {several} for exercise {number}; hand in one of them.", usage=True)
    return read_submission(files[0].path, exercise)


def _nothing(tree: Tree, note: str, assignment: Assignment) -> str:
    """Why there is nothing that could be graded."""
    if note:
        return f"{note} Hand in {assignment.files}."
    if tree.misfits:
        return tree.misfits[0].reason
    if tree.others:
        which = listed([_path(file) for file in tree.others])
        return f"{which} {'are' if len(tree.others) > 1 else 'is'} {KINDS}; hand in one of these."
    return f"Nothing was handed in; hand in {assignment.files}."


def _path(file: File) -> str:
    return "/".join(file.parts)


def _is(file: File, suffix: str) -> bool:
    return file.path.suffix.lower() == suffix
