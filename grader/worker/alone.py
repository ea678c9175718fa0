"""One worker in a fresh process, for systems without a fork server: it speaks over what were stdin and stdout."""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING

import msgspec

from grader.sandbox.protocol import Rights
from grader.worker.limits import bind_to_parent, limit, settle

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["run"]


def run(rights_in_json: str, serve: Callable[[int, int], None] | None = None) -> None:
    """Becomes a worker with these rights; ``serve`` is the question loop, by default the real one."""
    rights = msgspec.json.decode(rights_in_json, type=Rights)
    parent = os.getppid()
    if sys.platform != "win32":
        bind_to_parent(parent, rights.scratch)
    read_fd, write_fd = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    if serve is None:
        serve = importlib.import_module("grader.worker.serve").serve  # only now, when prints cannot reach the line
    from grader.worker.becoming import become, settle_to_be_timed, stay_on_host

    settle(rights)
    if rights.host_only:
        stay_on_host()
    if rights.timed is not None:
        settle_to_be_timed(rights.timed)
    limit(rights)
    become(serve, read_fd, write_fd)
