"""Four platforms, played as they are: what their images hold, how they set a package up, and how they run it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.lms.machine import Outcome, Room
from tests.lms.marks import HIGHEST
from tests.lms.vpl_environment import vpl_environment

if TYPE_CHECKING:
    from tests.lms.machine import Machine

__all__ = ["STANDS", "Stand"]

_USER: Final = 2000
_MIB: Final = 1 << 20


class Stand:
    """One platform with one package; ``made`` is what ``grade package`` wrote. ``root``: it grades as root."""

    name = ""
    root = False
    room = Room(memory=2048 * _MIB, hundredths=100)

    def __init__(self, machine: Machine, base: list[str], made: Path) -> None:
        self.machine = machine
        self.made = made
        self.installed = f"installed-{self.name}"
        self.below = [self.installed, *base]
        layer = machine.layer(self.installed)
        self.set_up(layer, base)

    def set_up(self, layer: Path, base: list[str]) -> None:
        """Does what the platform does once, when its image is built."""
        raise NotImplementedError

    def run(self, files: dict[str, bytes], *, damaged: bool) -> tuple[Outcome, bytes | None]:
        """Hands files in; returns what came of it, and the result that the platform reads."""
        raise NotImplementedError

    def _docker(self, folder: Path, layer: Path, base: list[str]) -> None:
        """Does what a Dockerfile of ours says: copies, and runs."""
        for line in (folder / "Dockerfile").read_text(encoding="utf-8").splitlines():
            word, _, rest = line.partition(" ")
            if word == "COPY":
                *sources, target = shlex.split(rest)
                for source in sources:
                    _copy(folder / source, layer / target.strip("/"))
            elif word == "RUN":
                self.machine.set_up(layer, base, "/bin/sh", "-c", rest)
            elif word not in {"FROM", "USER", "#", "", "ENTRYPOINT"}:
                raise ValueError(f"a Dockerfile of ours says {word}")


class Gradescope(Stand):
    """The zip's setup.sh when the image is built, run_autograder for each submission; half a core, 768 MB."""

    name = "gradescope"
    root = True
    room = Room(memory=768 * _MIB, hundredths=50)

    def set_up(self, layer: Path, base: list[str]) -> None:
        place = layer / "autograder"
        place.mkdir()
        shutil.copy2(self.made, place / "autograder.zip")
        steps = (
            "cd /autograder && unzip -q autograder.zip -d source && rm autograder.zip && cp source/run_autograder . "
        )
        steps += "&& chmod +x run_autograder && mkdir submission results && chmod +x source/setup.sh && source/setup.sh"
        self.machine.set_up(layer, base, "/bin/bash", "-c", steps)

    def run(self, files: dict[str, bytes], *, damaged: bool) -> tuple[Outcome, bytes | None]:
        layer = self.machine.layer()
        _write(layer / "autograder" / "submission", files)
        assignment = {"id": 1, "total_points": "8.0", "title": "Twice"}
        told = {"id": 7, "created_at": "2026-11-30T12:00:00.0Z", "assignment": assignment, "users": [{"name": "A"}]}
        _write(layer / "autograder", {"submission_metadata.json": json.dumps(told).encode()})
        if damaged:
            _write(layer / "autograder" / "source" / "course", {"course.yaml": b"title: ["})
        outcome = self.machine.run(
            layer, self.below, ["/autograder/run_autograder"], room=self.room, folder="/autograder"
        )
        return outcome, _result(layer / "autograder" / "results" / "results.json")


