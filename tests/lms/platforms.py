"""Packages an exercise for each platform and runs it there, in a container that holds nothing of this project.

python -m tests.lms.platforms [PLATFORM …] [--quick] [--only WORD]

It takes root, debootstrap, Debian's packages and a package index.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from grader.sandbox.tiers import TIERS
from tests.lms.handed_in import COURSE, submissions
from tests.lms.machine import ROOT, Machine, missing
from tests.lms.marks import read
from tests.lms.stands import STANDS

if TYPE_CHECKING:
    from tests.lms.handed_in import Submission
    from tests.lms.machine import Outcome
    from tests.lms.stands import Stand

__all__: list[str] = []

_PACKAGES: Final = "ca-certificates,curl,python3,python3-pip,unzip"
_MORE: Final = "make python3-venv"
_MANY: Final = 4


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One submission on one platform: what is wrong (nothing where all is as it must be), and what it took."""

    platform: str
    submission: str
    share: float | None
    wrong: str
    tier: str
    peak: int
    seconds: float


def main() -> int:
    """Prints the table; its last line sums up. 1 where something is wrong, 2 where nothing could be run."""
    options = _options()
    reason = missing()
    if reason:
        print(f"nothing was run: {reason}")
        return 2
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="jitgrade-platforms-") as text:
        folder = options.keep or Path(text)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)
        machine = Machine(folder)
        base, more = _images(machine)
        for name in options.platforms or STANDS:
            print(f"{name}: packaging and setting up", file=sys.stderr)
            stand = STANDS[name](machine, base if name == "gradescope" else more, _packaged(name, folder))
            every = [one for one in submissions(quick=options.quick) if options.only in one.name]
            for landlock in (True, False):
                stand.room = msgspec.structs.replace(stand.room, landlock=landlock)
                for submission in every:
                    if landlock or (stand.root and submission.hostile):
                        rows.append(_row(stand, submission))
                        print(_line(rows[-1]), flush=True)
    return _summed_up(rows)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.lms.platforms", description=__doc__)
    parser.add_argument("platforms", nargs="*", choices=[[], *STANDS], metavar="PLATFORM", help="(default: all four)")
    parser.add_argument("--quick", action="store_true", help="a few submissions only")
    parser.add_argument("--only", default="", metavar="WORD", help="submissions whose name contains this")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="make the containers here, and leave them")
    return parser.parse_args()


def _images(machine: Machine) -> tuple[list[str], list[str]]:
    """What Gradescope's image holds, Python without the means to make environments; and what the others' do."""
    base = [machine.bootstrap("base", _PACKAGES)]
    layer = machine.layer("more")
    install = f"apt-get install -qq --no-install-recommends {_MORE} >/dev/null && useradd -m -u 2000 autolab"
    machine.set_up(layer, base, "/bin/sh", "-c", f"apt-get update -qq && {install}")
    return base, ["more", *base]


def _packaged(platform: str, folder: Path) -> Path:
    """What ``grade package`` writes for the platform, as an instructor types it."""
    path = folder / f"package-{platform}{'.zip' if platform == 'gradescope' else ''}"
    words = [sys.executable, "-m", "grader", "package", platform, "1", "--course", str(COURSE), "--output", str(path)]
    words += ["--image", "jitgrade:1"] if platform == "prairielearn" else []
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words[2:])} ended with {done.returncode}")
    return path


def _row(stand: Stand, submission: Submission) -> Row:
    outcome, given = stand.run(submission.files, damaged=submission.broken)
    found = read(stand.name, given)
    wrong = found.wrong or _wrong(submission, outcome, found.share, given or b"")
    stand.machine.forget(outcome.layer)
    return Row(
        platform=stand.name,
        submission=submission.name + ("" if stand.room.landlock else ", no Landlock"),
        share=found.share,
        wrong=wrong,
        tier=_tier(outcome.said + (given or b"")),
        peak=outcome.peak,
        seconds=outcome.seconds,
    )


def _wrong(submission: Submission, outcome: Outcome, share: float | None, given: bytes) -> str:
    """What is not as it must be, in words."""
    said = given.decode("utf-8", "replace")
    end = f" (exit code {outcome.code}; {outcome.said[-400:].decode('utf-8', 'replace')!r})"
    if outcome.survivors:
        return f"left behind: {', '.join(outcome.survivors[:_MANY])}"
    if submission.broken:
        return "" if share is None else f"our fault became the mark {share:g}"
    if outcome.code != 0:
        return f"there is no result{end}"
    if submission.full is None and share:
        return f"nothing was to be graded, and there is the mark {share:g}"
    if submission.full is True and share != 1:
        return f"not all points: {share}{end}"
    if submission.full is False and (share is None or share >= 1):
        return f"the mark is {share}{end}"
    if submission.said not in said:
        return f"it does not say {submission.said!r}"
    return next((f"it tells {word!r}: {_around(said, word)}" for word in submission.unsaid if word in said), "")


def _tier(said: bytes) -> str:
    """How the submission was isolated, where that is told."""
    words = rb"|".join(tier.encode() for tier in TIERS)
    found = re.search(rb"isolation[: ]+(" + words + rb")", said)
    return found[1].decode() if found else "-"


def _around(text: str, word: str) -> str:
    at = text.index(word)
    return repr(text[at : at + 200])


def _line(row: Row) -> str:
    share = "no mark" if row.share is None else f"{row.share:.0%}"
    took = f"{row.seconds:6.1f} s {row.peak >> 20:5} MiB"
    verdict = f"WRONG: {row.wrong}" if row.wrong else "ok"
    return f"{row.platform:13} {row.submission:54} {share:>8} {row.tier:10} {took}  {verdict}"


def _summed_up(rows: list[Row]) -> int:
    wrong = sum(bool(row.wrong) for row in rows)
    platforms = ", ".join(dict.fromkeys(row.platform for row in rows))
    peak = max((row.peak for row in rows), default=0) >> 20
    right = f"{len(rows) - wrong} of {len(rows)} submissions as they must be"
    print(f"{right} ({platforms or 'nothing was run'}); most memory {peak} MiB")
    return 1 if wrong else 0 if rows else 2


if __name__ == "__main__":
    sys.exit(main())
