"""What the system refuses a file while it is graded gets a sentence and the student's line, not a traceback."""

from __future__ import annotations

import errno
import platform
import sys

import pytest

from grader.checks.impurities import sentences
from grader.explain import explain
from grader.model.answers import Raised
from grader.model.incidents import Failure, Finding, Frame


def no_lock() -> str:
    """Why no process can be locked in here; "" where one can."""
    if not sys.platform.startswith("linux"):
        return "processes are locked in on Linux only"
    from grader.worker.confinement import landlock, syscalls

    try:
        syscalls.machine(platform.machine())
    except OSError as error:
        return str(error)
    return landlock.missing()


locked_in = pytest.mark.skipif(bool(no_lock()), reason=no_lock())


@pytest.fixture
def told_of(exercise):
    """Explains an exception of one line, by what a worker tells of it."""

    def tell(text: str, message: str, kind: str = "PermissionError", **more):
        mro = (kind, "OSError", "Exception")
        frames = (Frame(line=4, function="f", text=text),)
        return explain(Raised(failure=Failure(type=kind, mro=mro, message=message, frames=frames, **more)), exercise)

    return tell


EPERM = "[Errno 1] Operation not permitted"
EACCES = "[Errno 13] Permission denied"
PROCESS, NETWORK, SHARED = "Starting processes", "Using the network", "Memory and locks that processes share"
SIGNALS = "Sending signals to processes"
OUTSIDE, ATTRIBUTES = "Using files outside the working folder", "Changing the permissions"
REFUSED = {
    "fork": ("if os.fork() == 0:", EPERM, (), PROCESS),
    "fork by its name": ("pid = fork()", EPERM, (), PROCESS),
    "exec": ("os.execlp('git', 'git')", EPERM, ("os",), PROCESS),
    "subprocess": ("subprocess.run(['ls'])", EPERM, ("subprocess",), PROCESS),
    "a program": ("subprocess.run('ls', shell=True)", f"{EPERM}: '/bin/sh'", ("subprocess",), PROCESS),
    "multiprocessing": ("p.start()", EPERM, ("multiprocessing.process", "multiprocessing.popen_fork"), PROCESS),
    "pool": ("Pool(2)", EACCES, ("multiprocessing.pool", "multiprocessing.synchronize"), PROCESS),
    "lock": ("q = mp.Lock()", EACCES, ("multiprocessing.context", "multiprocessing.synchronize"), SHARED),
    "thread pool": ("ThreadPool(2)", EACCES, ("multiprocessing.pool", "multiprocessing.synchronize"), SHARED),
    "socket": ("socket.socket()", EPERM, ("socket",), NETWORK),
    "download": ("urlopen(URL)", "<urlopen error [Errno -3] Temporary failure>", ("urllib.request",), NETWORK),
    "requests": ("requests.get(URL)", "no", ("requests.api", "requests.adapters"), NETWORK),
    "read": ("text = path.read_text()", f"{EACCES}: '/etc/passwd'", ("pathlib",), OUTSIDE),
    "np.save": ("np.save(name, x)", f"{EACCES}: '/home/me/x.npy'", ("numpy.lib._npyio_impl",), OUTSIDE),
    "chmod": ("os.chmod('a', 0o600)", f"{EPERM}: 'a'", (), ATTRIBUTES),
    "copy": ("copy('a', 'b')", f"{EPERM}: 'b'", ("shutil",), ATTRIBUTES),
    "shelve": ("shelve.open('s')", f"{EPERM}: b's.dat'", ("shelve", "dbm", "dbm.dumb"), ATTRIBUTES),
    "kill": ("os.kill(1, 9)", EPERM, (), SIGNALS),
    "copytree": ("shutil.copytree('a', 'b')", f"[('a/x', 'b/x', \"{EPERM}\")]", ("shutil",), ATTRIBUTES),
}


@pytest.mark.parametrize(("text", "message", "through", "words"), REFUSED.values(), ids=REFUSED)
def test_each_kind_of_refusal_has_its_own_sentence(told_of, text, message, through, words):
    number = next((code for code in (errno.EPERM, errno.EACCES) if message.startswith(f"[Errno {code}]")), None)
    explanation = told_of(text, message, errno=number, through=through)
    assert explanation.message.startswith(words)
    assert "not allowed while grading" in explanation.message
    assert "on line 4" in explanation.message
    assert explanation.line == 4


@pytest.mark.parametrize(
    ("kind", "event", "text", "through"),
    [
        ("process", "subprocess.Popen: subprocess.Popen", "subprocess.run(['ls'])", ("subprocess",)),
        ("process", "os.fork: os.fork", "os.fork()", ()),
        ("process", "os.kill: os.kill", "os.kill(1, 9)", ()),
        ("network", "socket.__new__: socket.__new__", "socket.socket()", ("socket",)),
    ],
)
def test_what_purity_sees_tried_is_told_as_its_refusal_is(told_of, kind, event, text, through):
    finding = Finding(kind=kind, fault=True, line=4, detail=event)
    refusal = told_of(text, EPERM, errno=errno.EPERM, through=through)
    seen = sentences(finding)
    assert seen.partition(":")[0] == refusal.message.partition(":")[0]
    assert "on line 4." in seen


