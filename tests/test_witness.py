"""A right value is believed only where the program that jax traced gives it, too, in a process without the file."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from grader import host
from grader.course import read_course, read_exercise
from grader.grading import grade, workshop
from grader.model.answers import Exported
from grader.model.exercise import Source
from grader.model.values import Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grader.model.answers import Answer
    from grader.model.questions import Load, Question
    from grader.model.report import CheckResult
    from grader.model.values import Value
    from grader.sandbox.workshop import Workshop

SOLUTION = """
import jax, jax.numpy as jnp
@jax.jit
def f(x):
    return 3 * jnp.sin(x), x + 1
"""
EXERCISE = """
format: 1
title: Sines
function: "f(x)"
teaches: [programs]
task: Return 3 sin x, and x + 1.
jit: {jit}
cases:
  - {{name: one, args: {{x: "f32[4] in [-3, 3]"}}}}
  - {{name: two, args: {{x: "f32[4] in [-3, 3]"}}}}
  - {{name: kept back, hidden: true, args: {{x: "f32[3] in [-3, 3]"}}}}
checks:
  - {check}
"""
CORRECTNESS = "{check: correctness, points: 3}"
COUNT = "{check: recompiles, points: 3, at_most: 3, calls: [{x: 'f32[4]'}, {x: 'f32[4]'}, {x: 'f32[3]'}]}"


@pytest.fixture(scope="module")
def one_workshop() -> Iterator[Workshop]:
    """A workshop for all tests of this file."""
    with workshop() as made:
        yield made


class Opened:
    """A workshop that takes down which files it opens workers for, and forges the programs of the submission."""

    def __init__(self, inner: Workshop, forge: Callable[[Exported], Exported] | None) -> None:
        self.inner = inner
        self.names: list[str] = []
        self.forge = forge

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def open(self, load: Load, *rest: Any, **named: Any) -> Any:
        self.names.append(load.name)
        worker = self.inner.open(load, *rest, **named)
        ask, forge = worker.ask, self.forge

        def forged(question: Question) -> Answer:
            answer = ask(question)
            return forge(answer) if isinstance(answer, Exported) and forge else answer

        if load.name == "mine.py":
            worker.ask = forged  # type: ignore[method-assign]
        return worker


@pytest.fixture
def judged(tmp_path: Path, one_workshop: Workshop) -> Callable[..., CheckResult]:
    """Grades a text against another; gives the result of its correctness, and the files that were opened."""

    def judge(
        text: str, *, jit: str = "submission", solution: str = SOLUTION, forge: Any = None, check: str = CORRECTNESS
    ) -> Any:
        place = tmp_path / "exercises" / "01_sines"
        place.mkdir(parents=True)
        (tmp_path / "course.yaml").write_text("title: Small\n")
        (place / "exercise.yaml").write_text(EXERCISE.format(jit=jit, check=check))
        (place / "starter.py").write_text("def f(x):\n    return None\n")
        answer = tmp_path / "solutions" / "01_sines"
        answer.mkdir(parents=True)
        (answer / "solution.py").write_text(solution)
        course = read_course(tmp_path)
        exercise = read_exercise(place, course)
        opened = Opened(one_workshop, forge)
        report = grade(Source(name="mine.py", data=textwrap.dedent(text).encode()), exercise, workshop=opened)  # type: ignore[arg-type]
        result = report.checks[-1]
        lost = next((check for check in report.checks if check.status not in ("passed", "skipped")), result)
        assert lost.name == result.name, lost.message
        return result, opened.names

    return judge


HONEST = {
    "jitted": "@jax.jit\ndef f(x):\n    return 3 * jnp.sin(x), 1 + x",
    "as the reference": "@jax.jit\ndef f(y):\n    return 3 * jnp.sin(y), y + 1",
    "a function around jitted ones": "g = jax.jit(jnp.sin)\ndef f(x):\n    return 3 * g(x), x + 1",
    "a namedtuple": """
from typing import NamedTuple
class Pair(NamedTuple):
    b: object
    a: object
@jax.jit
def f(x):
    return Pair(jnp.sin(x) * 3, x + 1.0)
