"""Workers that the kernel keeps in: what they can and cannot, in every tier that this machine can enter."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.model.answers import Ended, Loaded, Raised, Returned
from grader.model.exercise import Limits
from grader.model.questions import Arguments, Call, Load
from grader.model.values import Array
from grader.sandbox.processor import processor_seconds
from grader.sandbox.tiers import NoIsolationError
from grader.sandbox.workshop import Workshop

REPOSITORY = Path(__file__).parents[2]
CALL = Call(arguments=Arguments(positional=(Array(dtype="float32", shape=(2, 2), data=bytes(16)),)))


@pytest.fixture(scope="module", params=["namespaces", "landlock", "uid"])
def confined(request):
    """A workshop of each tier."""
    try:
        made = Workshop(isolation=request.param)
    except NoIsolationError as error:
        pytest.skip(str(error))
    with made:
        yield made


def opened(workshop, text, **limits):
    data = text.encode()
    load = Load(source=data, name="answer.py", function="f", jit="none", shape=(1, ()))
    return workshop.open(load, Limits(**limits))


def told(workshop, text):
    """What a text prints, run as a file is."""
    worker = opened(workshop, text + "\ndef f(x): return x\n")
    assert isinstance(worker.loaded, Loaded), worker.loaded
    worker.close()
    return worker.output


def refused(workshop, text):
    """The class and number of the error that a text ends in."""
    loaded = opened(workshop, text + "\ndef f(x): return x\n").loaded
    assert isinstance(loaded, Raised), loaded
    return loaded.failure


def test_it_computes_in_a_folder_of_its_own_which_goes_with_it(confined):
    text = """
import jax, os, tempfile, threading
import scipy.special
with tempfile.TemporaryDirectory() as folder:
    open(os.path.join(folder, "x"), "w").write("x")
open("kept", "w").write("x")
thread = threading.Thread(target=lambda: None); thread.start(); thread.join()
print(os.getcwd())
@jax.jit
def f(x): return jax.random.normal(jax.random.key(0), x.shape) @ x
"""
    worker = opened(confined, text)
    assert isinstance(worker.ask(CALL), Returned)
    assert worker.log.called() is not None
    assert processor_seconds(worker._body.pid) > 0
    folder = worker.output.strip()
    worker.close()
    assert not Path(folder).exists()


def test_two_workers_do_not_see_each_others_folders(confined):
    first = opened(confined, "import os\nprint(os.getcwd())\nopen('mine', 'w').write('x')\ndef f(x): return x\n")
    assert isinstance(first.loaded, Loaded)
    place = first.output.strip()
    told_of = f"import os\ntry: print(os.listdir({place!r}))\nexcept PermissionError: print('closed')"
    assert told(confined, told_of).strip() in ("[]", "closed")
    first.close()


@pytest.mark.parametrize(
    "place",
    ["exercises", "solutions", "grader/checks/correctness.py", "grader/released", "tests", "course.yaml"],
)
def test_no_course_and_no_check_can_be_read(confined, place):
    if confined.tier.name == "uid":
        pytest.skip("this tier closes only what is closed to everybody")
    path = str(REPOSITORY / place)
    reading = f"import os\nos.listdir({path!r}) if os.path.isdir({path!r}) else open({path!r})"
    assert refused(confined, reading).type in {"PermissionError", "FileNotFoundError"}


def test_the_graders_memory_and_environment_cannot_be_read(confined):
    for name in ("environ", "mem", "cmdline", "root/etc/passwd"):
        failure = refused(confined, f"open('/proc/{os.getpid()}/{name}', 'rb').read()")
        assert failure.type in {"PermissionError", "FileNotFoundError"} or confined.tier.name == "uid"


@pytest.mark.parametrize(
    "text",
    [
        "import os\nos.fork()",
        "import subprocess\nsubprocess.run(['true'])",
        "import socket\nsocket.socket()",
        "import os\nos.chmod('.', 0)",
        "import os\nos.kill(os.getppid(), 9) if os.getppid() else os.kill(2, 9)",
        "import os\nos.dup2(1, 2)",
        "import os\nos.setuid(0)",
    ],
    ids=["fork", "program", "socket", "chmod", "kill", "dup2", "setuid"],
)
def test_what_reaches_beyond_it_is_refused(confined, text):
    assert refused(confined, text).type == "PermissionError"


def test_it_can_write_in_its_folder_only(confined, tmp_path):
    if confined.tier.name == "uid":
        tmp_path.chmod(0o700)
    assert refused(confined, f"open({str(tmp_path / 'x')!r}, 'w')").type in {"PermissionError", "FileNotFoundError"}


def test_ends_are_told_as_in_any_worker(confined):
    loop = opened(confined, "def f(x):\n    while True: pass\n", wall=2)
    assert isinstance(loop.loaded, Loaded)
    ended = loop.ask(CALL)
    assert (ended.reason, ended.line) == ("time", 2)
    spin = opened(confined, "def f(x):\n    while True: pass\n", cpu=1)
    assert spin.ask(CALL).reason == "time"
    crash = opened(confined, "import ctypes\ndef f(x):\n    ctypes.string_at(0)\n")
    assert (crash.ask(CALL).reason, crash.ask(CALL).line) == ("crash", 3)
    assert opened(confined, "import os\nos._exit(3)\n").loaded.detail == "exit status 3"


FLOODS = {
    "disk": "i = 0\nwhile True:\n    i += 1\n    open(f'f{i}', 'w').close()",
    "threads": "import threading, time\nwhile True:\n    threading.Thread(target=time.sleep, args=(99,)).start()",
}


@pytest.mark.parametrize("reason", FLOODS)
def test_a_flood_ends_it_or_is_refused(confined, reason):
    loaded = opened(confined, FLOODS[reason], wall=20).loaded
    if isinstance(loaded, Ended):
        assert loaded.reason == reason
    else:
        assert loaded.failure.type == ("OSError" if reason == "disk" else "RuntimeError")


def test_a_course_that_can_be_read_is_not_graded_with(confined):
    if confined.tier.name == "uid":
        pytest.skip("this tier closes only what is closed to everybody")
    confined.guard(REPOSITORY / "exercises")
    with pytest.raises(NoIsolationError, match="submissions can read"):
        confined.guard(Path(os.__file__).parent)
