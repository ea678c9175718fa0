"""Files whose names, or whose folder's, hold one student's id of a roster; what is left of the name says for what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

import msgspec

from grader.batch.layouts.found import Claim, misfit
from grader.batch.layouts.naming import Names, canvas_name, share_out
from grader.batch.layouts.rosters import Roster
from grader.batch.layouts.walking import File
from grader.batch.nouns import Misfit

__all__ = ["claims", "home", "keys"]


def claims(files: list[File], roster: Roster, names: Names, wanted: str) -> Iterator[Claim | Misfit]:
    """Yields whose each file is. What has no exercise in its name has that of its folder, else ``wanted``."""
    groups: dict[tuple[str, tuple[str, ...]], list[tuple[File, str]]] = {}
    for file in files:
        owners = _owners(file.parts, file.path.parent.name, roster)
        if len(owners) != 1:
            yield misfit(file.path, _why(sorted(owners), file, roster))
            continue
        (owner,) = owners
        groups.setdefault((owner, file.parts[:-1]), []).append((file, _word(file.stem, owner, roster, names)))
    for (owner, folders), group in groups.items():
        default = _default(folders, owner, roster, names) or wanted
        for found in share_out(group, names, default=default, wanted=wanted):
            if isinstance(found, Misfit):
                yield msgspec.structs.replace(found, student=owner)
            else:
                yield Claim(student=owner, exercise=found[1], path=found[0].path, parts=found[0].parts)


def keys(parts: tuple[str, ...], roster: Roster, names: Names, wanted: str) -> set[tuple[str, str]]:
    """Returns whose, and for which exercise's folder, a file is by its name and its folders', if these say both."""
    stem = PurePath(parts[-1]).stem
    owners = _owners(parts, "", roster)
    if len(owners) != 1:
        return set()
    (owner,) = owners
    meant = names.meant_by_file(_word(stem, owner, roster, names))
    exercise = meant or _default(parts[:-1], owner, roster, names) or wanted
    return {(owner, exercise)} if exercise else set()


def home(parts: tuple[str, ...], roster: Roster) -> tuple[int, tuple[str, ...]]:
    """Returns how many names lead to the folder of one student's own on the way to a file, and whose that is."""
    for depth, name in enumerate(parts[:-1], 1):
        owners = {student for student, _, _ in roster.places(name)}
        if len(owners) == 1:
            return depth, tuple(owners)
    return 0, ()


def _word(stem: str, owner: str, roster: Roster, names: Names) -> str:
    """Returns the word for the exercise in a file's name."""
    canvas = canvas_name(stem)
    rests = roster.rests(canvas.name if canvas else stem, owner)
    return next((rest for rest in rests if names.meant_by_file(rest)), rests[0])


def _default(folders: tuple[str, ...], owner: str, roster: Roster, names: Names) -> str:
    """Returns the exercise that the innermost folder which names one is for; "" where none does."""
    rests = (rest for folder in reversed(folders) for rest in roster.rests(folder, owner))
    return next((meant for rest in rests if (meant := names.meant(rest))), "")


def _owners(parts: tuple[str, ...], folder: str, roster: Roster) -> set[str]:
    """Returns whose a file may be: whom the roster names for it, else whose ids stand in its name and folders.

    Where these say nobody, ``folder`` may: that of one student, named by itself. Of a file that Canvas named, its ID of
    the student counts, and no other number that Canvas put there.
    """
    for name in ("/".join(parts), parts[-1], parts[0]):
        if name in roster.files:
            return {roster.files[name]}
    stem = PurePath(parts[-1]).stem
    canvas = canvas_name(stem)
    if canvas:
        listed = (roster.listed(canvas.user), roster.listed(canvas.who))
        if found := {student for student in listed if student}:
            return found
        stem = canvas.name
    found = {student for name in (*parts[:-1], stem) for student, _, _ in roster.places(name)}
    return found or {student for student, _, _ in roster.places(folder)}


def _why(owners: list[str], file: File, roster: Roster) -> str:
    """Returns why a file is nobody's, or may be several people's."""
    if owners:
        several = " and ".join(repr(owner) for owner in owners[:3])
        return f"The ids of {several} stand in its name or its folder's; rename it."
    canvas = canvas_name(file.stem)
    words = [canvas.user] if canvas else re.findall(r"[^\W_]+", "/".join((*file.parts[:-1], file.stem)))
    near = next((near for word in words if any(map(str.isdecimal, word)) and (near := roster.near(word))), None)
    hint = f"is it '{near}'? Then rename it" if near else "rename it"
    return f"No id of {roster.name} stands in its name or its folder's; {hint}, or add a column 'file' there."