@pytest.mark.parametrize(
    ("text", "through"),
    [("x = g(x)", ()), ("os.nice(3)", ()), ("library.go()", ("library.deep",))],
)
def test_what_is_refused_for_a_reason_not_known_is_told_as_refused(told_of, text, through):
    explanation = told_of(text, EPERM, errno=errno.EPERM, through=through)
    assert explanation.cause == "denied"
    assert "not allowed while grading" in explanation.message


@pytest.mark.parametrize(
    ("text", "message", "words"),
    [
        ("raise PermissionError(1, 'Operation not permitted')", EPERM, EPERM),
        ("raise FileNotFoundError('fork() went wrong')", "fork() went wrong", "fork() went wrong"),
    ],
)
def test_what_the_file_raised_itself_keeps_its_own_words(told_of, text, message, words):
    explanation = told_of(text, message, errno=errno.EPERM, own=True)
    assert explanation.message == f"`f` raised PermissionError: {words} on line 4."


def test_a_refusal_behind_the_files_own_exception_is_told_after_it(exercise):
    behind = Failure(
        type="PermissionError",
        mro=("PermissionError", "OSError"),
        message=EPERM,
        frames=(Frame(line=2, function="f", text="os.fork()"),),
        errno=errno.EPERM,
    )
    failure = Failure(
        type="RuntimeError",
        mro=("RuntimeError",),
        message="no data",
        frames=(Frame(line=4, function="f", text="raise RuntimeError('no data') from error"),),
        cause=behind,
        own=True,
    )
    explanation = explain(Raised(failure=failure), exercise)
    assert explanation.message == (
        "`f` raised RuntimeError: no data on line 4. "
        "Starting processes is not allowed while grading: `os.fork()` on line 2."
    )
    assert explanation.line == 4


def test_what_a_library_wrote_over_a_refusal_is_looked_through(exercise):
    behind = Failure(type="PermissionError", mro=("PermissionError", "OSError"), message=EPERM, errno=errno.EPERM)
    frames = (Frame(line=4, function="f", text="service.connect()"),)
    failure = Failure(type="ServiceError", mro=("ServiceError",), message="no", frames=frames, cause=behind)
    assert explain(Raised(failure=failure), exercise).cause == "denied-network"


@pytest.mark.parametrize(
    ("kind", "message", "name"),
    [
        ("JaxRuntimeError", "PERMISSION_DENIED: /tmp/traces; Permission denied", "`traces`"),
        ("OperationalError", "unable to open database file", ""),
    ],
    ids=["profiler", "sqlite3"],
)
def test_libraries_that_open_files_in_their_own_way_are_understood(told_of, kind, message, name):
    explanation = told_of("library.start(FOLDER)", message, kind)
    assert explanation.message.startswith(OUTSIDE)
    assert name in explanation.message


MISSING = {
    "relative": ("x = open('data.csv').read()", "`data.csv`"),
    "by path": ("from pathlib import Path; Path('data', 'x.txt').read_text()", "`data/x.txt`"),
    "np.load": ("np.load('weights.npy')", "`weights.npy`"),
    "np.loadtxt": ("np.loadtxt('data.csv')", "`data.csv`"),
    "absolute": ("open('/home/nobody/data.csv')", "`data.csv`"),
}


@pytest.mark.parametrize(("line", "name"), MISSING.values(), ids=MISSING)
def test_a_file_that_did_not_come_along_is_told_by_name(told, line, name):
    explanation = told(f"{line}\n", None)
    assert explanation.cause == "missing-file"
    assert f"asks for {name}, and there is no such file" in explanation.message
    assert explanation.line == 2


def test_a_file_missing_while_jax_traces_is_told_the_same(told):
    explanation = told("def f(x):\n    return x * np.load('weights.npy')\n")
    assert (explanation.cause, explanation.line) == ("missing-file", 3)


def test_a_folder_missing_for_output_is_told_with_advice_for_output(told):
    assert "Return results" in told("open('out/result.txt', 'w')\n", None).hint


def test_the_file_itself_is_said_not_to_be_there(told):
    explanation = told("__file__ = 'exercise.py'\nopen(__file__)\n", None)
    assert "opens the file itself" in explanation.message


def test_a_native_library_that_is_not_there_is_told(told):
    explanation = told("import ctypes; ctypes.CDLL('./mine.so')\n", None)
    assert explanation.cause in {"missing-library", "exception-OSError"}  # each system has its own words for it
    assert "mine.so" in explanation.message


def test_host_code_that_a_program_calls_back_is_told_with_its_line(told):
    source = "def g(x):\n    open('data.csv')\n    return x\n"
    source += "def f(x):\n    return jax.pure_callback(g, jax.ShapeDtypeStruct((), 'float32'), x)\n"
    explanation = told(source)
    assert (explanation.cause, explanation.line) == ("denied-in-callback", 3)


