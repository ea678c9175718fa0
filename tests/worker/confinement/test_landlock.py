"""Files: what was granted can be used as granted, and the rest of the file system is out of reach."""

from __future__ import annotations

import sys

import pytest

if sys.platform != "linux":
    pytest.skip("Landlock is Linux only", allow_module_level=True)

from grader.worker.confinement import landlock

pytestmark = pytest.mark.skipif(bool(landlock.missing()), reason=landlock.missing())

SCRIPT = """
import socket, sys, threading
from grader.worker.confinement import landlock
open_before = open(sys.argv[1] + "/outside/file")
os.chdir(sys.argv[1])
version = landlock.restrict(
    readable=["granted", "one/file", "absent", "one/file/absent"], writable=["scratch", "alone/file", "/dev/null"]
)
listener = socket.socket()
def write(path, mode="w"):
    with open(path, mode) as file:
        file.write("x")
def linked():
    os.symlink("../outside/file", "scratch/link")
    open("scratch/link")
def moved():
    write("scratch/new")
    os.mkdir("scratch/folder")
    os.rename("scratch/new", "scratch/folder/newer")
    os.remove("scratch/folder/newer")
    os.rmdir("scratch/folder")
tell({
    "reading in a readable folder": lambda: open("granted/file").read(),
    "listing a readable folder": lambda: os.listdir("granted"),
    "reading a readable file": lambda: open("one/file").read(),
    "reading and writing in a writable folder": lambda: (write("scratch/x"), open("scratch/x").read()),
    "making, moving and removing in a writable folder": moved,
    "writing a writable file": lambda: write("alone/file"),
    "writing to nowhere": lambda: write("/dev/null"),
    "reading a file opened before": lambda: open_before.read(),
    "reading outside": lambda: open("outside/file"),
    "listing outside": lambda: os.listdir("outside"),
    "listing above": lambda: os.listdir("."),
    "reading beside a readable file": lambda: open("one/other"),
    "writing in a readable folder": lambda: write("granted/new"),
    "writing a readable file": lambda: write("one/file", "a"),
    "removing in a readable folder": lambda: os.remove("granted/file"),
    "writing outside": lambda: write("outside/new"),
    "reading outside by a link of its own": linked,
    "linking a file from outside": lambda: os.link("outside/file", "scratch/hard"),
    "moving a file out": lambda: (write("scratch/y"), os.rename("scratch/y", "outside/y")),
    "a pipe with a name": lambda: os.mkfifo("scratch/pipe"),
    "reading another process": lambda: open(f"/proc/{os.getppid()}/environ"),
    "listening on a port": lambda: listener.bind(("127.0.0.1", 0)),
    "connecting to a port": lambda: socket.socket().connect(("127.0.0.1", 9)),
    "a signal to another process": lambda: os.kill(os.getppid(), 0),
})
"""
GRANTED = (
    "reading in a readable folder",
    "listing a readable folder",
    "reading a readable file",
    "reading and writing in a writable folder",
    "making, moving and removing in a writable folder",
    "writing a writable file",
    "writing to nowhere",
    "reading a file opened before",
)
REFUSED = (
    "reading outside",
    "listing outside",
    "listing above",
    "reading beside a readable file",
    "writing in a readable folder",
    "writing a readable file",
    "removing in a readable folder",
    "writing outside",
    "reading outside by a link of its own",
    "a pipe with a name",
    "reading another process",
)
NEEDS = {
    "moving a file out": (2, "EACCES"),
    "linking a file from outside": (2, "EXDEV"),
    "listening on a port": (4, "EACCES"),
    "connecting to a port": (4, "EACCES"),
    "a signal to another process": (6, "EPERM"),
}
"""Since which version Landlock refuses it so."""


@pytest.fixture(scope="module")
def tried(outcomes, tmp_path_factory):
    """What became of everything the script tries."""
    folder = tmp_path_factory.mktemp("files")
    for name in ("granted/file", "one/file", "one/other", "alone/file", "outside/file"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("text")
    (folder / "scratch").mkdir()
    return outcomes(SCRIPT, folder)


@pytest.mark.parametrize("what", GRANTED)
def test_landlock_leaves(tried, what):
    assert tried[what] == "fine"


@pytest.mark.parametrize("what", REFUSED)
def test_landlock_refuses(tried, what):
    assert tried[what] == "EACCES"


@pytest.mark.parametrize("what", NEEDS)
def test_newer_landlock_refuses(tried, what):
    since, error = NEEDS[what]
    if landlock.abi() < since:
        pytest.skip(f"Landlock refuses this since version {since}; here is {landlock.abi()}")
    assert tried[what] == error


def test_a_process_of_several_threads_is_not_locked_in_by_halves(outcomes):
    script = """
import threading
from grader.worker.confinement import landlock
stop = threading.Event()
threading.Thread(target=stop.wait, daemon=True).start()
tell({"landlock": lambda: landlock.restrict([], []), "a file": lambda: open("/etc/passwd")})
"""
    assert outcomes(script) == {"landlock": "EBUSY", "a file": "fine"}


def test_a_path_out_of_reach_is_an_error_and_not_passed_over(outcomes, tmp_path):
    script = """
import sys
from grader.worker.confinement import kernel, landlock
if os.geteuid() == 0:
    kernel.become_user(60100, 60100)
tell({"landlock": lambda: landlock.restrict([sys.argv[1] + "/folder"], [])})
"""
    tmp_path.joinpath("shut").mkdir(mode=0)
    assert outcomes(script, tmp_path / "shut") == {"landlock": "EACCES"}


def test_the_version_that_locked_is_told(locked):
    script = "from grader.worker.confinement import landlock; print(landlock.restrict([], []) == landlock.abi() > 0)"
    assert locked(script).stdout == "True\n"
