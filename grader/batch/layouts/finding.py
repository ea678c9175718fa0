"""Goes through the folders that were named, each by its own layout, and puts together what they hold.

Every file below them ends up as a submission, as a misfit, or aside: what a layout has no word for is told here.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec

from grader.batch.layouts import by_pattern, by_roster, gradescope, nbgrader
from grader.batch.layouts.found import Claim, Found, LayoutError, misfit, shown
from grader.batch.layouts.joining import join
from grader.batch.layouts.naming import Names
from grader.batch.layouts.patterns import Pattern, read_pattern
from grader.batch.layouts.rosters import Roster, read_roster
from grader.batch.layouts.walking import (
    SOURCES,
    File,
    Layout,
    Tree,
    bare_names,
    doubled,
    is_source,
    passed_over,
    walk,
    why_no_source,
)
from grader.batch.nouns import Misfit
from grader.course import NoExerciseError, SubmissionError, find_exercise
from grader.course.archives import all_names_in, unpack
from grader.model.exercise import Course
from grader.model.spelling import meant

__all__ = ["find"]

_UNTOLD: Final = "Whose it is cannot be told; say how files are named with --pattern, or name a --roster."
_LISTED: Final = 20
"""Files of other kinds in one folder that are listed each; more are counted."""


class _Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How names are read: what the instructor said of them. ``wanted`` is the one exercise that is graded, or ""."""

    names: Names
    wanted: str
    pattern: Pattern | None
    roster: Roster | None
    results: Path | None


def find(
    folders: Sequence[Path],
    course: Course,
    *,
    exercise: str = "",
    pattern: str = "",
    roster: Path | None = None,
    results: Path | None = None,
) -> Found:
    """Returns what lies in folders and files: whose it is, for which exercise, and what does not match, with why.

    The metadata of nbgrader's and Gradescope's layouts say so, else ``pattern``, else ``roster``. An archive of
    submissions is unpacked below ``results``, the folder for results; without one, archives stay closed. Raises
    LayoutError where one of these, or ``exercise``, or a folder is wrong.
    """
    asked = _asked(course, exercise, pattern, roster, results)
    claims: list[Claim] = []
    misfits: list[Misfit] = []
    aside: list[Misfit] = []
    words: list[str] = []
    hints: list[tuple[str, str]] = []
    archives = _Archives(asked)
    for folder in folders:
        root = _resolved(folder)
        try:
            for layout in _layouts(root, asked, archives):
                words.append(layout.words)
                _share(layout, asked, claims, misfits, aside)
                if not layout.known:
                    hints += _hints(layout.tree, asked)
        except OSError as error:
            raise LayoutError(f"{folder} cannot be read: {error.strerror}") from None
    submissions, left, older = join(claims, course, asked.names)
    # Folders that were named may lie in one another, so that one layout tells what another does not.
    named = {one.path for one in submissions}
    left += [one for one in (*misfits, *archives.misfits) if one.path not in named]
    told = named | {one.path for one in left}
    older += [one for one in (*aside, *archives.aside) if one.path not in told]
    return Found(
        submissions=tuple(submissions),
        misfits=_sorted(map(archives.outside, left)),
        layout=" and ".join(dict.fromkeys(words)),
        students=asked.roster.students if asked.roster else (),
        aside=_sorted(map(archives.outside, older)),
        hints=tuple(dict.fromkeys(hints)),
    )


def _sorted(misfits: Iterable[Misfit]) -> tuple[Misfit, ...]:
    return tuple(sorted(set(misfits), key=lambda one: (one.path, one.reason, one.student)))


def _asked(course: Course, exercise: str, pattern: str, roster: Path | None, results: Path | None) -> _Asked:
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
    return _Asked(
        names=Names(course),
        wanted=wanted,
        pattern=read,
        roster=read_roster(roster) if roster else None,
        results=results.absolute() if results else None,
    )


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


