"""Files whose names, or whose folder's, hold one student's id of a roster; what is left of the name says for what."""

from __future__ import annotations

from collections.abc import Iterator

from grader.batch.layouts.found import Claim, misfit
from grader.batch.layouts.naming import Names, share_out
from grader.batch.layouts.rosters import Roster
from grader.batch.layouts.walking import File
from grader.batch.nouns import Misfit

__all__ = ["claims"]


def claims(files: list[File], roster: Roster, names: Names, wanted: str) -> Iterator[Claim | Misfit]:
    """Yields whose each file is. What has no exercise in its name has that of its folder, else ``wanted``."""
    groups: dict[tuple[str, tuple[str, ...]], list[tuple[File, str]]] = {}
    for file in files:
        owners = _owners(file, roster)
        if len(owners) != 1:
            yield misfit(file.path, _why(sorted(owners), roster))
            continue
        (owner,) = owners
        rests = roster.rests(file.stem, owner)
        word = next((rest for rest in rests if names.meant(rest)), rests[0])
        groups.setdefault((owner, file.parts[:-1]), []).append((file, word))
    for (owner, folders), group in groups.items():
        rests = [rest for folder in reversed(folders) for rest in roster.rests(folder, owner)]
        default = next((meant for rest in rests if (meant := names.meant(rest))), wanted)
        for found in share_out(group, names, default=default, wanted=wanted):
            if isinstance(found, Misfit):
                yield found
            else:
                yield Claim(student=owner, exercise=found[1], path=found[0].path)


def _owners(file: File, roster: Roster) -> set[str]:
    """Returns whose a file may be: whom the roster names for it, else whose ids stand in its name and folders."""
    for name in ("/".join(file.parts), file.parts[-1], file.parts[0]):
        if name in roster.files:
            return {roster.files[name]}
    inside = (*file.parts[:-1], file.stem)
    found = {student for name in inside for student, _, _ in roster.places(name)}
    # Where a folder of one student was named by itself.
    return found or {student for student, _, _ in roster.places(file.path.parent.name)}


def _why(owners: list[str], roster: Roster) -> str:
    if not owners:
        return f"No id of {roster.name} stands in its name or its folder's; rename it, or add a column 'file' there."
    return (
        f"The ids of {' and '.join(repr(owner) for owner in owners[:3])} stand in its name or its folder's; rename it."
    )
