"""Which packages a platform installs: the versions installed here, and the digests of what the index has of them."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec

from grader.lms.packing.errors import PackingError

__all__ = ["MACHINES", "UV", "installed", "requirements"]

UV: Final = {"uv": "0.13.9"}
"""What brings Python where a platform has none of the version: it knows the digests of all that it downloads."""
MACHINES: Final = ("x86_64", "aarch64")
"""For which processors digests are looked up; the first one must be had."""
_GLIBC: Final = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_17", "manylinux2014", "manylinux_2_12", "manylinux1")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def installed(name: str = "jitgrade") -> dict[str, str]:
    """Returns the packages that one needs here, however indirectly, with their versions, but not itself."""
    found: dict[str, str] = {}
    waiting = [name]
    while waiting:
        for line in importlib.metadata.requires(waiting.pop()) or ():
            needed, _, condition = line.partition(";")
            match = _NAME.match(needed)
            if match is None or "extra" in condition:
                continue
            known = re.sub(r"[-_.]+", "-", match[0]).lower()
            try:
                version = importlib.metadata.version(known)
            except importlib.metadata.PackageNotFoundError:
                continue  # of another system or another Python
            if known not in found:
                found[known] = version
                waiting.append(known)
    return dict(sorted(found.items()))


def requirements(pins: dict[str, str], python: str, *, hashes: bool) -> dict[str, str]:
    """Returns what a requirements file says of each package: exactly this version.

    With ``hashes`` it has the digests of its wheels for this Python (such as 3.12) on Linux, which pip looks up in
    the index that it is set up for. Raises PackingError where they cannot be had.
    """
    digests: dict[str, set[str]] = {name: set() for name in pins}
    for machine in MACHINES if hashes else ():
        try:
            looked_up = _looked_up(pins, python, machine)
        except PackingError:
            if machine == MACHINES[0]:
                raise
            continue  # where it is installed nevertheless, pip says which digest is missing
        for name, digest in looked_up.items():
            digests[name].add(digest)
    known = {name: "".join(f" \\\n    --hash=sha256:{one}" for one in sorted(found)) for name, found in digests.items()}
    return {name: f"{name}=={version}{known[name]}\n" for name, version in pins.items()}


def _looked_up(pins: dict[str, str], python: str, machine: str) -> dict[str, str]:
    """The SHA-256 of each package's wheel, as the index tells it."""
    platforms = [argument for tag in _GLIBC for argument in ("--platform", f"{tag}_{machine}")]
    with tempfile.TemporaryDirectory() as folder:
        wanted, report = Path(folder, "wanted.txt"), Path(folder, "report.json")
        wanted.write_text("".join(f"{name}=={version}\n" for name, version in pins.items()), encoding="ascii")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--no-deps", "--ignore-installed"]
        command += ["--target", str(Path(folder, "target")), "--only-binary", ":all:", "--python-version", python]
        command += [*platforms, "--report", str(report), "--requirement", str(wanted)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - our own words
        if done.returncode:
            said = next((line for line in done.stderr.splitlines() if "ERROR" in line), "pip failed")
            raise PackingError(
                f"the digests of {len(pins)} packages for Python {python} on Linux cannot be looked up "
                f"({said.removeprefix('ERROR: ')}); with --no-hashes they are pinned by their versions alone"
            )
        tree: dict[str, Any] = msgspec.json.decode(report.read_bytes())
    found = {}
    for entry in tree["install"]:
        name = re.sub(r"[-_.]+", "-", entry["metadata"]["name"]).lower()
        found[name] = entry["download_info"]["archive_info"]["hashes"]["sha256"]
    return found
