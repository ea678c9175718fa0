"""What the tests of explanations share: a process that raises real errors, and an exercise they belong to."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from grader.explain import explain
from grader.model.answers import Loaded, Raised
from grader.model.exercise import Exercise, Signature, Source
from grader.model.incidents import Failure
from grader.worker.derivatives import derivatives

HERE = Path(__file__).parent
INNER = re.compile(r"site-packages|/submissions|grader|Tracer\b|jax\._src|\w+\(ShapedArray|0x[0-9a-f]{6}")


@contextmanager
def observing(*words: str):
    """Asks one process, which has imported jax and is started with these words, what a snippet raises."""
    process = subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "JAX_PLATFORMS": "cpu", "OPENBLAS_NUM_THREADS": "1"},
    )

    def ask(source: str, arguments: str | None, *, jit: bool) -> Failure:
        question = {"source": source, "arguments": arguments, "jit": jit}
        process.stdin.write(json.dumps(question).encode() + b"\n")
        process.stdin.flush()
        failure = msgspec.json.decode(process.stdout.readline(), type=Failure | None)
        assert failure is not None, "the snippet raised nothing"
        return failure

    try:
        yield ask
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait(timeout=20)


@pytest.fixture(scope="session")
def observed():
    """Asks a process what a snippet raises."""
    with observing(str(HERE / "observe.py")) as ask:
        yield ask


@pytest.fixture(scope="session")
def confined(tmp_path_factory):
    """Asks a process that is locked in, in an empty folder, what a snippet raises."""
    with observing(str(HERE / "confine.py"), str(tmp_path_factory.mktemp("scratch"))) as ask:
        yield ask


@pytest.fixture(scope="session")
def exercise():
    """An exercise whose function is ``f(x, n)``."""
    return Exercise(
        number=1,
        slug="sample",
        title="Sample",
        task="",
        signature=Signature(name="f", positional=("x", "n")),
        jit="submission",
        starter=Source(name="exercise.py", data=b""),
        folder=HERE,
    )


@pytest.fixture(scope="session")
def loaded():
    """What a worker tells of a file that loads."""
    where = {"platform": "cpu", "device": "cpu", "jax": "0", "jaxlib": "0", "python": "3"}
    return Loaded(names=("f",), signature="(x, n)", jitted=True, x64=False, **where)


@pytest.fixture
def told(observed, exercise, loaded):
    """Explains what a snippet raises. Its first line is the file's second, after the imports."""

    def tell(source: str, arguments: str | None = "(jnp.float32(2.0),)", *, jit: bool = True, hints=None):
        failure = observed(source, arguments, jit=jit)
        read = failure.type not in ("SyntaxError", "IndentationError", "TabError")
        file = msgspec.structs.replace(loaded, derivatives=derivatives("\n" + source) if read else ())
        explanation = explain(Raised(failure=failure), msgspec.structs.replace(exercise, hints=hints or {}), file)
        well_formed(explanation)
        return explanation

    return tell


@pytest.fixture
def refused(confined, exercise):
    """Explains what a snippet raises where it is locked in; its first line is the file's second, after the imports."""

    def tell(source: str, *, called: bool = False, jit: bool = True):
        arguments = "(jnp.float32(2.0),)" if called else None
        explanation = explain(Raised(failure=confined(source, arguments, jit=jit)), exercise)
        well_formed(explanation)
        return explanation

    return tell


def well_formed(explanation):
    """Every explanation is short, speaks of nothing inside, and says what to try."""
    assert explanation.message.endswith((".", "…")), explanation.message
    assert len(re.findall(r"[.!?]\s+[A-Z`]", explanation.message)) <= 2, explanation.message
    assert len(explanation.message) <= 600
    assert not INNER.search(explanation.message), explanation.message
    assert not INNER.search(explanation.hint), explanation.hint
    assert explanation.hint
    assert explanation.cause
    assert explanation.link == "" or explanation.link.startswith("https://docs.jax.dev/en/latest/")
