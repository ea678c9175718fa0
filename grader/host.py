"""Whether this machine can judge speed now: it has to tell a program from one that does a tenth more, and from none.

What came out is kept for some minutes in the user's cache folder, since a class is graded one run after another.
"""

from __future__ import annotations

import os
import secrets
import struct
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from grader.checks.race import Race, Racer
from grader.model import platforms
from grader.model.answers import Returned
from grader.model.check import Broken
from grader.model.exercise import Limits
from grader.model.questions import Arguments, Call, Load
from grader.model.values import Array, Scalar
from grader.sandbox.readiness import made_ready

if TYPE_CHECKING:
    from grader.checks.pairing import Standing
    from grader.checks.race import Exchange
    from grader.sandbox.worker import LiveWorker
    from grader.sandbox.workshop import Workshop

__all__ = ["Proof", "prove", "proven"]

_ROUNDS: Final = 1_000
_MOST_ROUNDS: Final = 1_000_000
_WORK: Final = 1e-3  # seconds a call
_MORE: Final = 1.1
_BETWEEN: Final = 1.05
_ATTEMPTS: Final = 2
_STEADY_FOR: Final = 600.0
_NOISY_FOR: Final = 30.0
_BUDGET: Final = 20.0
_WIDTH: Final = 64
_WARM_UPS: Final = 3
_FILE: Final = b"""
import jax
from jax import lax

@jax.jit
def work(x, rounds):
    return lax.fori_loop(0, rounds, lambda _, total: 0.5 * total + x, x)
"""


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it at a time (of ``time.time``), on a platform: the ratios that were seen, where 1 and 1.1 are true.

    ``reason`` says why speed cannot be judged now; it is empty where it can.
    """

    at: float
    platform: str
    same: float
    more: float
    reason: str = ""


def proven(workshop: Workshop, platform: str) -> Proof:
    """Returns the proof of the last minutes, or a new one. Raises Broken where our own program does not run."""
    path = _cache() / f"host-{platform}.json"
    with suppress(OSError, msgspec.MsgspecError):
        kept = msgspec.json.decode(path.read_bytes(), type=Proof)
        if 0 <= time.time() - kept.at < (_NOISY_FOR if kept.reason else _STEADY_FOR) and kept.platform == platform:
            return kept
    proof = prove(workshop, platform)
    with suppress(OSError):  # a home that nobody may write to: then the next run has to prove it again
        _keep(path, msgspec.json.encode(proof))
    return proof


def prove(workshop: Workshop, platform: str) -> Proof:
    """Has the host prove itself, once more in fresh workers where it fails. Raises Broken as ``proven`` does."""
    proof = _attempt(workshop, platform)
    for _ in range(_ATTEMPTS - 1):
        if proof.reason:
            proof = _attempt(workshop, platform)
    return proof


def _attempt(workshop: Workshop, platform: str) -> Proof:
    """Races one program against itself, then against one that does a tenth more."""
    with ExitStack() as stack:
        timed = made_ready(platform)
        load = Load(source=_FILE, name="host.py", function="work", jit="none", watched=False)
        workers = [workshop.open(load, Limits(), timed=timed) for _ in range(2)]
        for worker in workers:
            stack.callback(worker.close)
        rounds = _rounds(workers[0])

        def raced(more: float) -> Standing:
            racers = (_racer(worker, times) for worker, times in zip(workers, (rounds, rounds * more), strict=True))
            return Race(*racers, host=platforms.of(platform).clock == "processor", idle=_WORK, budget=_BUDGET).run(
                _BETWEEN
            )

        same, more = raced(1.0), raced(_MORE)
    reason = ""
    if (same.verdict, more.verdict) != ("slower", "faster"):
        reason = (
            "This machine is too noisy to judge speed now: of two runs of one program it found the first "
            f"{same.ratio:.2f}× as fast, and {more.ratio:.2f}× where the second did a tenth more."
        )
    return Proof(at=time.time(), platform=platform, same=same.ratio, more=more.ratio, reason=reason)


def _racer(worker: LiveWorker, rounds: float) -> Racer:
    """A worker that is asked for so many rounds."""
    return Racer(worker, lambda: _call(round(rounds)), _must_return)


def _call(rounds: int) -> Call:
    """A call on numbers that nobody has seen."""
    numbers = struct.pack(f"<{_WIDTH}f", *(secrets.randbelow(1 << 16) / (1 << 16) for _ in range(_WIDTH)))
    x = Array(dtype="float32", shape=(_WIDTH,), data=numbers)
    return Call(arguments=Arguments(positional=(x, Scalar(type="int", text=str(rounds)))))


def _must_return(exchange: Exchange) -> None:
    for _, answer in exchange:
        if not isinstance(answer, Returned):
            raise Broken(f"the program by which this machine is to prove itself does not run: {answer}")


def _rounds(worker: LiveWorker) -> int:
    """How many rounds come to a millisecond or so."""
    rounds = _ROUNDS
    while rounds < _MOST_ROUNDS:
        racer = _racer(worker, rounds)
        if min(racer.block().walls[0] for _ in range(_WARM_UPS)) >= _WORK:
            break
        rounds *= 2
    return rounds


def _cache() -> Path:
    """The user's folder for what can be found out again."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()), "jitgrade", "cache")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "jitgrade")


def _keep(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    Path(file.name).replace(path)