class _Archives:
    """Archives that hold submissions of several people: unpacked below the folder for results, each into its own."""

    def __init__(self, asked: _Asked) -> None:
        self._folder = asked.results / "unpacked" if asked.results else None
        self._opened: dict[Path, Path] = {}
        self.misfits: list[Misfit] = []
        self.aside: list[Misfit] = []

    def opened(self, path: Path) -> Path | None:
        """Returns the folder with what an archive holds; None, and a misfit, where it cannot be unpacked."""
        if self._folder is None:
            return None
        if path not in self._opened:
            folder = self._folder / f"{len(self._opened) + 1}_{path.stem}"
            shutil.rmtree(folder, ignore_errors=True)
            try:
                folder.mkdir(parents=True)
                left = unpack(path, folder)
            except SubmissionError as error:
                self.misfits.append(misfit(path, str(error)))
                return None
            except OSError as error:
                self.misfits.append(misfit(path, f"It cannot be unpacked to {folder}: {error.strerror}."))
                return None
            self._opened[path] = folder.resolve()
            self.misfits += [misfit(path / name, reason) for name, reason in left]
        return self._opened[path]

    def outside(self, one: Misfit) -> Misfit:
        """Returns a misfit by its place in the archive, not in the folder into which that was unpacked."""
        for path, folder in self._opened.items():
            if one.path == shown(str(folder)) or one.path.startswith(shown(f"{folder}{os.sep}")):
                place = shown(str(path)) + one.path.removeprefix(shown(str(folder)))
                return msgspec.structs.replace(one, path=place)
        return one


def _layouts(root: Path, asked: _Asked, archives: _Archives) -> Iterator[Layout]:
    """Yields what lies in a folder or file by its layout, and in the archives in it that hold several submissions."""
    if root.is_dir():
        yield from _opened(_folder(root, asked), asked, archives)
        return
    file = _single(root, asked.pattern)
    if root.suffix.lower() == ".zip" and not _keys(file.parts, asked) and (inside := archives.opened(root)):
        within = _unwrapped(inside, root.stem)
        around = walk(inside).aside if within != inside else []
        archives.aside += [one for one in around if Path(one.path).parent == inside]
        yield from _opened(_folder(within, asked), asked, archives)
        return
    source = is_source(root.name)
    tree = Tree(root=root.parent, files=[file] if source else [], others=[] if source else [file])
    if not any(one.path == str(root) for one in archives.misfits):
        yield _loose(tree, asked)


def _unwrapped(folder: Path, name: str) -> Path:
    """The one folder that an archive consists of, where that is called as the archive, or is Gradescope's export."""
    within = [one for one in folder.iterdir() if not passed_over(one.name)]
    alone = len(within) == 1 and within[0].is_dir()
    return within[0] if alone and (within[0].name == name or gradescope.is_export(within[0])) else folder


def _opened(layout: Layout, asked: _Asked, archives: _Archives) -> Iterator[Layout]:
    """Yields a layout, and those of archives in it that are nobody's by their names and places, and hold several's."""
    read = layout.loose and (asked.pattern or asked.roster)
    nobodys = {one.path for one in layout.found if read and isinstance(one, Misfit) and not one.student}
    closed = [file for file in layout.tree.files if shown(str(file.path)) in nobodys and not layout.home(file.parts)[0]]
    several = [file for file in closed if file.path.suffix.lower() == ".zip" and _holds_several(file, asked)]
    inside = {file.path: folder for file in several if (folder := archives.opened(file.path))}
    found = tuple(one for one in layout.found if one.path not in {shown(str(path)) for path in inside})
    files = [file for file in layout.tree.files if file.path not in inside]
    yield (
        msgspec.structs.replace(layout, found=found, tree=msgspec.structs.replace(layout.tree, files=files))
        if inside
        else layout
    )
    for folder in inside.values():
        yield msgspec.structs.replace(_folder(folder, asked), packed=True)


def _holds_several(file: File, asked: _Asked) -> bool:
    """Whether an archive holds sources that are several students' by their names: one's own is no class's."""
    names = (tuple(name.split("/")) for name in all_names_in(file.path) if is_source(name))
    found = (_keys(parts, asked) for parts in names if not any(map(passed_over, parts)))
    return len({student for keys in found if len(keys) == 1 for student, _ in keys}) > 1