""",
    "printing": "@jax.jit\ndef f(x):\n    jax.debug.print('{}', x)\n    return jnp.sin(x) * 3, x + 1",
    "looking on": "@jax.jit\ndef f(x):\n    jax.debug.callback(lambda v: None, x)\n    return jnp.sin(x) * 3, x + 1",
    "ordered": "@jax.jit\ndef f(x):\n    jax.debug.print('{}', x, ordered=True)\n    return jnp.sin(x) * 3, x + 1",
    "donating": "f = jax.jit(lambda x: (jnp.sin(x) * 3, x + 1), donate_argnums=0)",
    "64 bit": (
        "jax.config.update('jax_enable_x64', True)\n@jax.jit\ndef f(x):\n"
        "    x = x.astype('float64')\n    return 3 * jnp.sin(x), x + 1"
    ),
    "partial": "from functools import partial\nf = partial(jax.jit(lambda n, x: (n * jnp.sin(x), x + 1)), 3)",
    "a memo of constants": """
tables = {}
def scale(n):
    if n not in tables:
        tables[n] = jnp.full((n,), 3.0)
    return tables[n]
g = jax.jit(lambda s, x: (s * jnp.sin(x), x + 1))
def f(x):
    return g(scale(x.shape[0]), x)
""",
}


@pytest.mark.corpus
@pytest.mark.parametrize("text", HONEST.values(), ids=HONEST)
def test_an_honest_function_is_believed_by_its_program(judged, text):
    result, _ = judged(f"import jax, jax.numpy as jnp\n{text}\n")
    assert (result.status, result.detail["witness"]) == ("passed", "grader"), result.message


def test_the_references_own_program_is_not_run_again(judged):
    result, opened = judged(SOLUTION.replace("def f(x)", "def g(x)").replace("@jax.jit", "") + "f = jax.jit(g)\n")
    assert (result.detail["witness"], "echo.py" in opened) == ("grader", False)


def test_another_program_is_run_where_the_file_never_was(judged):
    _, opened = judged(SOLUTION.replace("x + 1", "1 - (-x)"))
    assert opened.count("echo.py") == 1


def test_a_function_that_the_grader_jits_is_believed_by_its_program(judged):
    text = "import jax.numpy as jnp\ndef f(x):\n    return jnp.sin(x) + 2 * jnp.sin(x), x + 1"
    result, _ = judged(text, jit="{}")
    assert (result.status, result.detail["witness"]) == ("passed", "grader"), result.message


def test_where_nothing_is_jitted_the_marks_rest_on_the_worker(judged):
    text = "import numpy as np\ndef f(x):\n    return 3 * np.sin(x), x + 1"
    result, opened = judged(text, jit="none")
    assert (result.status, result.detail["witness"], "echo.py" in opened) == ("passed", "worker", False)


def test_a_function_that_needs_values_rests_on_the_worker(judged):
    text = """
        import jax, jax.numpy as jnp, numpy as np
        g = jax.jit(lambda x: (3 * jnp.sin(x), x + 1))
        def f(x):
            if not bool(jnp.isfinite(x).all()):
                raise ValueError("not finite")
            return g(x)
    """
    result, _ = judged(text)
    assert (result.status, result.detail["witness"]) == ("passed", "worker"), result.message


CHEATS = {
    "another formula while traced": """
        def f(x):
            if isinstance(x, jax.core.Tracer):
                return x * 0, x + 1
            return jnp.asarray(3 * np.sin(np.asarray(x))), x + 1
    """,
    "a memo by value behind a wrong program": """
        known = {}
        dummy = jax.jit(lambda x: (x, x))
        def f(x):
            if isinstance(x, jax.core.Tracer):
                return dummy(x)
            key = np.asarray(x).tobytes()
            if key not in known:
                known[key] = jnp.asarray(3 * np.sin(np.asarray(x))), x + 1
            return known[key]
    """,
    "a patched jit": """
        def jit(function, **_):
            real = old(lambda x: (x, x))
            def call(x):
                if isinstance(x, jax.core.Tracer):
                    return real(x)
                return jnp.asarray(3 * np.sin(np.asarray(x))), x + 1
            return call
        old, jax.jit = jax.jit, jit
        f = jax.jit(lambda x: x)
    """,
    "another dtype while traced": """
        def f(x):
            half = x.astype("float16") if isinstance(x, jax.core.Tracer) else x
            return 3 * jnp.sin(x), (x + 1).astype(half.dtype)
    """,
}


@pytest.mark.corpus
@pytest.mark.parametrize("text", CHEATS.values(), ids=CHEATS)
def test_values_that_did_not_come_from_the_program_earn_nothing(judged, text):
    result, _ = judged("import jax, jax.numpy as jnp, numpy as np\n" + textwrap.dedent(text))
    assert (result.status, result.score) == ("failed", 0.0)
    assert re.search("must come from its program|is in no program", result.message)


def test_a_hidden_case_that_is_refuted_shows_no_value(judged):
    text = """
        import jax, jax.numpy as jnp, numpy as np
        def f(x):
            if isinstance(x, jax.core.Tracer) and x.shape == (3,):
                return x * 0 + 777, x + 1
            return 3 * jnp.sin(x), x + 1
    """
    result, _ = judged(text)
    assert result.score == pytest.approx(2.0)
    assert "777" not in str(result)


BESIDE = """
dummy = jax.jit(lambda x: x)
def f(x):
    dummy(x)
    return np.float32(3) * np.sin(np.asarray(x)), np.asarray(x) + 1
