"""Keys: random numbers depend on the key that is given and on nothing else, and no key is used twice."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from grader.checks.comparison import difference
from grader.checks.correctness import tolerance_of
from grader.checks.impurities import sentences
from grader.checks.key_faults import KeyFault, foreign, given_back, leaves, reuse
from grader.checks.unknown import unknown_cases
from grader.model.answers import Ended, Examined, Followed, Raised, Returned
from grader.model.check import Broken, Check, Verdict
from grader.model.exercise import KeySpec, MappingSpec, SequenceSpec
from grader.model.questions import Arguments, Call, Examine, Follow
from grader.model.values import Array, Key, Mapping, Sequence, Value

if TYPE_CHECKING:
    from grader.model.check import Explanation, Inquiry, Worker
    from grader.model.exercise import Case, Exercise, Spec
    from grader.model.incidents import Finding
    from grader.model.key_use import KeyUse

__all__ = ["Keys"]

_MOST_ROWS = 50  # of the report
_BOTH = 2


class Keys(Check, tag="keys", frozen=True, kw_only=True):
    """The same key gives the same result, another key another one; no key is used twice, nor given back used.

    ``cases`` are names or tags (the first visible case where there are none). Each case is called with its key, once
    more, in a fresh process, and with another key; then each use of a key is followed, round by round where there are
    loops: few rounds do. What all draws give is then held fixed, and another key may change nothing but keys.
    """

    order = 45
    heading = "Random keys"

    cases: tuple[str, ...] = ()

    def problems(self, exercise: Exercise) -> list[tuple[str, str]]:
        """Finds unknown cases, and cases without a key."""
        found = unknown_cases(exercise, self.cases)
        found += [
            ("cases", f"no argument of case {case.name!r} is a key")
            for case in self._chosen(exercise)
            if not any(map(_holds_key, case.arguments.values()))
        ]
        return found if exercise.cases else [*found, ("cases", "keys needs at least one case")]

    def judge(self, inquiry: Inquiry) -> Verdict:
        """Looks at each case; the first fault is told."""
        rows: list[dict[str, object]] = []
        twice = "is used twice"
        for case in self._chosen(inquiry.exercise):
            trial = _Trial(inquiry, case)
            try:
                fault, uses = trial.fault()
            except _FailedError as error:
                told = error.told
                fault, uses = KeyFault(kind=told.cause, message=told.message, line=told.line, hint=told.hint), []
            if not case.hidden:  # the words of a key are values
                rows += [{"case": case.name, **msgspec.structs.asdict(use)} for use in uses]
            detail = {"uses": rows[:_MOST_ROWS], "fault": fault.kind if fault else "", "witness": "worker"}
            if fault is not None:
                hint = fault.hint or self.hint
                return Verdict(
                    status="failed", earned=0.0, message=fault.message, line=fault.line, hint=hint, detail=detail
                )
            if not trial.whole:
                twice = "was seen used twice; not all of the function could be followed"
        message = f"The result depends on the key that is given, and no key {twice}."
        return Verdict(status="passed", earned=1.0, message=message, detail=detail)

    def _chosen(self, exercise: Exercise) -> list[Case]:
        if self.cases:
            return [case for case in exercise.cases if case.name in self.cases or case.tag in self.cases]
        visible = [case for case in exercise.cases if not case.hidden]
        return (visible or list(exercise.cases))[:1]


class _FailedError(Exception):
    """A call did not return."""

    def __init__(self, told: Explanation) -> None:
        super().__init__(told.message)
        self.told = told


class _Trial:
    """One case: called with its key, once more, and with another key."""

    def __init__(self, inquiry: Inquiry, case: Case) -> None:
        self._inquiry = inquiry
        self._worker: Worker = inquiry.submission
        self._tolerance = tolerance_of(inquiry)
        self._given = inquiry.arguments(case)
        self._other = _with_other_keys(self._given, inquiry.seed)
        self.whole = True

    def fault(self) -> tuple[KeyFault | None, list[KeyUse]]:
        """What is wrong, and the uses of keys in the case."""
        first, again, other = map(self._result, (self._given, self._given, self._other))
        followed, elsewhere = map(self._followed, (self._given, self._other))
        uses = list(followed.uses)
        self.whole = followed.whole
        fault = (
            self._not_repeated(first, again)
            or self._of_this_process(first)
            or foreign(uses, elsewhere.uses)
            or reuse(uses)
            or given_back(first, uses, other)
            or self._unmoved(first, other)
            or self._unseen(first, followed)
            or (self._undrawn() if followed.whole else None)
        )
        return fault, uses

    def _result(self, arguments: Arguments) -> Value:
        answer = self._worker.ask(Call(arguments=arguments))
        if isinstance(answer, Raised | Ended):
            raise _FailedError(self._inquiry.explain(answer))
        if not isinstance(answer, Returned):
            raise Broken(f"a worker answered Call with {type(answer).__name__}")
        return answer.value

    def _followed(self, arguments: Arguments) -> Followed:
        answer = self._worker.ask(Follow(arguments=arguments))
        ended = answer.outcome if isinstance(answer, Followed) else answer
        if isinstance(ended, Raised | Ended):
            raise _FailedError(self._inquiry.explain(ended))
        if not isinstance(answer, Followed):
            raise Broken(f"a worker answered Follow with {type(answer).__name__}")
        return answer

    def _not_repeated(self, first: Value, again: Value) -> KeyFault | None:
        """The same key gave two results."""
        if difference(first, again, self._tolerance) is None:
            return None
        seen = "Two calls with the same key gave two different results."
        return self._blamed("not-repeated", seen, "So the result depends on something that is no argument.")

    def _of_this_process(self, first: Value) -> KeyFault | None:
        """The same key gave another result in a fresh process: noise that each process keeps, say."""
        answer = self._inquiry.fresh().ask(Call(arguments=self._given))
        if isinstance(answer, Raised | Ended):
            raise _FailedError(self._inquiry.explain(answer))
        if not isinstance(answer, Returned) or difference(first, answer.value, self._tolerance) is None:
            return None
        told = (
            "In a fresh process the same key gave another result. So numbers come in that this process made for itself,"
            " while it loaded the file or in an earlier call. Draw all of them from the key that is given."
        )
        return KeyFault(kind="not-repeated", message=told)

    def _unmoved(self, first: Value, other: Value) -> KeyFault | None:
        """Two keys gave the same numbers."""
        if _numbers(first) != _numbers(other):
            return None
        seen = "Another key gave the same result."
        return self._blamed("key-ignored", seen, "So the result does not depend on the key: draw from it.")

    def _blamed(self, kind: str, seen: str, else_told: str) -> KeyFault:
        """A fault with the line that an examination of purity holds responsible, where there is one."""
        examined = self._worker.ask(Examine(arguments=self._given))
        findings = examined.findings if isinstance(examined, Examined) else ()
        faults = [one for one in findings if one.fault and one.line is not None]
        told = {"randomness": _generator, "clock": sentences, "global-state": sentences}
        for wanted, words in told.items():
            for finding in faults:
                if finding.kind == wanted:
                    return KeyFault(kind=kind, message=f"{seen} {words(finding)}", line=finding.line)
        return KeyFault(kind=kind, message=f"{seen} {else_told}")

    def _unseen(self, first: Value, followed: Followed) -> KeyFault | None:
        """The numbers came from elsewhere than from the draws that were seen."""
        told = "Draw with the functions of `jax.random`, in jax's own operations."
        if followed.whole and not any(use.act == "draw" for use in followed.uses):
            seen = "The result changes with the key, but no draw from it was seen."
            return KeyFault(kind="draws-unseen", message=f"{seen} {told}")
        ended = followed.outcome
        if isinstance(ended, Returned) and difference(first, ended.value, self._tolerance) is None:
            return None
        seen = "Called operation by operation, to see what becomes of each key, the function gives another result."
        return KeyFault(kind="draws-unseen", message=f"{seen} {told}")

    def _undrawn(self) -> KeyFault | None:
        """The key decides about numbers in another way than by draws."""
        questions = (Follow(arguments=arguments, settled=True) for arguments in (self._given, self._other))
        ended = [answer.outcome for answer in map(self._worker.ask, questions) if isinstance(answer, Followed)]
        values = [_beside_keys(one.value) for one in ended if isinstance(one, Returned)]
        if len(values) < _BOTH or difference(values[0], values[1], self._tolerance) is None:
            return None
        seen = "Another key gave other numbers even where each draw gave the same: so some come from no draw seen."
        told = "Draw all of them with the functions of `jax.random`, in jax's own operations."
        return KeyFault(kind="draws-unseen", message=f"{seen} {told}")


def _generator(finding: Finding) -> str:
    """Words for numbers that are drawn without a key."""
    return (
        f"Line {finding.line} draws with `{finding.subject}`, which asks no key, and which a jitted function calls only"
        " while jax traces it. Draw with `jax.random`, from the key that is given."
    )


def _numbers(result: Value) -> list[Value]:
    """What a result holds beside keys; the keys where it holds nothing else."""
    found = list(leaves(result))
    return [leaf for leaf in found if not isinstance(leaf, Key)] or found


def _beside_keys(result: Value) -> Value:
    """What a result holds beside keys, and beside what may be keys of the older kind."""
    return Sequence(type="list", items=tuple(leaf for leaf in _numbers(result) if not _may_be_key(leaf)))


def _may_be_key(leaf: Value) -> bool:
    return isinstance(leaf, Key) or (isinstance(leaf, Array) and leaf.dtype == "uint32")


def _holds_key(spec: Spec) -> bool:
    if isinstance(spec, SequenceSpec | MappingSpec | Sequence | Mapping):
        return any(map(_holds_key, spec.items))
    return isinstance(spec, KeySpec | Key)


def _with_other_keys(arguments: Arguments, seed: str) -> Arguments:
    """The same arguments with other keys."""
    return msgspec.structs.replace(
        arguments,
        positional=tuple(_other(value, seed) for value in arguments.positional),
        keyword={name: _other(value, seed) for name, value in arguments.keyword.items()},
    )


def _other(value: Value, seed: str) -> Value:
    if isinstance(value, Key):
        data = hashlib.shake_256(seed.encode() + value.data).digest(len(value.data))
        return msgspec.structs.replace(value, data=data)
    if isinstance(value, Sequence | Mapping):
        return msgspec.structs.replace(value, items=tuple(_other(item, seed) for item in value.items))
    return value