def _folder(root: Path, asked: _Asked) -> Layout:
    """Returns what lies in a folder, by its layout."""
    told = asked.pattern is not None or asked.roster is not None
    if gradescope.is_export(root):
        return gradescope.layout(root, asked.names, asked.wanted)
    if submitted := nbgrader.submitted(root, told=told):
        found = nbgrader.layout(submitted, asked.names, asked.wanted)
        return found if submitted == root or nbgrader.is_course(root) else _with_others(found, root, asked)
    return _loose(walk(root, results=asked.results), asked)


def _with_others(layout: Layout, root: Path, asked: _Asked) -> Layout:
    """Returns nbgrader's layout with what lies beside its folder, where none of nbgrader's own folders does."""
    around = walk(root, frozenset({layout.tree.root.name}), results=asked.results)
    layout.tree.aside.extend(one for one in around.aside if one.path != shown(str(layout.tree.root)))
    layout.tree.misfits.extend(around.misfits)
    told = f"It does not lie in {layout.tree.root.name}/STUDENT/ASSIGNMENT, as nbgrader has it; move it there."
    besides = (misfit(file.path, told) for file in (*around.files, *around.others, *around.hidden))
    return msgspec.structs.replace(layout, found=(*layout.found, *besides))


def _loose(tree: Tree, asked: _Asked) -> Layout:
    """Returns what lies in a folder without metadata, or the one file that was named."""
    home: Callable[[tuple[str, ...]], tuple[int, tuple[str, ...]]] = lambda _: (0, ())  # noqa: E731 - one of three
    words, found = "no layout that is known", [misfit(file.path, _UNTOLD) for file in tree.files]
    if asked.pattern:
        words, home = f"names by the pattern '{asked.pattern.text}'", by_pattern.homes(asked.pattern, asked.roster)
    elif asked.roster:
        words, home = f"names by the roster {asked.roster.name}", partial(by_roster.home, roster=asked.roster)
    exports = [folder for parts in tree.folders if parts and gradescope.is_export(folder := tree.root.joinpath(*parts))]
    told = "It seems to be Gradescope's export; name this very folder to have it read as one."
    return Layout(
        words=words,
        tree=tree,
        found=(*(_read(tree.files, asked) or found), *(misfit(folder, told, files=0) for folder in exports)),
        keys=lambda parts: _keys(parts, asked),
        home=home,
        known=bool(asked.pattern or asked.roster),
        loose=True,
    )


def _share(layout: Layout, asked: _Asked, claims: list[Claim], misfits: list[Misfit], aside: list[Misfit]) -> None:
    """Puts all that a layout tells, and each file of which it tells nothing, where it belongs."""
    tree = layout.tree
    told: set[str] = set()
    mine: list[Claim] = []
    folders = {shown(str(tree.root.joinpath(*parts))): parts for parts in tree.folders if parts}
    covered: dict[tuple[str, ...], Misfit] = {}
    for one in layout.found:
        told.add(shown(str(one.path)))
        if isinstance(one, Misfit):
            if one.path in folders and one.files:
                covered[folders[one.path]] = one
            else:
                misfits.append(one)
        elif _writable(one.path):
            mine.append(msgspec.structs.replace(one, packed=layout.packed))
        else:
            misfits.append(misfit(one.path, "Its name, or a folder's, holds bytes that are no text; rename it."))
    claims += mine
    rest = [file for file in (*tree.files, *tree.others, *tree.hidden) if shown(str(file.path)) not in told]
    within: dict[tuple[str, ...], int] = dict.fromkeys(covered, 0)
    open_ = []
    for file in rest:
        above = next((parts for at in range(len(file.parts)) if (parts := file.parts[:at]) in covered), None)
        if above is None:
            open_.append(file)
        else:
            within[above] += 1
    misfits += [msgspec.structs.replace(one, files=within[parts]) for parts, one in covered.items()]
    misfits += tree.misfits
    aside += tree.aside
    _others(layout, open_, mine, asked.wanted, misfits, aside)


