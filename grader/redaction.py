"""Redaction: what a worker tells of a hidden case loses every text that the file could have written a value into.

A worker that was given a hidden case knows its values from then on, so all of its later answers are redacted. Kept are
facts that the grader can put in words of its own: classes that Python, jax or the exercise name, lines of the file as
it was handed in, and names that stand in it. What the file can still choose is which of these it is told by.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import io
import secrets
import sys
import tokenize
from typing import TYPE_CHECKING, Final

import msgspec

from grader.model.answers import (
    OWN,
    Ablated,
    Counted,
    Diagnosed,
    Ended,
    Examined,
    Followed,
    Raised,
    Returned,
    Traced,
    Unexported,
)
from grader.model.incidents import (
    OWN_CLASS,
    ArgumentCount,
    Finding,
    Frame,
    LeafType,
    NewFunction,
    NewStaticObject,
    PassingChanged,
    PlacementChanged,
    SettingChanged,
    StaticChanged,
    StaticnessChanged,
    StructureChanged,
    TypeChanged,
)
from grader.model.memory import Donated, Weighed

if TYPE_CHECKING:
    from grader.model.answers import Answer
    from grader.model.exercise import Exercise
    from grader.model.incidents import Cause, Compilation, Failure, MutatedStatic, NumberFault
    from grader.model.key_use import KeyUse

__all__ = ["Redaction"]

_LONGEST: Final = 200  # of a line, as a worker tells it
_SPAN: Final = 20  # lines of an expression, as a worker tells it
_LIBRARIES: Final = frozenset(sys.stdlib_module_names) | {"jax", "jaxlib", "numpy", "scipy"}
_SCOPES: Final = frozenset({"<module>", "<lambda>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
_FROM_THE_SYSTEM: Final = frozenset({"SIGSYS", "SIGXFSZ", "SIGABRT", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL"})
_CLASSES: Final = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
) | {
    "AxisError",
    "BdbQuit",
    "CancelledError",
    "ConcretizationTypeError",
    "FrozenInstanceError",
    "InconclusiveDimensionOperation",
    "InvalidInputException",
    "JSONDecodeError",
    "JaxRuntimeError",
    "JaxRuntimeException",
    "KeyReuseError",
    "LinAlgError",
    "NonConcreteBooleanIndexError",
    "OperationalError",
    "ResultTypeError",
    "ScanLengthError",
    "TracerArrayConversionError",
    "TracerBoolConversionError",
    "TracerIntegerConversionError",
    "UnexpectedTracerError",
    "UnsupportedOperation",
    "XlaRuntimeError",
    "object",
}
_SECRET: Final = secrets.token_bytes(16)


class Redaction:
    """Redacts what workers tell of one file in one exercise."""

    def __init__(self, source: bytes, exercise: Exercise) -> None:
        self._source = source
        self._classes = _CLASSES | set(exercise.hints)
        self._words: list[str] = []
        self._asked: set[str] = set()
        for check in exercise.checks:
            self._classes |= set(getattr(check, "exceptions", ()))
            self._words += filter(None, [getattr(check, "words", "")])
            for field in ("required", "forbidden", "any_of"):
                self._asked |= set(getattr(check, field, ()))
        self._read = False
        self._text: list[str] = []
        self._lines: frozenset[int] = frozenset()
        self._names: frozenset[str] = frozenset()

    def __call__(self, answer: Answer) -> Answer:  # noqa: C901, PLR0912 - one case for each answer
        """Returns the answer without any text of the file's; values stay, since they are compared and not told."""
        self._look()
        match answer:
            case Raised():
                return Raised(failure=self._failure(answer.failure))
            case Returned():
                return msgspec.structs.replace(answer, changed=tuple(map(self._mutated, answer.changed)))
            case Ablated():
                return msgspec.structs.replace(answer, outcome=self(answer.outcome))
            case Diagnosed():
                faults = tuple(map(self._fault, answer.faults))
                narrowed = tuple(one for one in answer.narrowed if one.line in self._lines)
                return Diagnosed(faults=faults, narrowed=narrowed)
            case Ended():
                return self._ended(answer)
            case Counted():
                outcome = self(answer.outcome)
                compilations = tuple(map(self._compilation, answer.compilations))
                config = tuple(dict.fromkeys(map(self._setting, answer.config)))
                return msgspec.structs.replace(answer, compilations=compilations, outcome=outcome, config=config)
            case Examined():
                return Examined(findings=tuple(map(self._finding, answer.findings)))
            case Followed():
                uses = tuple(map(self._use, answer.uses))
                return msgspec.structs.replace(answer, uses=uses, outcome=self(answer.outcome))
            case Traced():
                return self._traced(answer)
            case Unexported():
                return msgspec.structs.replace(answer, detail="", line=self._line(answer.line))
            case Donated():
                return _without_types(answer)
            case Weighed():
                return msgspec.structs.replace(answer, kept=None)
            case _:
                return answer

    def _look(self) -> None:
        """Reads the file, once it is needed: its lines, those with code on them, the names that stand in it."""
        if self._read:
            return
        self._read = True
        self._text = [line.decode("utf-8", "replace") for line in self._source.splitlines()]
        try:
            nodes = list(ast.walk(ast.parse(self._source)))
            tokens = list(tokenize.tokenize(io.BytesIO(self._source).readline))
        except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
            return
        self._lines = frozenset(line for node in nodes if (line := getattr(node, "lineno", None)))
        self._names = frozenset(token.string for token in tokens if token.type == tokenize.NAME)

    def _line(self, line: int | None) -> int | None:
        """A line on which the file has code; None for any other number."""
        return line if line in self._lines else None

    def _name(self, name: str) -> str:
        """A name, dots included, all of which stands in the file; "" for any other."""
        return name if name and self._names.issuperset(name.split(".")) else ""

    def _class(self, name: str) -> str:
        return name if name in self._classes else OWN_CLASS

    def _failure(self, failure: Failure) -> Failure:
        """The exception by its class and lines, and the words that the exercise asks of its text."""
        through = (module for module in failure.through if module.partition(".")[0] in _LIBRARIES)
        return msgspec.structs.replace(
            failure,
            type=self._class(failure.type),
            mro=tuple(dict.fromkeys(map(self._class, failure.mro))),
            message="\n".join(word for word in self._words if word in failure.message),
            frames=tuple(frame for one in failure.frames if (frame := self._frame(one))),
            cause=None if failure.cause is None else self._failure(failure.cause),
            errno=None if failure.own else failure.errno,
            through=tuple(dict.fromkeys(module.partition(".")[0] for module in through)),
            redacted=True,
        )

    def _frame(self, frame: Frame) -> Frame | None:
        """A frame with the text of its line as it was handed in; None where the file has no such line."""
        line = self._line(frame.line)
        if line is None:
            return None
        near = " ".join(" ".join(self._text[line - 1 : line - 1 + _SPAN]).split())
        return Frame(
            line=line,
            function=frame.function if frame.function in self._names | _SCOPES else "",
            text=self._text[line - 1].strip()[:_LONGEST],
            part=frame.part if frame.part in near else "",
            called=frame.called,
            traced=tuple(name for name in frame.traced if name in self._names),
        )

    def _ended(self, ended: Ended) -> Ended:
        """The end by its reason; a signal where it is the system's answer to what was done, and not sent."""
        line = self._line(ended.line)
        detail = ended.detail
        if ended.reason not in ("threads", "disk") and detail not in _FROM_THE_SYSTEM:
            detail = "CPU time" if ended.reason == "time" and "CPU" in detail else ""
        text = self._text[line - 1].strip() if line else ""
        return msgspec.structs.replace(ended, detail=detail, line=line, text=text)

    def _compilation(self, one: Compilation) -> Compilation:
        name = one.program.removeprefix("jit(").removesuffix(")")
        program = one.program if one.kind == "eager" or self._name(name) else "jit(…)"
        causes = tuple(map(self._cause, one.causes))
        return msgspec.structs.replace(one, program=program, line=self._line(one.line), causes=causes)

    def _cause(self, cause: Cause) -> Cause:
        """A cause without values, types and names that do not stand in the file."""
        name = self._name(getattr(cause, "name", "")) or "…"
        match cause:
            case NewFunction():
                return msgspec.structs.replace(cause, name=name, line=self._line(cause.line) or 0)
            case NewStaticObject():
                of = self._name(cause.of) or "…"
                return msgspec.structs.replace(cause, name=name, of=of, line=self._line(cause.line))
            case StaticChanged() | StructureChanged():
                return msgspec.structs.replace(cause, name=name, before="", after="")
            case TypeChanged():
                before, after = (LeafType(type="", python=one.python) for one in (cause.before, cause.after))
                return TypeChanged(name=name, before=before, after=after)
            case SettingChanged():
                return SettingChanged(name=self._setting(cause.name))
            case StaticnessChanged() | PassingChanged() | PlacementChanged():
                return msgspec.structs.replace(cause, name=name)
            case ArgumentCount():
                return ArgumentCount(before=0, after=0)
            case _:
                return cause

    def _setting(self, name: str) -> str:
        return name if name.encode() in self._source else "…"

    def _finding(self, finding: Finding) -> Finding:
        """The kind and the line of an impurity; the digest of a program, which is compared and not told."""
        detail = finding.detail if finding.kind == "program" else ""
        line = self._line(finding.line)
        return Finding(kind=finding.kind, fault=finding.fault, line=line, detail=detail, redacted=True)

    def _mutated(self, change: MutatedStatic) -> MutatedStatic:
        name, attribute = self._name(change.name), self._name(change.attribute)
        line, kept = self._line(change.line), self._line(change.kept)
        return msgspec.structs.replace(change, name=name, attribute=attribute, line=line, kept=kept)

    def _fault(self, fault: NumberFault) -> NumberFault:
        """The operation and its line; the numbers stay, since the checks tell none of a hidden case."""
        primitive = OWN if fault.primitive.startswith(OWN) else fault.primitive
        line, by = self._line(fault.line), self._name(fault.by)
        return msgspec.structs.replace(fault, primitive=primitive, line=line, by=by)

    def _use(self, use: KeyUse) -> KeyUse:
        lines = tuple(line for line in use.lines if line in self._lines)
        return msgspec.structs.replace(use, by=self._name(use.by) or "key", lines=lines)

    def _traced(self, traced: Traced) -> Traced:
        """A program by its primitives, the file's own without their names; texts, which are compared, by digest."""
        return msgspec.structs.replace(
            traced,
            primitives=self._counts(traced.primitives),
            lines={line: self._counts(counts) for line, counts in traced.lines.items() if line in self._lines},
            loops={line: count for line, count in traced.loops.items() if line in self._lines},
            inputs=tuple(map(_digest, traced.inputs)),
            outputs=tuple(map(_digest, traced.outputs)),
            effects=tuple(map(_digest, traced.effects)),
            constants=tuple(map(_digest, traced.constants)),
            jaxpr=_digest(traced.jaxpr) if traced.jaxpr else "",
            places=(),
        )

    def _counts(self, counts: dict[str, int]) -> dict[str, int]:
        found: dict[str, int] = {}
        for name, count in counts.items():
            known = not name.startswith(OWN) or name.removeprefix(OWN) in self._asked
            found[name if known else f"{OWN}…"] = found.get(name if known else f"{OWN}…", 0) + count
        return found


def _digest(text: str) -> str:
    """What equal texts have in common, and from which nothing else can be told."""
    return hashlib.blake2b(text.encode(), key=_SECRET, digest_size=16).hexdigest()


def _without_types(donated: Donated) -> Donated:
    """The answer with a letter for each type of array, since a shape may be a value."""
    letters: dict[str, str] = {}

    def lettered(type_: str) -> str:
        return letters.setdefault(type_, f"of type {chr(ord('A') + len(letters) % 26)}")

    buffers = tuple(
        msgspec.structs.replace(one, type=lettered(one.type), results=tuple(map(lettered, one.results)))
        for one in donated.buffers
    )
    return Donated(buffers=buffers, unusable=tuple(map(lettered, donated.unusable)))
