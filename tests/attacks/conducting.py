"""Runs a set of attacks in one tier and one situation, however often the process that plays the grader must be renewed.

An attack has breached its tier where that process dies or does not answer past its deadline.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any, Final

import msgspec

from tests.attacks.attack import Attack
from tests.attacks.judging import Verdict
from tests.attacks.leftovers import below

__all__ = ["Cell", "attacked"]

ROOT: Final = Path(__file__).resolve().parents[2]
_START: Final = 180.0
_GRACE: Final = 45.0
_END: Final = 40.0


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one tier in one situation: verdicts, or why none could be had (``expected``: as it may be)."""

    situation: str
    tier: str
    verdicts: tuple[Verdict, ...] = ()
    refused: str = ""
    expected: bool = True


class _Run:
    """One process that plays the grader, in its situation."""

    def __init__(self, situation: str, order: dict[str, Any]) -> None:
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with it
        self._buffer = b""
        own = {name: text for name, text in os.environ.items() if not name.startswith("ATTACKS_")}
        words = ["-m", "tests.attacks.rig", situation, "--", sys.executable, "-m", "tests.attacks.playing_grader"]
        self._process = subprocess.Popen(
            [sys.executable, *words],
            cwd=ROOT,
            env={**own, "PYTHONDONTWRITEBYTECODE": "1", "LMS_TOKEN": "TOKENCANARY-7f"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            start_new_session=True,
        )
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        with contextlib.suppress(BrokenPipeError):
            self._stdin.write(json.dumps(order).encode())
            self._stdin.close()

    def next(self, seconds: float) -> dict[str, Any]:
        """What it tells next: ``died`` where it is gone, ``hung`` where nothing came in so many seconds."""
        end = time.monotonic() + seconds
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([self._stdout], [], [], max(end - time.monotonic(), 0))
            if not ready:
                return {"event": "hung"}
            data = os.read(self._stdout.fileno(), 1 << 16)
            if not data:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(10)
                return {"event": "died", "status": self._process.returncode}
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line)

    def end(self) -> str:
        """Ends it with all below it; tells its last words."""
        doomed = below(self._process.pid)
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGCONT)
        self._process.kill()
        self._process.wait()
        self._stdout.close()
        for process in doomed:
            with contextlib.suppress(Exception):
                process.kill()
        self._said.seek(0)
        lines = self._said.read().decode("utf-8", "replace").strip().splitlines()
        self._said.close()
        return lines[-1] if lines else ""


def attacked(situation: str, tier: str, attacks: list[Attack], wall: float) -> Cell:
    """The verdicts on these attacks, in their order."""
    verdicts: dict[int, Verdict] = {}
    while len(verdicts) < len(attacks):
        waiting = [number for number in range(len(attacks)) if number not in verdicts]
        run = _Run(situation, _order(tier, [attacks[number] for number in waiting], wall))
        current: int | None = None
        event = run.next(_START)
        if event["event"] != "ready":
            words = run.end()
            reason = event.get("reason") or f"the grader {event['event']}: {words}"
            return Cell(situation=situation, tier=tier, refused=reason, expected=event.get("expected", False))
        while True:
            event = run.next(wall + _GRACE if current is not None else _END)
            kind = event["event"]
            if kind == "begin":
                current = waiting[event["number"]]
            elif kind == "verdict":
                verdicts[waiting[event["number"]]] = msgspec.convert(event["verdict"], Verdict)
            else:
                break
        words = run.end()
        if kind == "done":
            break
        # An attack may strike after its verdict: then it is the latest one's.
        struck = waiting[0] if current is None else current
        why = {
            "died": f"the grader died ({event.get('status')}) {words}",
            "hung": "the grader did not go on",
            "broken": f"the workshop broke: {event.get('reason')}",
        }[kind]
        before = verdicts.get(struck)
        verdicts[struck] = Verdict(
            attack=attacks[struck].name, breach=True, why=f"{before.why}; {why}" if before and before.why else why
        )
    return Cell(situation=situation, tier=tier, verdicts=tuple(verdicts[number] for number in range(len(attacks))))


def _order(tier: str, attacks: list[Attack], wall: float) -> dict[str, Any]:
    return {
        "tier": tier,
        "wall": wall,
        "attacks": [
            {"name": each.name, "folder": each.folder, "source": base64.b64encode(each.source).decode()}
            for each in attacks
        ],
    }
