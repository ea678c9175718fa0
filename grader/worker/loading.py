"""Running the student's file as a module and finding in it what the exercise names."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import linecache
import platform
import symtable
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import jax
from jaxlib.version import __version__ as jaxlib_version

from grader.model.answers import Loaded, Raised
from grader.model.incidents import Frame
from grader.worker.calling import guarded
from grader.worker.cells import reason, run_cells
from grader.worker.derivatives import derivatives
from grader.worker.failures import plain, told
from grader.worker.fixtures import FILE as FIXTURES
from grader.worker.jitting import as_given, is_jitted, plain_function
from grader.worker.oversights import oversights
from grader.worker.private import x64_is_on
from grader.worker.sealing import OURS, Seal
from grader.worker.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.model.incidents import Compilation
    from grader.model.questions import Load
    from grader.worker.cells import Failed

__all__ = ["described_subject", "loaded"]

_default_backend, _devices = jax.default_backend, jax.devices
_MOST_NAMES: Final = 20
_LONGEST_SIGNATURE: Final = 300
_MOST_LEFT_OUT: Final = 5
_SIMULATED: Final = ("xla_force_host_platform_device_count", "jax_num_cpu_devices")


def loaded(question: Load, printed: Callable[[], bool]) -> Subject | Raised:
    """The file once it has run, and the object the exercise names; or what stood in the way."""
    fixtures = None if question.fixtures is None else _run("fixtures", FIXTURES, question.fixtures)
    if isinstance(fixtures, Raised):
        return told("fixture", fixtures.failure.type, fixtures.failure.message, frames=fixtures.failure.frames)
    seal = Seal()
    ran = _run("submission", question.name, question.source, question.parts)
    if isinstance(ran, Raised):
        return ran
    module, source = ran.module, ran.text
    broken = seal.broken(OURS)
    if broken:
        return told("import", "RuntimeError", f"{question.name} replaces `{broken[0]}`, by which it is graded.")
    if question.function not in vars(module):
        return reason(question.function, ran.failed) or _missing(question, module, source)
    found = vars(module)[question.function]
    if question.made:
        found = guarded(found, "signature", question.name)
        if isinstance(found, Raised):
            return found
    wrong = _signature_mismatch(question, found)
    if wrong:
        return told("signature", "TypeError", wrong)
    called = guarded(lambda: as_given(found, question.jit), "signature", question.name)
    if isinstance(called, Raised):
        return called
    return Subject(
        module=module,
        file=question.name,
        source=source,
        function=question.function,
        object=found,
        callable=called,
        plain=plain_function(found),
        jit=question.jit,
        fixtures=fixtures and fixtures.module,
        printed=printed,
        seal=seal,
        left_out=tuple(one.why.failure for one in ran.failed[:_MOST_LEFT_OUT]),
    )


def described_subject(subject: Subject, compilations: tuple[Compilation, ...]) -> Loaded | Raised:
    """What the grader is told of a loaded file. Starts jax's backend, if the file has not done so."""
    where = guarded(lambda: (_default_backend(), _devices()[0].device_kind, len(_devices())), "import", subject.file)
    if isinstance(where, Raised):
        return where
    definition = _definition(subject.source, subject.function)
    return Loaded(
        names=_names(subject.module, subject.source, subject.file),
        signature=_signature(subject.object),
        jitted=is_jitted(subject.object),
        x64=x64_is_on(),
        platform=where[0],
        device=where[1],
        jax=jax.__version__,
        jaxlib=jaxlib_version,
        python=platform.python_version(),
        line=None if definition is None else definition.lineno,
        compilations=compilations,
        left_out=subject.left_out,
        oversights=oversights(subject.source),
        static=_static(definition),
        derivatives=derivatives(subject.source),
        devices=where[2],
        simulated=_simulated(subject.source),
    )


class _Ran(NamedTuple):
    """A file that has run: its module, the text of what ran, each line in its place, and the parts that failed."""

    module: ModuleType
    text: str
    failed: tuple[Failed, ...]


def _run(name: str, file: str, data: bytes, parts: tuple[int, ...] = ()) -> _Ran | Raised:
    """The module that the file's bytes make, registered under ``name`` so that it can be imported."""
    text = _decoded(file, data)
    if isinstance(text, Raised):
        return text
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    module = ModuleType(name)
    module.__file__ = file
    if file.endswith(".ipynb"):
        vars(module).update(_IN_NOTEBOOKS)
    sys.modules[name] = module
    ran = run_cells(text, file, parts, vars(module))
    if isinstance(ran, Raised):
        return ran
    if not parts and ran[1]:
        return ran[1][0].why
    return _Ran(module, *ran)


