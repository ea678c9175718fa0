"""A process that plays the grader: hands in attacks one after another in one tier, and tells how each ended.

It reads what to do from stdin and writes one JSON object a line to what was its stdout. It may be killed, stopped or
blocked by an attack at any moment; who started it notices (`conducting`).
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import secrets
import sys
import time
from pathlib import Path
from typing import Any, Final, NoReturn

from grader.model.answers import Ended, Raised
from grader.model.check import Broken
from grader.model.exercise import Limits, Source
from grader.model.questions import Load
from grader.sandbox.tiers import NoIsolationError
from grader.sandbox.workshop import Workshop
from tests.attacks.attack import Attack
from tests.attacks.judging import judge
from tests.attacks.leftovers import SHARED, Surroundings
from tests.attacks.stage import Stage

_PAUSE: Final = 0.5  # for what an attack does beside its own main thread
_PLANTED: Final = re.compile(r"^PLANTED (\[.*\])$", re.MULTILINE)
_PLANTER: Final = """
import json, os, tempfile
paths = []
for folder in {folders!r} + [os.getcwd(), os.path.expanduser("~"), tempfile.gettempdir()]:
    path = os.path.join(folder, "left-" + {word!r})
    paths.append(path)
    try:
        with open(path, "w") as file: file.write("CANARY_LEFT")
    except OSError: pass
print("PLANTED " + json.dumps(paths), flush=True)
"""


class Grader:
    """One workshop and its stage, and a submission before all others that leaves what it can."""

    def __init__(self, tier: str, limits: Limits, *, alone: bool) -> None:
        self.workshop = Workshop(isolation=tier)
        self._limits = limits
        self._stage = Stage(tier)
        self._word = secrets.token_hex(6)
        self._left = self._plant()
        self._surroundings = Surroundings(alone=alone)
        self._told: set[Path] = set()

    def run(self, attack: Attack) -> dict[str, Any]:
        """How an attack ends."""
        word = secrets.token_hex(6)
        started = time.monotonic()
        data = attack.handed_in(self._stage.told(word, self._left), word)
        output, ending, pid = self._hand_in(Source(name=f"{attack.name}.py", data=data))
        seconds = time.monotonic() - started
        seen = self._stage.changes() + self._surroundings.left(word, pid) + self._scratch()
        verdict = judge(attack.name, output, ending, seen, seconds)
        return {name: getattr(verdict, name) for name in verdict.__struct_fields__}

    def close(self) -> None:
        """Removes everything but processes that should not be there."""
        self.workshop.close()
        self._stage.close()
        for folder in SHARED:
            with contextlib.suppress(OSError):
                Path(folder, f"left-{self._word}").unlink()

    def _plant(self) -> list[str]:
        """Where a submission before this one left something, or tried to."""
        text = _PLANTER.format(folders=list(SHARED), word=self._word)
        output, ending, _ = self._hand_in(Source(name="planter.py", data=text.encode()))
        found = _PLANTED.search(output)
        if found is None:
            raise SystemExit(f"a harmless submission does not run ({ending}): {output[-2000:]}")
        return list(json.loads(found[1]))

    def _hand_in(self, source: Source) -> tuple[str, str, int | None]:
        """What a file printed, how its worker ended, and which process it was."""
        load = Load(source=source.data, name=source.name, function="attack", jit="none", watched=False)
        worker = self.workshop.open(load, self._limits)
        self.workshop.prepare(self._limits, 1)  # as `grade watch` does, for the next file
        try:
            answer = worker.loaded
            if isinstance(answer, Raised) and answer.failure.stage == "lookup":
                worker._switchboard.wait(lambda: bool(worker._body.gone), _PAUSE)
            late = worker._line
            late.pull()
            tampering = bool(late.fault)
        finally:
            pid = worker._body.pid
            worker.close()
        if isinstance(answer, Ended):
            ending = answer.reason
        else:
            ending = "tampering" if tampering else type(answer).__name__.lower()
        return worker.output, ending, pid

    def _scratch(self) -> list[str]:
        """What is left of workers' own folders, but for those of workers that wait for their file."""
        if not self.workshop.tier.on_disk:
            return []
        waiting = {Path(rights.scratch) for rights, _ in self.workshop._ready}
        folder = Path(self.workshop._processes.folder(0)).parent
        try:
            left = {path for path in folder.iterdir() if path not in waiting} - self._told
        except (FileNotFoundError, PermissionError):
            return []
        self._told |= left
        return [f"{path} is left" for path in sorted(left)]


def main() -> NoReturn:
    """Does what stdin says."""
    channel = os.dup(1)
    os.set_inheritable(channel, False)  # noqa: FBT003 - its parameter has no keyword
    os.dup2(2, 1)

    def tell(event: str, **more: Any) -> None:
        os.write(channel, json.dumps({"event": event, **more}).encode() + b"\n")

    order = json.load(sys.stdin)
    limits = Limits(wall=order["wall"], cpu=order["wall"], memory=2 << 30)
    alone = os.environ.get("ATTACKS_ALONE") == "1"
    attacks = [
        Attack(name=each["name"], folder=each["folder"], source=base64.b64decode(each["source"]))
        for each in order["attacks"]
    ]
    try:
        grader = Grader(order["tier"], limits, alone=alone)
    except (NoIsolationError, Broken, SystemExit) as error:
        tell("refused", reason=str(error), expected=isinstance(error, NoIsolationError))
        os._exit(0)
    tell("ready", tier=grader.workshop.tier.name)
    for number, attack in enumerate(attacks):
        tell("begin", number=number)
        try:
            verdict = grader.run(attack)
        except Broken as error:
            tell("broken", number=number, reason=str(error))
            os._exit(0)
        tell("verdict", number=number, verdict=verdict)
    grader.close()
    tell("done")
    os._exit(0)


if __name__ == "__main__":
    main()