def _others(
    layout: Layout,
    files: Sequence[File],
    claims: Sequence[Claim],
    wanted: str,
    misfits: list[Misfit],
    aside: list[Misfit],
) -> None:
    """Tells of files that no layout reads: what they should be called, or that they lie beside what is graded."""
    keys: dict[tuple[str, str], str] = {}
    homes: dict[tuple[str, ...], str] = {}
    for claim in claims:
        keys.setdefault((claim.student, claim.exercise), claim.path.name)
        homes.setdefault(claim.parts[: layout.home(claim.parts)[0]], claim.path.name)
    homes.pop((), None)
    unknown: list[tuple[File, str]] = []
    for file in files:
        called, meant_for = _would_be(layout, file)
        exercises = {exercise for _, exercise in meant_for}
        depth, students = layout.home(file.parts)
        beside = next((homes[parts] for at in range(len(file.parts)) if (parts := file.parts[:at]) in homes), "")
        group = len(meant_for) == 1 or {student for student, _ in meant_for} <= set(students)
        unread = file not in layout.tree.hidden and is_source(file.path.name)  # by a layout, for it is not asked for
        if unread or (wanted and exercises and wanted not in exercises):
            aside.append(misfit(file.path, "It is for another exercise than the one that was asked for."))
        elif len(exercises) == 1 and group:
            lacking = sorted(key for key in meant_for if key not in keys)
            reason = why_no_source(file, called)
            misfits += [misfit(file.path, reason, student=one, exercise=exercise) for one, exercise in lacking]
            if not lacking:
                beside = next(keys[key] for key in meant_for)
                aside.append(misfit(file.path, f"It lies beside {shown(beside)}."))
        elif beside and not doubled(file.path.name):
            aside.append(misfit(file.path, f"It lies beside {shown(beside)}."))
        else:
            unknown.append((file, students[0] if depth and len(students) == 1 else ""))
    _unknown(layout.tree, unknown, misfits)


def _would_be(layout: Layout, file: File) -> tuple[str, set[tuple[str, str]]]:
    """What a file should be called, without an ending, and whose it then is and for what; nothing if unknown."""
    for name in bare_names(file.path.name):
        found = {key for ending in SOURCES for key in layout.keys((*file.parts[:-1], name + ending))}
        if found:
            return name, found
    return "", set()


def _unknown(tree: Tree, files: Sequence[tuple[File, str]], misfits: list[Misfit]) -> None:
    """Tells of files that are nobody's, of many in one folder by their number."""
    ordered = sorted(files, key=lambda one: one[0].parts[:-1])
    grouped = {parts: list(group) for parts, group in groupby(ordered, key=lambda one: one[0].parts[:-1])}
    for parts in dict.fromkeys((*grouped, *tree.beyond)):
        group = grouped.get(parts, [])
        count = len(group) + tree.beyond[parts]
        if count > _LISTED:
            said = f"It holds {count} files, but no .py file, notebook or .zip; ask for one of these."
            if any(file.parts[:-1] == parts for file in tree.files):
                said = f"Besides, it holds {count} files that are no .py file, notebook or .zip."
            misfits.append(misfit(tree.root.joinpath(*parts), said, files=count))
        else:
            misfits += [misfit(file.path, why_no_source(file, ""), student=student) for file, student in group]


def _keys(parts: tuple[str, ...], asked: _Asked) -> set[tuple[str, str]]:
    if asked.pattern:
        return by_pattern.keys(parts, asked.pattern, asked.names, asked.wanted, asked.roster)
    return by_roster.keys(parts, asked.roster, asked.names, asked.wanted) if asked.roster else set()


def _single(path: Path, pattern: Pattern | None) -> File:
    """Returns a file that was named by itself: as many of the last names of its path count as a pattern has."""
    names = pattern.text.count("/") + 1 if pattern else 1
    return File(path=path, parts=path.parts[-names:])


def _read(files: list[File], asked: _Asked) -> Iterator[Claim | Misfit] | None:
    if asked.pattern:
        return by_pattern.claims(files, asked.pattern, asked.names, asked.wanted, asked.roster)
    return by_roster.claims(files, asked.roster, asked.names, asked.wanted) if asked.roster else None


def _hints(tree: Tree, asked: _Asked) -> list[tuple[str, str]]:
    """Returns the usual pattern that fits what lies in a folder, and what it makes of it; nothing where none fits."""
    pattern, counts = by_pattern.suggested(tree.files, asked.names, asked.wanted)
    return [(pattern, counts)] if pattern else []


def _writable(path: Path) -> bool:
    """Says whether a path can be written down as text."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True
