"""How much longer a submission takes for being kept in, by tier, beside a forked worker that nothing keeps in.

Each way of starting a worker has its turn in each round, in random order: a worker is opened, loads a file, makes one
jitted call and is closed with all that belongs to it. What is told is the median of the differences within rounds.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import msgspec

from grader.model.answers import Loaded, Returned
from grader.model.exercise import Limits
from grader.model.questions import Arguments, Call, Load
from grader.model.values import Scalar
from grader.sandbox.tiers import TIERS, NoIsolationError
from grader.sandbox.workshop import Workshop

_FILE: Final = b"import jax\n\n\n@jax.jit\ndef double(x):\n    return 2 * x\n"
_LOAD: Final = Load(source=_FILE, name="double.py", function="double", jit="submission", watched=False)
_CALL: Final = Call(arguments=Arguments(positional=(Scalar(type="float", text="1.5"),)))
_NONE: Final = "forked, not kept in"
_FRESH: Final = "fresh, not kept in"
_AHEAD: Final = "ready ahead"
_PAUSE: Final = 0.5  # seconds in which a worker that is started ahead gets ready


class Times(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds from opening a worker to its first result, and to its end."""

    result: float
    end: float


def times(workshop: Workshop) -> Times:
    """How long one submission takes."""
    started = time.perf_counter()
    worker = workshop.open(_LOAD, Limits())
    try:
        if not isinstance(worker.loaded, Loaded) or not isinstance(worker.ask(_CALL), Returned):
            raise SystemExit(f"the file does not run: {worker.loaded} {worker.output[-2000:]}")
        result = time.perf_counter() - started
    finally:
        worker.close()
    return Times(result=result, end=time.perf_counter() - started)


def workshops(stack: ExitStack) -> dict[str, Workshop]:
    """A workshop for each way of starting a worker that works here."""
    ways: dict[str, dict[str, Any]] = {_NONE: {"isolation": "limits"}}
    for tier in TIERS[:-1]:
        ways[tier] = {"isolation": tier}
        ways[f"{tier}, {_AHEAD}"] = {"isolation": tier, "spare": 1}
    ways[_FRESH] = {"isolation": "limits", "fork": False}
    found = {}
    for name, options in ways.items():
        try:
            found[name] = stack.enter_context(Workshop("cpu", **options))
        except NoIsolationError as error:
            if _AHEAD not in name:
                print(f"not measured: {error}")
    return found


def main() -> None:
    """Prints the table; its last line sums up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="five rounds instead of forty")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    with ExitStack() as stack:
        found = workshops(stack)
        for workshop in found.values():
            times(workshop)  # its fork server has imported everything by the end of this
        measured: dict[str, list[Times]] = {name: [] for name in found}
        for _ in range(5 if options.quick else 40):
            for name in random.sample(list(found), len(found)):
                if _AHEAD in name:
                    time.sleep(_PAUSE)
                measured[name].append(times(found[name]))
    print(f"{'':28}{'first result ms':>18}{'end ms':>10}{'least ms':>10}{'extra ms':>10}{'of minima':>11}")
    extra = {}
    plain = [each.end for each in measured[_NONE]]
    for name, each in measured.items():
        ends = [one.end for one in each]
        extra[name] = 1000 * statistics.median(mine - other for mine, other in zip(ends, plain, strict=True))
        first = 1000 * statistics.median(one.result for one in each)
        of_minima = 1000 * (min(ends) - min(plain))
        print(
            f"{name:28}{first:18.1f}{1000 * statistics.median(ends):10.1f}{1000 * min(ends):10.1f}"
            f"{extra[name]:10.1f}{of_minima:11.1f}"
        )
    tiers = ", ".join(f"{extra[tier]:.0f} ms in {tier}" for tier in TIERS if tier in extra)
    print(f"a submission takes longer by {tiers or 'nothing, for no tier works here'}; {extra[_FRESH]:.0f} ms afresh")
    if options.json:
        figures = {name: [[one.result, one.end] for one in each] for name, each in measured.items()}
        Path(options.json).write_text(json.dumps({"extra_ms": extra, "seconds": figures}))


if __name__ == "__main__":
    main()
