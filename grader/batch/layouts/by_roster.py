"""Files whose names, or whose folder's, hold one student's id of a roster; what is left of the name says for what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from grader.batch.layouts.found import Claim, misfit
from grader.batch.layouts.naming import Names, share_out
from grader.batch.layouts.rosters import Roster
from grader.batch.layouts.walking import File
from grader.batch.nouns import Misfit

__all__ = ["claims", "keys"]


def claims(files: list[File], roster: Roster, names: Names, wanted: str) -> Iterator[Claim | Misfit]:
    """Yields whose each file is. What has no exercise in its name has that of its folder, else ``wanted``."""
    groups: dict[tuple[str, tuple[str, ...]], list[tuple[File, str]]] = {}
    for file in files:
        owners = _owners(file.parts, file.path.parent.name, roster)
        if len(owners) != 1:
            yield misfit(file.path, _why(sorted(owners), roster))
            continue
        (owner,) = owners
        groups.setdefault((owner, file.parts[:-1]), []).append((file, _word(file.stem, owner, roster, names)))
    for (owner, folders), group in groups.items():
        default = _default(folders, owner, roster, names) or wanted
        for found in share_out(group, names, default=default, wanted=wanted):
            if isinstance(found, Misfit):
                yield found
            else:
                yield Claim(student=owner, exercise=found[1], path=found[0].path)


def keys(parts: tuple[str, ...], roster: Roster, names: Names) -> set[tuple[str, str]]:
    """Returns whose, and for which exercise's folder, a file is by its own names, if these say both."""
    stem = PurePath(parts[-1]).stem
    owners = _owners(parts, "", roster)
    found = {(owner, names.meant(_word(stem, owner, roster, names))) for owner in owners if len(owners) == 1}
    return {(owner, exercise) for owner, exercise in found if exercise}


def _word(stem: str, owner: str, roster: Roster, names: Names) -> str:
    """Returns the word for the exercise in a file's name."""
    rests = roster.rests(stem, owner)
    return next((rest for rest in rests if names.meant(rest)), rests[0])


def _default(folders: tuple[str, ...], owner: str, roster: Roster, names: Names) -> str:
    """Returns the exercise that the innermost folder which names one is for; "" where none does."""
    rests = (rest for folder in reversed(folders) for rest in roster.rests(folder, owner))
    return next((meant for rest in rests if (meant := names.meant(rest))), "")


def _owners(parts: tuple[str, ...], folder: str, roster: Roster) -> set[str]:
    """Returns whose a file may be: whom the roster names for it, else whose ids stand in its name and folders.

    Where these say nobody, ``folder`` may: that of one student, named by itself.
    """
    for name in ("/".join(parts), parts[-1], parts[0]):
        if name in roster.files:
            return {roster.files[name]}
    inside = (*parts[:-1], PurePath(parts[-1]).stem)
    found = {student for name in inside for student, _, _ in roster.places(name)}
    return found or {student for student, _, _ in roster.places(folder)}


def _why(owners: list[str], roster: Roster) -> str:
    if not owners:
        return f"No id of {roster.name} stands in its name or its folder's; rename it, or add a column 'file' there."
    return (
        f"The ids of {' and '.join(repr(owner) for owner in owners[:3])} stand in its name or its folder's; rename it."
    )
