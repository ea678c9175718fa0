"""Finds in the folder where a platform puts a submission the file for each exercise, and says what is wrong there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.batch.layouts.naming import Names, share_out
from grader.batch.layouts.walking import File, walk
from grader.batch.nouns import Misfit
from grader.course import SubmissionError, read_submission
from grader.course.archives import stems_in
from grader.course.submissions import raw_bytes
from grader.reports.plain import clean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grader.batch.layouts.walking import Tree
    from grader.lms.run_in.nouns import Order
    from grader.model.exercise import Course, Exercise, Source

__all__ = ["handed_in"]

_ARCHIVE: Final = ".zip"


def handed_in(folder: Path, order: Order, course: Course, exercises: Sequence[Exercise]) -> list[Source | str]:
    """Returns what was handed in for each exercise: its source, or in a sentence why that is the student's failure.

    Where one exercise is asked for, its one file may have any name. Raises SubmissionError (``usage``) where there is
    nothing that could be graded.
    """
    try:
        tree = walk(folder, frozenset(order.beside))
    except OSError as error:
        raise SubmissionError(f"Nothing was handed in that can be read ({error.strerror}).", usage=True) from None
    files = tree.files
    if order.only:
        named = {name.strip("/") for name in order.only}
        files = [file for file in (*tree.files, *tree.others) if "/".join(file.parts) in named]
    alone = exercises[0].folder.name if len(exercises) == 1 else ""
    if not files and alone and len(tree.others) == 1:
        files = tree.others
    claims, misfits = _claims(files, Names(course), alone, [exercise.folder.name for exercise in exercises])
    found: list[Source | str] = []
    refused: list[str] = []
    for exercise in exercises:
        try:
            found.append(_read(claims.get(exercise.folder.name, []), exercise))
        except SubmissionError as error:
            found.append(str(error))
            refused += [str(error)] if error.usage else []
    if len(refused) < len(exercises):
        return found
    if claims:
        raise SubmissionError(next(iter(refused)), usage=True)
    raise SubmissionError(_nothing(tree, misfits, exercises), usage=True)


def _claims(
    files: Sequence[File], names: Names, alone: str, wanted: Sequence[str]
) -> tuple[dict[str, list[File]], list[str]]:
    """The files for each exercise by their names; an archive stands for those in it. Also, why others are for none."""
    archives = [] if alone else [file for file in files if _is_archive(file) and not names.meant(file.stem)]
    claims: dict[str, list[File]] = {}
    misfits: list[str] = []
    plain = [(file, file.stem) for file in files if file not in archives]
    for one in share_out(plain, names, default=alone, notebook=bool(alone)):
        if isinstance(one, Misfit):
            misfits.append(one.reason)
        else:
            claims.setdefault(one[1], []).append(one[0])
    for file in archives:
        try:
            stems = stems_in(raw_bytes(file.path), clean(file.path.name))
        except SubmissionError:
            stems = ()
        inside = {exercise for stem in stems if (exercise := names.meant(stem))}
        misfits += [names.unknown(stem) for stem in stems if not inside]
        if not stems:  # what is wrong with it is told of each exercise that may be in it
            inside = {exercise for exercise in wanted if exercise not in claims}
        for exercise in inside:
            claims.setdefault(exercise, []).append(file)
    return claims, misfits


def _read(files: Sequence[File], exercise: Exercise) -> Source:
    """What was handed in for an exercise. Raises SubmissionError."""
    if not files:
        message = f"Nothing was handed in for exercise {exercise.number}: call its file exercise{exercise.number}.py."
        raise SubmissionError(message, usage=True)
    if len(files) > 1:
        which = " and ".join(clean("/".join(file.parts)) for file in files)
        raise SubmissionError(f"{which} are both for exercise {exercise.number}; hand in one of them.", usage=True)
    return read_submission(files[0].path, exercise)


def _nothing(tree: Tree, misfits: Sequence[str], exercises: Sequence[Exercise]) -> str:
    """Why there is nothing that could be graded."""
    if misfits:
        return misfits[0]
    if tree.misfits:
        return tree.misfits[0].reason
    if tree.others:
        return f"{clean(tree.others[0].path.name)} is no .py file, notebook or .zip; hand in one of these."
    wanted = " and ".join(f"exercise{exercise.number}.py" for exercise in exercises)
    return f"Nothing was handed in; hand in {wanted}."


def _is_archive(file: File) -> bool:
    return file.path.suffix.lower() == _ARCHIVE
