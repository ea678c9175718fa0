"""Goes through the folders that were named, each by its own layout, and puts together what they hold."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from grader.batch.layouts import by_pattern, by_roster, gradescope, nbgrader
from grader.batch.layouts.found import Claim, Found, LayoutError, misfit
from grader.batch.layouts.joining import join
from grader.batch.layouts.naming import Names
from grader.batch.layouts.patterns import Pattern, read_pattern
from grader.batch.layouts.rosters import Roster, read_roster
from grader.batch.layouts.walking import OTHER_KIND, SOURCES, File, Tree, is_source, walk
from grader.batch.nouns import Misfit
from grader.course import NoExerciseError, find_exercise
from grader.model.exercise import Course
from grader.model.spelling import meant

__all__ = ["find"]

_UNTOLD: Final = (
    "Whose it is cannot be told; say how files are named with --pattern '{student}_{exercise}.py', or name a --roster."
)


class _Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How names are read: what the instructor said of them. ``wanted`` is the one exercise that is graded, or ""."""

    names: Names
    wanted: str
    pattern: Pattern | None
    roster: Roster | None


def find(
    folders: Sequence[Path], course: Course, *, exercise: str = "", pattern: str = "", roster: Path | None = None
) -> Found:
    """Returns what lies in folders and files: whose it is, for which exercise, and what does not match, with why.

    The metadata of nbgrader's and Gradescope's layouts say so, else ``pattern``, else ``roster``. Raises LayoutError
    where one of these, or ``exercise``, or a folder is wrong.
    """
    asked = _asked(course, exercise, pattern, roster)
    claims: list[Claim] = []
    misfits: list[Misfit] = []
    words: list[str] = []
    for folder in folders:
        root = _resolved(folder)
        try:
            word, found = _found(root, asked)
            words.append(word)
            for one in found:
                if isinstance(one, Misfit):
                    misfits.append(one)
                elif _writable(one.path):
                    claims.append(one)
                else:
                    misfits.append(
                        misfit(one.path, "Its name, or a folder's, holds bytes that are no text; rename it.")
                    )
        except OSError as error:
            raise LayoutError(f"{folder} cannot be read: {error.strerror}") from None
    submissions, left = join(claims, course)
    # Folders that were named may lie in one another, so that one layout tells what another does not.
    named = {one.path for one in submissions}
    left += [one for one in misfits if one.path not in named]
    return Found(
        submissions=tuple(submissions),
        misfits=tuple(sorted(set(left), key=lambda one: (one.path, one.reason))),
        layout=" and ".join(dict.fromkeys(words)),
        students=tuple(asked.roster.ids.values()) if asked.roster else (),
    )


def _asked(course: Course, exercise: str, pattern: str, roster: Path | None) -> _Asked:
    wanted = ""
    if exercise:
        try:
            wanted = find_exercise(course, exercise).name
        except NoExerciseError as error:
            raise LayoutError(str(error)) from None
        if wanted not in {folder.name for folder in course.exercises}:
            raise LayoutError(f"--exercise '{exercise}' is no exercise of the course '{course.title}'")
    read = read_pattern(pattern) if pattern else None
    if read and not read.names_exercise() and not wanted:
        raise LayoutError(f"--pattern '{pattern}' has no {{exercise}}; write it in, or say which with --exercise")
    return _Asked(names=Names(course), wanted=wanted, pattern=read, roster=read_roster(roster) if roster else None)


def _resolved(folder: Path) -> Path:
    """Returns what the instructor named as an absolute path; a link to a file stays one. Raises LayoutError."""
    try:
        if folder.is_dir():
            return folder.resolve()
        if os.path.lexists(folder):
            return folder.parent.resolve() / folder.name
        beside = sorted(path.name for path in folder.parent.iterdir()) if folder.parent.is_dir() else []
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise LayoutError(f"{folder} cannot be read: {reason}") from None
    near = meant(folder.name, beside) if beside else ""
    raise LayoutError(f"there is no folder or file '{folder}'{near if near.endswith('?') else ''}")


def _found(root: Path, asked: _Asked) -> tuple[str, Iterator[Claim | Misfit]]:
    """Returns the words for a folder's layout, and what lies in it."""
    if root.is_dir():
        told = asked.pattern is not None or asked.roster is not None
        if gradescope.is_export(root):
            return gradescope.WORDS, gradescope.claims(root, asked.names, asked.wanted)
        if submitted := nbgrader.submitted(root, told=told):
            return nbgrader.WORDS, nbgrader.claims(submitted, asked.names, asked.wanted)
    if asked.pattern:
        return f"names by the pattern '{asked.pattern.text}'", _loose(root, asked)
    if asked.roster:
        return f"names by the roster {asked.roster.name}", _loose(root, asked)
    return "no layout that is known", _loose(root, asked)


def _loose(root: Path, asked: _Asked) -> Iterator[Claim | Misfit]:
    """Yields what lies in a folder without metadata, or the one file that was named."""
    if not root.is_dir():
        yield from _read([_single(root, asked.pattern)], asked) if is_source(root.name) else [misfit(root, OTHER_KIND)]
        return
    tree = walk(root)
    yield from tree.misfits
    taken: set[tuple[str, ...]] = set()
    keys: set[tuple[str, str]] = set()
    whose = {file.path: file.parts for file in tree.files}
    for found in _read(tree.files, asked):
        if isinstance(found, Claim):
            taken.add(whose[found.path])
            keys.add((found.student, found.exercise))
        yield found
    yield from tree.unmatched(taken, 1)
    yield from _other_kinds(tree, keys, asked)
    for parts in tree.folders:
        if parts and gradescope.is_export(folder := root.joinpath(*parts)):
            yield misfit(folder, "It seems to be Gradescope's export; name this very folder to have it read as one.")


def _other_kinds(tree: Tree, keys: set[tuple[str, str]], asked: _Asked) -> Iterator[Misfit]:
    """Yields what is no source and would be a submission if it were, where its student has none for that exercise."""
    for file in tree.others:
        renamed = [(*file.parts[:-1], file.stem + ending) for ending in SOURCES]
        would_be = {key for parts in renamed for key in _keys(parts, asked)}
        if len(would_be) == 1 and not would_be & keys:
            yield misfit(file.path, OTHER_KIND)


def _keys(parts: tuple[str, ...], asked: _Asked) -> set[tuple[str, str]]:
    if asked.pattern:
        found = by_pattern.keys(parts, asked.pattern, asked.names, asked.wanted, asked.roster)
    else:
        found = by_roster.keys(parts, asked.roster, asked.names) if asked.roster else set()
    return {(student, exercise) for student, exercise in found if asked.wanted in ("", exercise)}


def _single(path: Path, pattern: Pattern | None) -> File:
    """Returns a file that was named by itself: as many of the last names of its path count as a pattern has."""
    names = pattern.text.count("/") + 1 if pattern else 1
    return File(path=path, parts=path.parts[-names:])


def _read(files: list[File], asked: _Asked) -> Iterator[Claim | Misfit]:
    if asked.pattern:
        return by_pattern.claims(files, asked.pattern, asked.names, asked.wanted, asked.roster)
    if asked.roster:
        return by_roster.claims(files, asked.roster, asked.names, asked.wanted)
    return (misfit(file.path, _UNTOLD) for file in files)


def _writable(path: Path) -> bool:
    """Says whether a path can be written down as text."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True