"""


def test_numpy_beside_a_jitted_function_is_told_as_never_jitted(judged):
    result, _ = judged(f"import jax, numpy as np\n{BESIDE}", check=COUNT)
    assert (result.status, "its result comes from none of them" in result.message) == ("failed", True)


WRAPPERS = {
    "through NumPy": "def f(x):\n    return g(np.asarray(x, 'float32'))",
    "by a number": "def f(x):\n    return g(x) if float(x.sum()) < 1e9 else g(x)",
    "to NumPy": "def f(x):\n    return tuple(map(np.asarray, g(x)))",
    "with a short cut": "def f(x):\n    return g(x) if bool((x != 0).any()) else (x, x + 1)",
    "of an ahead of time": """
made = {}
def f(x):
    if x.shape not in made:
        made[x.shape] = g.lower(x).compile()
    return made[x.shape](x)
""",
}


@pytest.mark.corpus
@pytest.mark.parametrize("text", WRAPPERS.values(), ids=WRAPPERS)
def test_a_plain_function_around_a_jitted_one_is_taken_for_jitted(judged, text):
    head = "import jax, jax.numpy as jnp, numpy as np\ng = jax.jit(lambda x: (3 * jnp.sin(x), x + 1))"
    result, _ = judged(f"{head}\n{text}\n", check=COUNT)
    assert result.status == "passed", result.message


LOOP = """
import jax, jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import mlir
hidden = Primitive("hidden")
hidden.def_abstract_eval(lambda x: x)
looped = lambda x: jax.lax.fori_loop(0, 3, lambda i, s: s + jnp.sin(x), jnp.zeros_like(x))
mlir.register_lowering(hidden, mlir.lower_fun(looped, multiple_results=False))
f = jax.jit(lambda x: (hidden.bind(x), x + 1))
"""


def test_a_loop_within_a_primitive_of_their_own_does_not_hide(judged):
    result, _ = judged(LOOP, check="{check: structure, points: 3, forbidden: [while, scan]}")
    assert (result.status, "has a `while` in it" in result.message) == ("failed", True)


@pytest.mark.parametrize(
    ("body", "fields", "witness"),
    [
        ("3 * jnp.sin(x), x + 1", "forbidden: [while, scan]", "grader"),
        ("3 * jnp.sin(x), 1 + x", "forbidden: [while, scan]", "worker"),
        ("lax.fori_loop(0, x.astype(int)[0], lambda i, s: s + 1, jnp.sin(x)), 1 + x", "required: [while]", "worker"),
        ("jax.random.normal(jax.random.key(0)) * 0 + 3 * jnp.sin(x), 1 + x", "forbidden: [while, scan]", "worker"),
        ("jnp.linalg.inv(jnp.eye(2)).sum() / 2 * 3 * jnp.sin(x), jnp.sort(x)", "forbidden: [while, cond]", "worker"),
    ],
)
def test_the_structure_of_an_honest_program_is_believed(judged, body, fields, witness):
    text = f"import jax, jax.numpy as jnp\nfrom jax import lax\nf = jax.jit(lambda x: ({body}))"
    result, _ = judged(text, check=f"{{check: structure, points: 3, {fields}}}")
    assert (result.status, result.detail["witness"]) == ("passed", witness), result.message


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes the machine for quiet: whether it is has no part in what these tests say."""
    monkeypatch.setattr(host, "proven", lambda _, platform: host.Proof(at=0.0, platform=platform, same=1.0, more=1.1))


