"""What the containers of the platforms are made of: a root file system of Debian's, layers over it, control groups."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import msgspec

__all__ = ["Machine", "Outcome", "Room", "missing"]

ROOT: Final = Path(__file__).resolve().parents[2]
SUITES: Final = {(3, 11): "bookworm", (3, 13): "trixie"}
"""Debian's release whose own Python is this one."""
_GROUPS: Final = Path("/sys/fs/cgroup")
_PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_MOST_SAID: Final = 4 << 20


def missing() -> str:
    """Why no container can be made here, in words; nothing where it can."""
    if os.geteuid() != 0:
        return "only root can make one"
    if shutil.which("debootstrap") is None:
        return "debootstrap is missing (apt-get install debootstrap)"
    if sys.version_info[:2] not in SUITES:
        return f"no release of Debian has Python {sys.version_info.major}.{sys.version_info.minor} of its own"
    if not (_GROUPS / "memory").is_dir():
        return "there are no control groups of version 1"
    return ""


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """What a platform gives: bytes, share of cores in hundredths, processes, and limits as ``resource`` names them.

    Without ``landlock`` the kernel is one that does not know it yet.
    """

    memory: int
    hundredths: int
    processes: int = 1024
    limits: dict[str, int] = {}
    landlock: bool = True


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a run: its exit code, what it said, what outlived it, its layer, the most memory, the seconds."""

    code: int
    said: bytes
    survivors: tuple[str, ...]
    layer: Path
    peak: int
    seconds: float


class Machine:
    """Makes containers in a folder. ``layers`` of a container are the names of earlier ones, the topmost first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def bootstrap(self, name: str, packages: str) -> str:
        """Makes a root file system with these packages of Debian's, where it is not there yet; returns its name."""
        place = self._folder / name / "upper"
        if not (place / "done").exists():
            shutil.rmtree(place, ignore_errors=True)
            suite = SUITES[sys.version_info[:2]]
            command = ["debootstrap", "--variant=minbase", f"--include={packages}", suite, str(place)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(f"debootstrap failed: {done.stdout[-1000:]}{done.stderr[-1000:]}")
            (place / "done").touch()
        return name

    def layer(self, name: str = "") -> Path:
        """An empty folder for files of a new layer; without a name, one that nobody else has."""
        self._count += 1
        path = self._folder / (name or f"run-{os.getpid()}-{self._count}") / "upper"
        shutil.rmtree(path.parent, ignore_errors=True)
        path.mkdir(parents=True)
        return path

    def forget(self, layer: Path) -> None:
        """Removes a layer."""
        shutil.rmtree(layer.parent, ignore_errors=True)

    def set_up(self, layer: Path, below: list[str], *command: str) -> None:
        """Runs a command as root, with this machine's network and package index, that is to succeed."""
        binds = {"/etc/resolv.conf": "/etc/resolv.conf", "/etc/ssl/certs": "/etc/ssl/certs", **_index()}
        binds = {path: inside for path, inside in binds.items() if Path(path).exists()}
        told = {name: text for name, text in os.environ.items() if name.startswith("PIP_") or "proxy" in name.lower()}
        outcome = self.run(layer, below, list(command), binds=binds, environment=told, room=None)
        if outcome.code:
            sys.exit(f"{' '.join(command)} ended with {outcome.code}:\n{outcome.said.decode(errors='replace')[-3000:]}")

    def run(
        self,
        layer: Path,
        below: list[str],
        command: list[str],
        *,
        room: Room | None,
        folder: str = "/",
        user: int = 0,
        binds: dict[str, str] | None = None,
        environment: dict[str, str] | None = None,
        longest: float = 900.0,
    ) -> Outcome:
        """Runs a command over a layer; where there is ``room``, within it, confined and without a network."""
        place = layer.parent
        for name in ("work", "target"):
            (place / name).mkdir(exist_ok=True)
        with contextlib.ExitStack() as stack:
            groups = [stack.enter_context(_group(*each)) for each in (_limits(room) if room else ())]
            held = {str(group): "/sys/fs/cgroup/memory" for group in groups if group.parent.name == "memory"}
            order: dict[str, Any] = {
                "layers": [str(self._folder / name / "upper") for name in below],
                "upper": str(layer),
                "work": str(place / "work"),
                "target": str(place / "target"),
                "binds": {**(binds or {}), **held},
                "command": command,
                "environment": {"PATH": _PATH, "HOME": "/root", "LANG": "C.UTF-8", **(environment or {})},
                "folder": folder,
                "user": user,
                "confined": room is not None,
                "network": room is None,
                "limits": room.limits if room else {},
                "landlock": room is None or room.landlock,
                "groups": list(map(str, groups)),
                "report": str(place / "report.json"),
            }
            (place / "order.json").write_text(json.dumps(order), encoding="utf-8")
            began = time.monotonic()
            said, killed = _said(place / "order.json", longest)
            seconds = time.monotonic() - began
            peak = max((_number(group / "memory.max_usage_in_bytes") for group in groups), default=0)
        try:
            report = json.loads((place / "report.json").read_bytes())
        except ValueError:
            report = {"code": 124 if killed else 125, "survivors": []}
        return Outcome(
            code=report["code"],
            said=said,
            survivors=tuple(report["survivors"]),
            layer=layer,
            peak=peak,
            seconds=round(seconds, 1),
        )


def _said(order: Path, longest: float) -> tuple[bytes, bool]:
    """What the chamber printed, and whether it had to be killed."""
    with tempfile.TemporaryFile() as file:
        words = [sys.executable, "-m", "tests.lms.chamber", str(order)]
        with subprocess.Popen(
            words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT
        ) as process:
            try:
                process.wait(longest)
                killed = False
            except subprocess.TimeoutExpired:
                process.kill()
                killed = True
        file.seek(0)
        return file.read(_MOST_SAID), killed


def _limits(room: Room) -> list[tuple[str, dict[str, int]]]:
    """What is written into which controller's files."""
    return [
        ("memory", {"memory.limit_in_bytes": room.memory}),
        ("cpu", {"cpu.cfs_period_us": 100_000, "cpu.cfs_quota_us": room.hundredths * 1000}),
        ("pids", {"pids.max": room.processes}),
    ]


@contextlib.contextmanager
def _group(controller: str, limits: dict[str, int]) -> Any:
    """A control group with limits, that is removed in the end."""
    path = Path(tempfile.mkdtemp(prefix="jitgrade-", dir=_GROUPS / controller))
    try:
        for name, value in limits.items():
            (path / name).write_text(str(value), encoding="ascii")
        yield path
    finally:
        for _ in range(50):
            try:
                path.rmdir()
                break
            except OSError:  # the last of its processes is about to be gone
                time.sleep(0.1)


def _number(path: Path) -> int:
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def _index() -> dict[str, str]:
    """The files by which pip finds its index here, to be bound where they are: none of them is ever written down."""
    done = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    named = re.findall(r"(?:file://)?(/[^\s'\"]+?)(?:/simple)?(?=['\"\s])", done.stdout)  # an index has files beside it
    fixed = ["/etc/pip.conf", "/etc/xdg/pip", str(Path.home() / ".config/pip"), str(Path.home() / ".pip")]
    found = {path for path in (*fixed, *named) if Path(path).exists() and not path.startswith("/etc/ssl")}
    return {path: path for path in sorted(found) if not found.intersection(map(str, Path(path).parents))}
