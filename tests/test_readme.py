"""What the README says is what the program says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"<!-- grade --help -->\s*```\w*\n(.*?)```", re.DOTALL)


def test_the_readme_shows_the_help_page_as_it_is():
    """The fenced block after the comment ``<!-- grade --help -->`` is the page at 100 columns."""
    shown = BLOCK.search(README.read_text(encoding="utf-8"))
    assert shown, "README.md has no block after <!-- grade --help -->"
    command = [sys.executable, "-m", "grader", "--help"]
    env = {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, capture_output=True, env=env, timeout=60, check=True)
    assert shown[1].rstrip() == done.stdout.decode().replace("\r\n", "\n").rstrip()
