"""Large arrays between the grader and real workers, in every tier; and workers that abuse the memory they share."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.model.answers import Loaded, Returned
from grader.model.exercise import Limits
from grader.model.questions import Arguments, Call, Load
from grader.model.values import Array, Scalar, Sequence
from grader.sandbox import forks
from grader.sandbox.shared import LARGE
from grader.sandbox.tiers import NoIsolationError
from grader.sandbox.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.sandbox.worker import LiveWorker

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="files without a name are for Linux")

COUNT = LARGE  # numbers, of four bytes each
IDENTITY = "def f(x):\n    return x\n"
FINDS_IT = """
import os, struct, sys, threading
def _found():
    frame = sys._getframe()
    while "shared" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["shared"]._view
memory = _found()
"""


@pytest.fixture(scope="module", params=["namespaces", "landlock", "uid", "limits", "fresh"])
def workshop(request: pytest.FixtureRequest) -> Iterator[Workshop]:
    fresh = request.param == "fresh"
    with ExitStack() as stack:
        try:
            made = stack.enter_context(
                Workshop(isolation="limits" if fresh else request.param, fork=False if fresh else None)
            )
        except NoIsolationError as error:
            pytest.skip(str(error))
        yield made


@pytest.fixture
def opened(workshop: Workshop) -> Iterator[Callable[..., LiveWorker]]:
    with ExitStack() as stack:

        def one(text: str, **limits: float) -> LiveWorker:
            load = Load(source=text.encode(), name="a.py", function="f", jit="none", watched=False)
            worker = workshop.open(load, Limits(**limits))  # type: ignore[arg-type]
            stack.callback(worker.close)
            return worker

        yield one


@pytest.fixture
def hostile(opened: Callable[..., LiveWorker]) -> Callable[..., LiveWorker]:
    """Opens workers that have the memory as ``memory``; skips where there is none."""

    def one(text: str) -> LiveWorker:
        worker = opened(FINDS_IT + text)
        if worker._body.shared is None:
            pytest.skip("here no memory is shared")
        assert isinstance(worker.loaded, Loaded), worker.loaded
        return worker

    return one


def array(first: int, origin: str = "jax", count: int = COUNT, dtype: str = "float32") -> Array:
    data = np.arange(first, first + count, dtype=dtype).tobytes()
    return Array(dtype=dtype, shape=(count,), data=data, origin=origin)  # type: ignore[arg-type]


def call(*values: Array) -> Call:
    return Call(arguments=Arguments(positional=values))


@pytest.mark.parametrize("origin", ["jax", "numpy"])
def test_arrays_come_back_as_they_went(opened, origin):
    worker = opened("def f(x, y, z):\n    return [z, {'y': y}, x]\n")
    small, large, wide = array(1, origin, 5), array(2, origin), array(3, origin, 3 * COUNT + 1, "int32")
    for _ in range(2):
        answer = worker.ask(call(small, large, wide))
        assert isinstance(answer, Returned)
        assert answer.value.items[0] == wide
        assert answer.value.items[1].items == (large,)
        assert answer.value.items[2] == small


def test_a_result_in_another_order_of_memory_comes_back_in_that_of_its_indices(opened):
    worker = opened("def f(x):\n    return x.reshape(2, -1).T[::-1]\n")
    for origin in ("jax", "numpy"):
        answer = worker.ask(call(array(0, origin)))
        expected = np.arange(COUNT, dtype="float32").reshape(2, -1).T[::-1]
        assert answer.value.data == expected.tobytes()
        assert answer.value.shape == expected.shape


@pytest.mark.parametrize("origin", ["jax", "numpy"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_what_a_file_keeps_of_its_input_is_its_own(opened, origin, dtype):
    worker = opened("kept = []\ndef f(x):\n    kept.append(x)\n    return kept[0] if len(kept) == 3 else -x\n")
    answers = [worker.ask(call(array(first, origin, dtype=dtype))) for first in (0, 5, 9)]
    first = np.frombuffer(answers[-1].value.data, answers[-1].value.dtype)
    assert (first == np.arange(COUNT)).all()


def test_inputs_can_be_donated_call_after_call(workshop):
    text = "import jax\nf = jax.jit(lambda x: x + 1, donate_argnums=0)\n"
    with_jit = Load(source=text.encode(), name="a.py", function="f", jit="submission")
    worker = workshop.open(with_jit, Limits())
    try:
        for first in range(4):
            assert worker.ask(call(array(first))).value == array(first + 1)
    finally:
        worker.close()


def test_without_such_memory_the_line_carries_all(monkeypatch, opened):
    def none() -> int:
        raise OSError

    monkeypatch.setattr(forks, "make_shared", none)
    worker = opened(IDENTITY)
    assert worker._body.shared is None
    assert worker.ask(call(array(1))).value == array(1)


def test_a_result_larger_than_the_memory_goes_over_the_line(opened):
    text = "import numpy as np\ndef f(x):\n    return np.zeros(80 << 20, np.uint8), np.ones(1 << 20, np.uint8)\n"
    value = opened(text).ask(call(array(1))).value
    assert isinstance(value, Sequence)
    assert [len(item.data) for item in value.items] == [80 << 20, 1 << 20]
    assert value.items[1].data == b"\1" * (1 << 20)


def test_a_file_finds_no_descriptor_of_it(hostile):
    worker = hostile("def f(x):\n    return repr(sorted(map(int, os.listdir('/proc/self/fd')))[:-1])\n")
    assert worker.ask(call(array(1))).value == Scalar(type="str", text="[0, 1, 2, 3, 4]")


def test_a_later_worker_finds_nothing_of_an_earlier_one(hostile):
    earlier = hostile(IDENTITY)
    assert isinstance(earlier.ask(call(array(1))), Returned)
    earlier.close()
    seen = hostile("seen = bytes(memory) != bytes(len(memory))\ndef f(x):\n    return seen\n").ask(call(array(1)))
    assert seen.value == Scalar(type="bool", text="False")


def test_an_input_is_not_there_before_its_call(hostile):
    text = """
