"""Where workers come from, on every system, and that nothing of them is left."""

from __future__ import annotations

import os
import signal
import site
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

import grader
from grader.model.answers import Loaded, Returned
from grader.model.check import Broken
from grader.model.exercise import Limits
from grader.model.questions import Arguments, Call, Load
from grader.model.values import Array
from grader.sandbox import fresh
from grader.sandbox.environment import command, environment
from grader.sandbox.switchboard import Overtaken
from grader.sandbox.workshop import Workshop

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the fork server is for Linux")

CALL = Call(arguments=Arguments(positional=(Array(dtype="float32", shape=(2,), data=bytes(8), origin="numpy"),)))
DATA = b"print('here')\ndef f(x):\n    return x\n"
LOAD = Load(source=DATA, name="answer.py", function="f", jit="none", shape=(1, ()))

ENDLESS = b"""
import os, signal
os.kill(os.getppid(), signal.SIGKILL)
while True: pass
"""

NOT_LINUX = """
import sys
for name in ("resource", "fcntl", "pwd", "grp", "termios"):
    sys.modules[name] = None
import ctypes, signal
ctypes.CDLL = None
for name in ("SIGUSR1", "SIGXCPU", "SIGKILL"):
    if hasattr(signal, name):
        delattr(signal, name)
from grader.worker.__main__ import main
main()
"""
"""Starts the worker's side on a system without what only Linux or POSIX has."""


def running(pid: int) -> bool:
    """Whether this process runs; one that merely waits to be collected does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_without_a_fork_server_a_worker_has_a_process_of_its_own():
    with Workshop(fork=False) as workshop:
        worker = workshop.open(LOAD, Limits())
        assert isinstance(worker.loaded, Loaded)
        assert isinstance(worker.ask(CALL), Returned)
        assert worker.output == "here\n"


def test_a_worker_needs_nothing_that_only_linux_has(monkeypatch):
    monkeypatch.setattr(fresh, "_PUMPED", True)
    with Workshop(fork=False, start=[sys.executable, "-I", "-B", "-c", NOT_LINUX]) as workshop:
        worker = workshop.open(LOAD, Limits())
        assert isinstance(worker.loaded, Loaded)
        assert isinstance(worker.ask(CALL), Returned)
        assert worker.output == "here\n"


@linux_only
def test_what_a_fresh_process_started_does_not_survive_it():
    text = b"""
import os, time
told, tell = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(tell, b"%d\\n" % os.getpid())
        time.sleep(1000)
    os._exit(0)