REAL = {
    "subprocess.run": ("import subprocess; subprocess.run(['ls'])", "denied-process"),
    "pip": ("import subprocess; subprocess.check_call([sys.executable, '-m', 'pip', 'list'])", "denied-process"),
    "os.popen": ("import os; os.popen('ls').read()", "denied-process"),
    "os.fork": ("import os; os.fork()", "denied-process"),
    "os.execv": ("import os; os.execv('/bin/ls', ['ls'])", "denied-process"),
    "os.posix_spawn": ("import os; os.posix_spawn('/bin/ls', ['ls'], {})", "denied-process"),
    "asyncio": (
        "import asyncio; asyncio.run(asyncio.wait_for(asyncio.create_subprocess_exec('ls'), 9))",
        "denied-process",
    ),
    "Process": ("import multiprocessing; multiprocessing.Process(target=print).start()", "denied-process"),
    "Pool": ("import multiprocessing; multiprocessing.Pool(2)", "denied-process"),
    "ProcessPoolExecutor": (
        "from concurrent.futures import ProcessPoolExecutor; ProcessPoolExecutor(2).submit(abs, 1).result()",
        "denied-process",
    ),
    "multiprocessing.Lock": ("import multiprocessing; multiprocessing.Lock()", "denied-shared-memory"),
    "multiprocessing.Array": ("import multiprocessing; multiprocessing.Array('d', 3)", "denied-shared-memory"),
    "multiprocessing's threads": (
        "import multiprocessing.pool; multiprocessing.pool.ThreadPool(2)",
        "denied-shared-memory",
    ),
    "mmap": ("import mmap; mmap.mmap(-1, 4096)", "denied-shared-memory"),
    "memfd": ("import os; os.memfd_create('x')", "denied-shared-memory"),
    "socket": ("import socket; socket.socket()", "denied-network"),
    "connection": ("import socket; socket.create_connection(('127.0.0.1', 80))", "denied-network"),
    "name": ("import socket; socket.gethostbyname('example.com')", "denied-network"),
    "urlopen": ("import urllib.request; urllib.request.urlopen('https://example.com')", "denied-network"),
    "http.client": ("import http.client; http.client.HTTPConnection('127.0.0.1').connect()", "denied-network"),
    "open": ("open('/etc/passwd')", "denied-file"),
    "write": ("open('/elsewhere.txt', 'w')", "denied-file"),
    "np.load": ("np.load('/etc/passwd')", "denied-file"),
    "pathlib": ("from pathlib import Path; Path('/etc/passwd').read_text()", "denied-file"),
    "listdir": ("import os; os.listdir('/etc')", "denied-file"),
    "shutil.copyfile": ("import shutil; shutil.copyfile('/etc/passwd', 'mine')", "denied-file"),
    "logging": ("import logging; logging.FileHandler('/elsewhere.log')", "denied-file"),
    "chmod": ("import os; open('a', 'w').close(); os.chmod('a', 0o600)", "denied-attributes"),
    "utime": ("import os; open('a', 'w').close(); os.utime('a')", "denied-attributes"),
    "shutil.copy": ("import shutil; open('a', 'w').close(); shutil.copy('a', 'b')", "denied-attributes"),
    "kill": ("import os; os.kill(os.getppid(), 0)", "denied-signal"),
    "affinity": ("import os; os.sched_setaffinity(0, {0})", "denied"),
    "large": ("open('large', 'wb').write(bytes(1 << 21))", "file-too-large"),
    "np.save": ("np.save('large.npy', np.ones(1 << 19))", "file-too-large"),
    "many": ("kept = [open('/dev/null') for _ in range(200)]", "too-many-files"),
}


@locked_in
@pytest.mark.parametrize("way", ["loading", "called", "traced"])
@pytest.mark.parametrize(("line", "cause"), REAL.values(), ids=REAL)
def test_what_a_worker_is_refused_is_told(refused, way, line, cause):
    if way == "loading":
        explanation = refused(f"import sys\n{line}\n")
    else:
        explanation = refused(f"import sys\ndef f(x):\n    {line}\n    return x\n", called=True, jit=way == "traced")
    assert explanation.cause == cause
    assert explanation.line == (3 if way == "loading" else 4)


HARMLESS = {
    "threads": "import threading; t = threading.Thread(target=print); t.start(); t.join()",
    "thread pool": "from concurrent.futures import ThreadPoolExecutor; list(ThreadPoolExecutor(2).map(abs, [1]))",
    "asyncio": "import asyncio; asyncio.run(asyncio.sleep(0))",
    "temporary folder": "import tempfile; tempfile.TemporaryDirectory(dir='.').cleanup()",
    "own file": "np.save('own.npy', np.ones(3)); np.load('own.npy')",
    "moved": "import shutil; open('c', 'w').close(); shutil.move('c', 'd')",
    "system": "import os, platform; os.getpid(); os.cpu_count(); platform.platform(); os.urandom(3)",
}


@locked_in
@pytest.mark.parametrize("line", HARMLESS.values(), ids=HARMLESS)
def test_harmless_use_of_the_system_is_not_refused(refused, line):
    assert refused(f"{line}\nraise KeyError('reached')\n").message.startswith("The file raised KeyError")
