"""Fresh interpreters to lock in, for nothing that is locked in can ever be let out again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

OUTCOMES = """
import errno, json, os
def outcome(attempt):
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno, repr(error))
    except BaseException as error:
        return repr(error)
    return "fine"
def tell(attempts):
    os.write(1, json.dumps({name: outcome(attempt) for name, attempt in attempts.items()}).encode())
    os._exit(0)
"""
"""For scripts: tries things and writes "fine" or the name of each one's error."""


@pytest.fixture(scope="session")
def locked() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a script in an interpreter of its own and returns how that ended."""

    def run(script: str, *arguments: object, seconds: int = 60) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-c", OUTCOMES + script, *map(str, arguments)]
        environment = {"PATH": os.environ["PATH"], "JAX_PLATFORMS": "cpu", "OPENBLAS_NUM_THREADS": "1"}
        return subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, env=environment, cwd=os.sep, check=False
        )

    return run


@pytest.fixture(scope="session")
def outcomes(locked) -> Callable[..., dict[str, str]]:
    """Runs a script that ends in `tell` and returns what it told."""

    def run(script: str, *arguments: object, seconds: int = 60) -> dict[str, str]:
        done = locked(script, *arguments, seconds=seconds)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
