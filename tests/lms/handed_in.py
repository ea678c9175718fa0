"""What is handed in to a packaged exercise, and what must come of it: right, wrong, missing, broken and hostile."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.attacks.attack import read_attacks

__all__ = ["NAME", "Submission", "submissions"]

NAME: Final = "exercise1.py"
COURSE: Final = Path(__file__).resolve().parents[1] / "end_to_end" / "small_course"
ROOT: Final = Path(__file__).resolve().parents[2]
_SOLUTION: Final = COURSE / "solutions" / "01_double"
_ATTACKS: Final = (
    "06_read_hidden",
    "10_proc_root",
    "11_write_outside",
    "15_kill_grader",
    "16_signal_everyone",
    "21_forge_result",
    "22_fork_bomb",
    "24_memory_bomb",
    "29_disk_fill",
    "31_output_flood",
    "32_daemon",
    "46_crash",
    "daemon_that_respawns",
    "closed_folders",
)


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """Files by name, and what must come of them.

    ``full``: all points (True), not all (False), or no attempt (None: no mark or 0, as the platform has it). ``said``
    must stand in the result, and ``unsaid`` must not. ``broken``: our part of the container is damaged, so that nothing
    is graded.
    """

    name: str
    files: dict[str, bytes]
    full: bool | None = False
    said: str = ""
    unsaid: tuple[str, ...] = ()
    broken: bool = False

    @property
    def hostile(self) -> bool:
        """Whether it is after more than points."""
        return self.name.startswith(("hostile", "attack"))


def submissions(*, quick: bool) -> list[Submission]:
    """Returns all of them, or the few that tell most."""
    right = (_SOLUTION / "solution.py").read_bytes()
    few = [
        Submission(name="right", files={NAME: right}, full=True),
        Submission(name="wrong", files={NAME: (_SOLUTION / "wrong" / "squared.py").read_bytes()}),
        Submission(name="missing", files={}, full=None),
        Submission(
            name="hostile: reads what is hidden",
            files={NAME: _hostile("reader")},
            said="hiddenthingsunseen",
            unsaid=("hiddenthingsread",),
        ),
        Submission(name="hostile: forges a result", files={NAME: _hostile("forger")}),
        Submission(name="hostile: leaves processes", files={NAME: _hostile("survivor")}),
        Submission(name="ours: the course is damaged", files={NAME: right}, full=None, broken=True),
    ]
    if quick:
        return few
    attacks = {attack.name: attack for attack in read_attacks([ROOT / "tests" / "attacks" / "os"])}
    return [
        *few,
        Submission(name="a notebook", files={"exercise1.ipynb": _notebook(right.decode())}, full=True),
        Submission(name="a zip", files={"handed.zip": _zipped({NAME: right})}, full=True),
        Submission(
            name="two files", files={NAME: right, "double.py": right}, full=None, said="are both for exercise 1"
        ),
        Submission(name="no Python", files={NAME: b"def double(x:\n"}),
        Submission(name="no text", files={NAME: bytes(range(256)) * 40}),
        Submission(name="a damaged zip", files={"handed.zip": _zipped({NAME: right})[:60]}),
        Submission(name="endless", files={NAME: b"def double(x):\n    while True:\n        pass\n"}),
        Submission(name="takes all memory", files={NAME: _hostile("memory")}),
        Submission(name="hostile: markup and control characters", files={NAME: _hostile("markup")}),
        *(
            Submission(
                name=f"attack: {name}",
                files={NAME: attacks[name].handed_in(_told(), name)},
                unsaid=("BREACH",),
            )
            for name in _ATTACKS
        ),
    ]


def _hostile(name: str) -> bytes:
    return (Path(__file__).with_name("hostile") / f"{name}.py").read_bytes()


def _told() -> dict[str, Any]:
    """What the attacks are told of the container."""
    course = "/autograder/source/course"
    return {
        "id": "word",
        "hidden": course,
        "subs": "/autograder/submission",
        "home": "/root",
        "gradebook": "/autograder/results/results.json",
        "graderlib": "/opt/jitgrade/lib",
        "jaxcache": "/tmp/jaxcache",
        "left": [],
        "tcp": 9,
        "udp": 9,
        "abstract": "none",
        "sockpath": "/tmp/none",
        "gpid": 1,
        "secret_addr": 0,
        "secret_len": 0,
        "shmkey": 0,
    }


def _notebook(code: str) -> bytes:
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": code, "id": "one"}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def _zipped(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()
