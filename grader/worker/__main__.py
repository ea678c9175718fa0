"""Starts what runs beside student code: a fork server, one worker in a fresh process, or probes of isolation."""

from __future__ import annotations

import sys

import msgspec

__all__ = ["main"]


def main() -> None:
    """Reads the arguments that `grader.sandbox` gave and becomes what they ask for."""
    kind, *arguments = sys.argv[1:]
    if kind == "forks":
        from grader.worker.forkserver import run

        run(int(arguments[0]), arguments[1])
    elif kind == "probe":
        from grader.worker.confinement.inside import probe_namespaces
        from grader.worker.confinement.probes import probe

        sys.stdout.buffer.write(msgspec.json.encode(probe_namespaces(arguments[0]) if arguments else probe()))
    else:
        from grader.worker.alone import run as run_alone

        run_alone(arguments[0])


if __name__ == "__main__":
    main()
