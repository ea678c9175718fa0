"""Real workers for all tests of the border: one fork server for the whole session, a process for each file."""

from __future__ import annotations

import os
import textwrap
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from grader.model.exercise import Limits
from grader.model.questions import Load
from grader.sandbox.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.sandbox.worker import LiveWorker

    Open = Callable[..., LiveWorker]


def opened(workshop: Workshop, text: str, **limits: float) -> LiveWorker:
    """Opens a worker on a file with this text, which must define ``f``."""
    data = textwrap.dedent(text).encode()
    load = Load(source=data, name="answer.py", function="f", jit="none", shape=(1, ()))
    return workshop.open(load, Limits(**limits))


@pytest.fixture(scope="session")
def workshop() -> Iterator[Workshop]:
    """The workshop of this session, made by a grader with a secret in its environment and an open file.

    Nothing is denied to its workers: what else protects the grader must do so by itself.
    """
    os.environ["JITGRADE_TEST_SECRET"] = "hunter2"
    try:
        with open(os.devnull, "rb") as held, Workshop(isolation="limits") as made:  # noqa: PTH123 - os.devnull is text
            os.set_inheritable(held.fileno(), True)  # noqa: FBT003 - its parameter has no keyword
            yield made
    finally:
        del os.environ["JITGRADE_TEST_SECRET"]


@pytest.fixture
def open_worker(workshop: Workshop) -> Iterator[Open]:
    """Opens workers that are closed after the test."""
    with ExitStack() as stack:

        def open_one(text: str, **limits: float) -> LiveWorker:
            worker = opened(workshop, text, **limits)
            stack.callback(worker.close)
            return worker

        yield open_one
