"""A grader that is killed takes all it started with it, in every tier; a hundred times by ``tests.attacks.killed``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a killed grader is not noticed")

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("tier", ["namespaces", "landlock", "uid", "limits"])
def test_nothing_survives_a_grader_that_is_killed_while_the_file_runs(tier):
    command = [sys.executable, "-m", "tests.attacks.killed", "--rounds", "1", "--tier", tier, "--moment", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=110)
    if "not run: " in done.stdout:
        pytest.skip(done.stdout.splitlines()[0])
    assert done.returncode == 0, done.stdout + done.stderr