print(open(told).readline())
def f(x): return x
"""
    with Workshop(fork=False) as workshop:
        load = Load(source=text, name="answer.py", function="f", jit="none", shape=(1, ()))
        worker = workshop.open(load, Limits())
        assert isinstance(worker.loaded, Loaded)
        started = int(worker.output.split()[-1])
    assert not running(started)


def test_a_worker_that_cannot_start_is_our_fault():
    with (
        Workshop(start=[sys.executable, "-I", "-c", "raise SystemExit('no jax here')"]) as workshop,
        pytest.raises(Broken, match="no jax here"),
    ):
        assert workshop.open(LOAD, Limits()).loaded


def test_several_workers_load_at_the_same_time(workshop):
    workers = [workshop.open(LOAD, Limits()) for _ in range(3)]
    for worker in reversed(workers):
        assert isinstance(worker.loaded, Loaded)
        worker.close()


def test_a_worker_s_environment_holds_only_what_it_needs(monkeypatch):
    for name in ("SECRET", "PYTHONPATH", "CUDA_VISIBLE_DEVICES", "JAX_COMPILATION_CACHE_DIR", "LD_LIBRARY_PATH"):
        monkeypatch.setenv(name, "grader's")
    on_cpu, on_gpu = environment("/scratch", "cpu"), environment("/scratch", "gpu")
    assert {name for name, text in on_cpu.items() if text == "grader's"} == {"LD_LIBRARY_PATH"}
    assert {name for name, text in on_gpu.items() if text == "grader's"} == {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES"}
    assert "JAX_PLATFORMS" not in {**on_cpu, **on_gpu}
    assert on_cpu["LANG"] == "C.UTF-8"


def test_packages_in_the_user_s_own_site_are_found(monkeypatch):
    folder = str(Path(grader.__file__).parent.parent)
    monkeypatch.setattr(site, "ENABLE_USER_SITE", False)
    assert "sys.path.append" not in " ".join(command())
    monkeypatch.setattr(site, "ENABLE_USER_SITE", True)
    monkeypatch.setattr(site, "getusersitepackages", lambda: folder)
    start = [*command(), "forks"]
    assert f"sys.path.append({folder!r})" in " ".join(start)
    nothing = subprocess.run(start, check=False, capture_output=True, text=True)
    assert "IndexError" in nothing.stderr


KILLED = """
import sys
from grader.model.exercise import Limits
from grader.model.questions import Load
from grader.sandbox.workshop import Workshop
data = f'''
import os, time
if {sys.argv[1] == "forked"}:
    daemon = os.fork()
    if daemon == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    os.waitpid(daemon, 0)
os.write(1, os.getcwd().encode())
while True: pass
'''.encode()
workshop = Workshop(fork=sys.argv[1] == "forked", isolation="limits")
worker = workshop.open(Load(source=data, name="a.py", function="f", jit="none"), Limits())
workshop._switchboard.wait(lambda: "/" in worker.output, 30)
print(worker.output, flush=True)
assert worker.loaded
"""


@linux_only
@pytest.mark.parametrize("way", ["forked", "fresh"])
def test_nothing_survives_a_grader_that_is_killed(tmp_path, way):
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    with subprocess.Popen([sys.executable, script, way], stdout=subprocess.PIPE, text=True) as grader:
        scratch = Path(grader.stdout.readline().split()[-1])
        left = [process.pid for process in psutil.Process(grader.pid).children(recursive=True)]
        assert len(left) == (3 if way == "forked" else 1)
        grader.kill()
    until = time.monotonic() + 10
    while time.monotonic() < until and any(map(running, left)):
        time.sleep(0.01)
    assert not [pid for pid in left if running(pid)]
    assert not (scratch if way == "forked" else scratch.parent).exists()


@linux_only
def test_closing_a_workshop_that_never_had_a_worker_leaves_nothing():
    with Workshop(isolation="limits") as workshop:
        scratch = Path(workshop._processes.folder(1)).parent
        until = time.monotonic() + 10
        while time.monotonic() < until and not scratch.exists():
            time.sleep(0.01)
        assert scratch.exists()
    assert not scratch.exists()


def test_a_worker_made_ready_is_taken_by_the_next_file_with_its_limits():
    with Workshop() as workshop:
        workshop.prepare(Limits(), 2)
        first, other = workshop.open(LOAD, Limits()), workshop.open(LOAD, Limits(cpu=7))
        assert [isinstance(worker.loaded, Loaded) for worker in (first, other)] == [True] * 2
        assert isinstance(first.ask(CALL), Returned)
        assert workshop._started == 3  # the second one did not fit


@linux_only
def test_a_worker_that_died_while_it_was_kept_is_not_taken():
    with Workshop(isolation="limits") as workshop:
        workshop.prepare(Limits(), 1)
        _, body = workshop._ready[0]
        workshop._switchboard.wait(lambda: body.pid is not None, 30)
        os.kill(body.pid, signal.SIGKILL)
        time.sleep(0.3)  # the fork server tells, and nobody listens
        worker = workshop.open(LOAD, Limits())
        assert isinstance(worker.loaded, Loaded)
        assert worker._body is not body


def test_an_answer_that_is_to_no_use_any_more_is_not_waited_for():
    with Workshop() as workshop:
        load = Load(source=b"while True: pass", name="answer.py", function="f", jit="none", shape=(1, ()))
        worker = workshop.open(load, Limits())
        workshop.stop_when(lambda: True)
        with pytest.raises(Overtaken):
            assert worker.loaded
        worker.close()
        assert isinstance(workshop.open(LOAD, Limits()).loaded, Loaded)


@pytest.mark.parametrize(("words", "taken"), [(b"", True), (b"# XLA_FLAGS\n", False)])
def test_a_file_that_sets_what_jax_reads_at_its_start_gets_a_worker_that_has_not_started_it(words, taken):
    data = words + b"import jax\ndef f(x):\n    return x\n"
    with Workshop() as workshop:
        workshop.prepare(Limits(), 1)
        load = Load(source=data, name="answer.py", function="f", jit="none", shape=(1, ()))
        assert isinstance(workshop.open(load, Limits()).loaded, Loaded)
        assert workshop._started == (1 if taken else 2)


@linux_only
def test_a_fork_server_that_was_killed_is_our_fault():
    with Workshop(isolation="limits") as workshop:
        load = Load(source=ENDLESS, name="answer.py", function="f", jit="none", shape=(1, ()))
        assert workshop.lives
        worker = workshop.open(load, Limits())
        with pytest.raises(Broken, match="is gone"):
            assert worker.loaded
        assert not workshop.lives
