"""A client of a dask scheduler, once it is sure that there is one and that all machines share what they must."""

from __future__ import annotations

import asyncio
import logging
import warnings
from typing import Any, Final, cast

import distributed
from distributed.versions import VersionMismatchWarning

from grader.batch.pool import StoppedError

__all__ = ["connected"]

_CONNECTING: Final = 20.0  # seconds
_NAMES: Final = ("jitgrade", "grader")
"""What we are called: distributed asks for the version of a distribution, older ones (2024.1) for a module's."""


def connected(address: str) -> distributed.Client:
    """A client of the scheduler at an address. Raises StoppedError where there is none, or one of other versions."""
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what they would print is told in a sentence
    try:
        asyncio.run(_met(address))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VersionMismatchWarning)  # what matters of it is told below
            client = distributed.Client(address, timeout=_CONNECTING, set_as_default=False, name="jitgrade")
            found = cast("dict[str, Any]", client.get_versions(packages=list(_NAMES)))
    except (OSError, ValueError, TypeError, ImportError) as error:
        raise StoppedError(f"no dask scheduler can be reached at {address}: {error}") from None
    ours = _versions(found["client"])
    for where, theirs in {f"the scheduler at {address}": found["scheduler"], **found["workers"]}.items():
        if _versions(theirs) != ours:
            client.close()
            raise StoppedError(f"{where} has {_versions(theirs)}, here is {ours}; a cluster needs the same everywhere")
    return client


async def _met(address: str) -> None:
    """Asks a scheduler who it is: a client that finds none cannot be disposed of without noise."""
    arguments = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, timeout=_CONNECTING, connection_args=arguments) as scheduler:
        found = await scheduler.identity()
    if found["type"] != "Scheduler":
        raise ValueError(f"there is a {found['type'].lower()} instead")


def _versions(found: dict[str, Any]) -> str:
    """In words, the versions that client, scheduler and workers must share."""
    packages = found["packages"]
    python = ".".join(packages["python"].split(".")[:2])
    jitgrade = next((f"jitgrade {packages[name]}" for name in _NAMES if packages[name]), "no jitgrade")
    return f"Python {python}, distributed {packages['distributed']} and {jitgrade}"
