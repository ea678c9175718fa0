"""nbgrader's formgrader as an instructor has it: served over HTTP, from the course folder."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["formgrader"]

_PATIENCE = 120.0
_TOKEN = "formgrader"


@contextmanager
def formgrader(folder: Path, home: Path) -> Iterator[Callable[[str], str]]:
    """Serves a course folder; gives what fetches a page below ``formgrader/``. Raises HTTPError for one that failed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [
        *(sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root", f"--port={port}", "--port-retries=0"),
        f"--IdentityProvider.token={_TOKEN}",
        f"--ServerApp.root_dir={folder}",
        "--ServerApp.jpserver_extensions=nbgrader.server_extensions.formgrader=True",
    ]
    env = {**os.environ, "HOME": str(home), "JUPYTER_CONFIG_DIR": str(home), "JUPYTER_RUNTIME_DIR": str(home / "run")}
    with (home / "server.log").open("wb") as log:
        server = subprocess.Popen(words, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def fetched(path: str) -> str:
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/{path}", headers={"Authorization": f"token {_TOKEN}"})
        with urllib.request.urlopen(asked, timeout=_PATIENCE) as answer:
            return answer.read().decode()

    try:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                fetched("api/status")
                break
            except OSError:
                assert server.poll() is None, (home / "server.log").read_text()
                assert time.monotonic() < until, (home / "server.log").read_text()
                time.sleep(0.2)
        yield lambda path: fetched(f"formgrader/{path}")
    finally:
        server.terminate()
        server.wait()
