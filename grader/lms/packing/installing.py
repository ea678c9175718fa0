"""What installs the grader once, in an image or on a server: a script, pinned packages, our wheel, a Dockerfile."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from grader.lms.packing.nouns import File, Files
from grader.lms.packing.pins import UV, requirements
from grader.lms.packing.wheel import wheel

__all__ = ["HOME", "dockerfile", "install_files", "template"]

HOME: Final = "/opt/jitgrade"
"""Where it is installed."""
_TEMPLATES: Final = Path(__file__).with_name("templates")


def install_files(pins: dict[str, str], python: str, *, hashes: bool) -> Files:
    """Returns what setup.sh needs, and itself. Raises PackingError where digests are wanted and cannot be had."""
    name, data = wheel()
    lines = requirements(pins | UV, python, hashes=hashes)
    return {
        "setup.sh": File(data=template("setup.sh", python=python), executable=True),
        "requirements.txt": File(data="".join(line for name, line in lines.items() if name not in UV).encode()),
        "uv.txt": File(data="".join(lines[name] for name in UV).encode()),
        f"wheels/{name}": File(data=data),
    }


def dockerfile(base: str, *, copied: str = "", last: str = "") -> File:
    """Returns a Dockerfile that installs the grader over an image, then says ``copied`` and ``last``."""
    return File(data=template("Dockerfile", base=base, copied=copied, last=last))


def template(name: str, /, **values: str) -> bytes:
    """Returns a template's text with each ``@NAME@`` in it replaced by its value."""
    text = (_TEMPLATES / name).read_text(encoding="utf-8")
    return re.sub(r"@([A-Z]+)@", lambda found: values[found[1].lower()], text).encode()