seen = []
def f(x):
    seen.append(bytes(memory[16:20]))
    return repr([struct.unpack("<f", one)[0] for one in seen])
"""
    worker = hostile(text)
    assert worker.ask(call(array(3))).value.text == "[3.0]"
    assert bytes(worker._body.shared.look(20)[16:]) == np.float32(3).tobytes()
    assert worker.ask(call(array(4))).value.text == "[3.0, 4.0]"


FORGES = r"""
def f(x):
    answer = b"\x82\xa3tag\xa8returned\xa5value\x86\xa3tag\xa5array\xa5dtype\xa5uint8\xa5shape\x91\xce"
    answer += struct.pack(">I", SIZE) + b"\xa4data\xc4\0\xa6origin\xa5numpy\xa4weak\xc2"
    os.write(4, struct.pack("<II", len(answer) | 1 << 31, LODGED) + answer)
    while True: pass
"""


def forging(size: int, lodged: int) -> str:
    """A file that answers by itself with an array of a size, in memory of a size."""
    return FORGES.replace("SIZE", str(size)).replace("LODGED", str(lodged))


def test_a_well_made_forgery_is_a_claim_like_any_other(hostile):
    answer = hostile(forging(LARGE, 16 + LARGE)).ask(call(array(1)))
    assert isinstance(answer, Returned)
    assert len(answer.value.data) == LARGE


@pytest.mark.parametrize(
    ("size", "lodged"),
    [
        (LARGE, 16 + LARGE + 1),
        (LARGE, LARGE),
        (LARGE, 0),
        (LARGE, 65 << 20),
        (LARGE - 1, 16 + LARGE - 1),
        (66 << 20, (66 << 20) + 16),
        (0xFFFFFFFF, 65 << 20),
        (0xFFFFFFFF, 0xFFFFFFFF),
    ],
)
def test_a_forgery_that_does_not_fit_is_tampering(hostile, opened, size, lodged):
    assert hostile(forging(size, lodged)).ask(call(array(1))).reason == "tampering"
    assert isinstance(opened(IDENTITY).ask(call(array(1))), Returned)


def test_changing_the_memory_all_the_time_changes_nobody_s_answer_but_its_own(hostile, opened):
    text = """
ones, twos = b"1" * (1 << 20), b"2" * (1 << 20)
def scribble():
    while True:
        memory[:1 << 20] = ones
        memory[:1 << 20] = twos
threading.Thread(target=scribble, daemon=True).start()
def f(x):
    return x
"""
    worker, honest = hostile(text), opened(IDENTITY)
    for first in range(3):
        answer = worker.ask(call(array(first, "numpy")))
        assert isinstance(answer, Returned)
        assert answer.value.shape == (COUNT,)
        assert honest.ask(call(array(first))).value == array(first)


def test_a_confined_file_can_make_no_holes_in_it_for_which_the_grader_would_wait(hostile, workshop):
    text = """
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
done = libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(1 << 20), 9)
told = errno.errorcode.get(ctypes.get_errno(), "none") if done else "done"
def f(x):
    return told
"""
    expected = "done" if workshop.tier.name == "limits" else "EPERM"
    assert hostile(text).ask(call(array(1))).value == Scalar(type="str", text=expected)


def test_what_lies_in_it_counts_to_the_worker_s_memory(hostile):
    text = """
def held():
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
before = held()
memory[:] = b"x" * len(memory)
grown = held() - before
def f(x):
    return grown > 60 << 20
"""
    assert hostile(text).ask(call(array(1))).value == Scalar(type="bool", text="True")
