"""Starts what runs beside student code: ``serve`` is the fork server, ``alone`` one worker in a fresh process."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Reads the arguments that `grader.sandbox` gave and becomes what they ask for."""
    kind, *arguments = sys.argv[1:]
    if kind == "forks":
        from grader.worker.forkserver import run

        run(int(arguments[0]), arguments[1])
    else:
        from grader.worker.alone import run as run_alone

        run_alone(arguments[0])


if __name__ == "__main__":
    main()