_IN_NOTEBOOKS: Final[dict[str, object]] = {"display": lambda *_, **__: None, "get_ipython": lambda: None}
"""What every notebook has without importing it; here there is nobody to show anything to."""


def _decoded(file: str, data: bytes) -> str | Raised:
    """The file's text by its BOM or coding line, with plain line ends; SyntaxError as Python would say it."""
    try:
        text = importlib.util.decode_source(data)
    except UnicodeDecodeError as error:
        return _undecodable(file, error)
    except SyntaxError as error:  # the coding line, or the first two lines are not UTF-8
        try:
            data.decode()
        except UnicodeDecodeError as wrong:
            return _undecodable(file, wrong)
        return _unreadable(str(error.msg), 1)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return _unreadable(f"{file} contains null bytes, so it is not Python text", line)
    return text


def _undecodable(file: str, error: UnicodeDecodeError) -> Raised:
    """The answer for a byte that the file's encoding does not have."""
    line = error.object.count(b"\n", 0, error.start) + 1
    return _unreadable(f"{file} is not valid {error.encoding}: byte 0x{error.object[error.start]:02x}", line)


def _unreadable(message: str, line: int) -> Raised:
    """The answer for a file that is not Python text."""
    return told("import", "SyntaxError", message, frames=(Frame(line=line, function="<module>"),))


def _names(module: ModuleType, source: str, file: str) -> tuple[str, ...]:
    """The public names the file itself defines at its top level: those it imports are not among them."""
    table = symtable.symtable(source, file, "exec")
    own = (symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() and not symbol.is_imported())
    return tuple(plain(name) for name in own if not name.startswith("_") and name in vars(module))


def _missing(question: Load, module: ModuleType, source: str) -> Raised:
    """The answer where the file does not define what the exercise names."""
    names = _names(module, source, question.name)
    others = f"It defines {', '.join(names[:_MOST_NAMES])}." if names else "It defines no public name."
    return told("lookup", "NameError", f"{question.name} defines no `{question.function}`. {others}")


def _signature_mismatch(question: Load, found: Any) -> str:  # noqa: ANN401 - any object
    """Why the object cannot be called as the exercise calls it; empty where it can, or does not say."""
    if question.shape is None:
        return ""
    positional, keyword = question.shape
    name = f"{question.function}()" if question.made else question.function
    call = f"{name}({', '.join(['…'] * positional + [f'{name}=…' for name in keyword])})"
    if not callable(found):
        return f"`{name}` is a {type(found).__name__}, but the exercise calls it: `{call}`"
    try:
        signature = inspect.signature(found)
        signature.bind(*[None] * positional, **dict.fromkeys(keyword))
    except TypeError as error:
        own = f"{name}{_signature(found)}"
        return f"`{own}` cannot be called as the exercise calls it, `{call}`: {error}"
    except Exception:  # noqa: BLE001 - some objects hide their signature, each in its way; the call will tell
        return ""
    return ""


def _signature(found: Any) -> str:  # noqa: ANN401 - any object
    """The signature as Python writes it; empty where the object has none or it cannot be written."""
    text = guarded(lambda: str(inspect.signature(found)), "signature", "")
    return "" if isinstance(text, Raised) else plain(text, _LONGEST_SIGNATURE)


def _definition(source: str, function: str) -> ast.stmt | None:
    """The statement that last defines the name at the top level, be it by ``def`` or by assignment."""
    found = None
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            named = node.name == function
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named = any(isinstance(part, ast.Name) and part.id == function for part in targets)
        else:
            named = False
        found = node if named else found
    return found


def _simulated(source: str) -> int | None:
    """The line whose text asks jax for several devices on one machine; None where none does."""
    texts = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant | ast.Attribute))
    named = ((node.lineno, node.attr if isinstance(node, ast.Attribute) else node.value) for node in texts)
    lines = (line for line, text in named if isinstance(text, str) and any(word in text for word in _SIMULATED))
    return min(lines, default=None)


def _static(definition: ast.stmt | None) -> int | None:
    """The line of a decorator, or of the call that is assigned, that names static arguments; None where none does."""
    if isinstance(definition, ast.FunctionDef):
        places: list[ast.expr] = definition.decorator_list
    else:
        places = [definition.value] if isinstance(definition, ast.Assign) else []
    keywords = (node for place in places for node in ast.walk(place) if isinstance(node, ast.keyword))
    return next((node.lineno for node in keywords if (node.arg or "").startswith("static_arg")), None)