class PrairieLearn(Stand):
    """The image of the question's Dockerfile; the entrypoint that info.json names, with the question's tests/."""

    name = "prairielearn"
    root = True
    room = Room(memory=2048 * _MIB, hundredths=90)

    def set_up(self, layer: Path, base: list[str]) -> None:
        self._docker(self.made / "image", layer, base)

    def run(self, files: dict[str, bytes], *, damaged: bool) -> tuple[Outcome, bytes | None]:
        layer = self.machine.layer()
        grade = layer / "grade"
        _write(grade / "student", files)
        _write(grade / "data", {"data.json": b'{"params": {}, "submitted_answers": {}}'})
        shutil.copytree(self.made / "tests", grade / "tests")
        if damaged:
            (grade / "tests" / "course" / "course.yaml").write_bytes(b"title: [")
        options = json.loads((self.made / "info.json").read_bytes())["externalGradingOptions"]
        (layer / options["entrypoint"].strip("/")).chmod(0o755)
        outcome = self.machine.run(
            layer, self.below, [options["entrypoint"]], room=self.room, longest=options["timeout"]
        )
        return outcome, _result(grade / "results" / "results.json")


class Autolab(Stand):
    """``make`` as the user autolab, with Tango's limits; what it prints is the feedback, its last line the scores."""

    name = "autolab"
    room = Room(
        memory=2048 * _MIB,
        hundredths=100,
        processes=100,
        limits={"RLIMIT_NPROC": 100, "RLIMIT_FSIZE": 100 * _MIB},
    )

    def set_up(self, layer: Path, base: list[str]) -> None:
        self._docker(self.made / "image", layer, base)

    def run(self, files: dict[str, bytes], *, damaged: bool) -> tuple[Outcome, bytes | None]:
        layer = self.machine.layer()
        place = layer / "home" / "autolab"
        grader = (self.made / "autograde.tar").read_bytes()
        ours = {"autograde.tar": grader[:2000] if damaged else grader}
        ours["Makefile"] = (self.made / "autograde-Makefile").read_bytes()
        _write(place, {**files, **ours}, owner=_USER)
        outcome = self.machine.run(
            layer, self.below, ["/usr/bin/make"], room=self.room, folder="/home/autolab", user=_USER
        )
        return outcome, outcome.said[: 1000 * 1024]


class Vpl(Stand):
    """vpl_evaluate.sh, then the execution files are removed, then vpl_execution; its output is the result."""

    name = "vpl"
    room = Room(memory=2048 * _MIB, hundredths=100, processes=100, limits={"RLIMIT_FSIZE": 64 * _MIB})

    def set_up(self, layer: Path, base: list[str]) -> None:
        _copy(self.made / "server", layer / "root" / "server")
        self.machine.set_up(layer, base, "/bin/bash", "/root/server/setup.sh")

    def run(self, files: dict[str, bytes], *, damaged: bool) -> tuple[Outcome, bytes | None]:
        layer = self.machine.layer()
        place = layer / "home" / "p2000"
        names = ("vpl_run.sh", "vpl_evaluate.sh", "jitgrade.b64")
        ours = {name: (self.made / name).read_bytes() for name in names}
        if damaged:
            ours["jitgrade.b64"] = ours["jitgrade.b64"][:2000]
        ours["vpl_environment.sh"] = vpl_environment(files, HIGHEST)
        _write(place, {**files, **ours}, owner=_USER)
        for name in names:
            (place / name).chmod(0o700)
        where = {"folder": "/home/p2000", "user": _USER, "room": self.room}
        self.machine.run(layer, self.below, ["/home/p2000/vpl_evaluate.sh"], **where)
        for name in (*names, "vpl_environment.sh"):
            (place / name).unlink()
        outcome = self.machine.run(layer, self.below, ["/home/p2000/vpl_execution"], **where)
        return outcome, outcome.said


def _write(folder: Path, files: dict[str, bytes], *, owner: int = 0) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
        os.chown(folder / name, owner, owner)
    os.chown(folder, owner, owner)


def _copy(source: Path, target: Path) -> None:
    """Copies a folder's content, or a file, into a folder, as COPY does."""
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target / source.name)


def _result(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None


STANDS: Final = {stand.name: stand for stand in (Gradescope, PrairieLearn, Autolab, Vpl)}
"""By the platform's name."""
