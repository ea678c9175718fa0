"""What the program of a call says of its result, and the witness who has it run where the file never was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from grader.model.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grader.model.answers import Answer, Traced
    from grader.model.check import Worker
    from grader.model.questions import Arguments, Call

__all__ = ["Build", "Testimony", "Witness"]


class Testimony(msgspec.Struct, frozen=True, kw_only=True):
    """One call's program, as far as it tells.

    ``kind``: ``reference`` (it is the reference's own program), ``result`` (``value`` is what it gave elsewhere),
    ``none`` (there is no program to run, for which the file need not be to blame), ``host`` (it has Python or foreign
    machine code do the work while it runs), ``refused`` (what came as the program cannot be run as one). ``words`` say
    why; ``line`` is the student's.
    """

    kind: Literal["reference", "result", "none", "host", "refused"]
    value: Value | None = None
    words: str = ""
    line: int | None = None


class Build(msgspec.Struct, frozen=True, kw_only=True):
    """What a call's program is made of: StableHLO operations with their counts, ``own`` where it is the reference's.

    ``digest`` is the same for programs that compute the same way.
    """

    own: bool
    digest: str
    counts: dict[str, int] = {}


class Witness(Protocol):
    """Has the programs of calls exported and run in a worker that never saw the submission's file."""

    def gather(self, calls: Iterable[Call]) -> None:
        """Takes down the program of each call before it is made, and has the first one run meanwhile."""

    def testimony(self, call: Call) -> Testimony:
        """What the program of a call says; gathers it first where that has not been done."""

    def host(self, call: Call) -> Testimony | None:
        """The testimony that a call's program has code outside jax do the work; None where it has not. Runs nothing."""

    def build(self, call: Call) -> Build | None:
        """What the program of a call is made of, without compiling it; None where there is none to be read."""

    def weigh(self, call: Call) -> Answer:
        """How much memory the program of a call takes (Weighed), compiled where the file never was.

        Where there is none, why (Unexported), or how it ended.
        """

    def within(self, call: Call) -> Traced | None:
        """The largest program that a call of a plain function has compiled; None where that cannot be told."""

    def adopt(self, worker: Worker, call: Call) -> bool:
        """Has a worker that never saw the file take the call's program for its function; False where it cannot be."""

    def bare(self, call: Call) -> bool:
        """Whether the result of a call comes from no function that is jitted, and from no loop of jax."""

    def idle(self, calls: Sequence[Arguments], *, ahead: bool, fixture: str = "") -> bool:
        """Whether jitted functions surely do none of the work of these calls: they are made again without them.

        ``fixture`` names a function of ``fixtures.py`` that each call goes to.
        """