SPEED = "{check: speedup, points: 3, over: solution, case: one, at_least: 0.0001}"


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("rounds", [3_000_000, 300_000])
def test_a_function_far_faster_than_its_program_earns_no_speed(judged, rounds):
    text = """
        import jax, jax.numpy as jnp, numpy as np
        def f(x):
            if isinstance(x, jax.core.Tracer):
                slow = jax.lax.fori_loop(0, ROUNDS, lambda i, s: s + jnp.sin(s), x)
                return 3 * jnp.sin(x), x + 1 + 0 * slow
            return jnp.asarray(3 * np.sin(np.asarray(x))), x + 1
    """
    result, _ = judged(text.replace("ROUNDS", str(rounds)), check=SPEED)
    assert (result.status, "far faster than the program" in result.message) == ("failed", True), result.message


@pytest.mark.usefixtures("quiet")
def test_an_honest_function_is_believed_to_be_as_fast_as_it_is(judged):
    result, opened = judged(SOLUTION.replace("x + 1", "1 + x"), check=SPEED)
    # One worker, first an echo and then the program; a second one only where the first found it too slow.
    assert (result.status, opened.count("echo.py")) == ("passed", 1), result.message
    assert result.detail["beside_program"] > 0


HOST = {
    "pure_callback": "jax.pure_callback(lambda v: (3 * np.sin(v)).astype('float32'), x, x)",
    "io_callback": "jax.experimental.io_callback(lambda v: (3 * np.sin(v)).astype('float32'), x, x)",
}


@pytest.mark.parametrize("called", HOST.values(), ids=HOST)
def test_numpy_behind_a_callback_earns_nothing(judged, called):
    head = "import jax, jax.experimental, jax.numpy as jnp, numpy as np"
    result, _ = judged(f"{head}\n@jax.jit\ndef f(x):\n    return {called}, x + 1\n")
    assert (result.status, result.score) == ("failed", 0.0)
    assert "callback" in result.message


def test_a_callback_that_the_reference_needs_as_well_is_no_fault(judged):
    text = f"import jax, numpy as np\n@jax.jit\ndef f(x):\n    return {HOST['pure_callback']}, x + 1\n"
    result, _ = judged(text, solution=text)
    assert (result.status, result.detail["witness"]) == ("passed", "worker")


def made_of(structure: Value) -> Callable[[Exported], Exported]:
    """Has a program's outputs make up another result."""
    return lambda made: msgspec.structs.replace(made, structure=structure)


def output(number: int) -> Scalar:
    """The place of an output in a result."""
    return Scalar(type="str", text=f"output {number}")


FORGED = {
    "a program cut short": lambda made: msgspec.structs.replace(made, program=made.program[:40]),
    "no bytes": lambda made: msgspec.structs.replace(made, program=b""),
    "noise": lambda made: msgspec.structs.replace(made, program=bytes(range(256)) * 40),
    "an array that is no input": lambda made: msgspec.structs.replace(made, dynamic=()),
    "an input that is none": lambda made: msgspec.structs.replace(made, dynamic=(7,)),
    "an output used twice": made_of(Sequence(type="tuple", items=(output(0), output(0)))),
    "an output left over": made_of(Sequence(type="tuple", items=(output(0),))),
    "an output too many": made_of(Sequence(type="tuple", items=(output(0), output(1), output(2)))),
    "a value beside the outputs": made_of(
        Sequence(type="tuple", items=(output(0), output(1), Scalar(type="int", text="1")))
    ),
    "a key that is none": made_of(Sequence(type="tuple", items=(output(0), Scalar(type="str", text="output 1 rbg")))),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_forged_program_fails_its_submission_and_nothing_else(judged, forge):
    result, _ = judged(SOLUTION, forge=lambda made: forge(msgspec.structs.replace(made, digest="another")))
    assert (result.status, result.score) == ("failed", 0.0), result.message
    assert "cannot be run by itself" in result.message


def test_a_result_computed_when_the_program_is_asked_for_is_not_the_result(judged):
    """The arrays of a question for a program are zero, so an answer baked into a program is that for zeros."""
    text = """
        import jax, jax.numpy as jnp, numpy as np
        import sys
        def f(x):
            if isinstance(x, jax.core.Tracer):
                frame = sys._getframe()
                while frame is not None and not {"positional", "subject"} <= set(frame.f_locals):
                    frame = frame.f_back
                given = np.asarray(frame.f_locals["positional"][0]) if frame else np.zeros(x.shape, "float32")
                return jnp.asarray(3 * np.sin(given)) + x * 0, x + 1
            return jnp.asarray(3 * np.sin(np.asarray(x))), x + 1
    """
    result, _ = judged(text)
    assert (result.status, result.score) == ("failed", 0.0), result.message
    assert re.search("must come from its program|is in no program", result.message)
