"""The inside of a container on this machine: ``python -m tests.lms.chamber ORDER`` runs a command there.

The file ORDER says, as JSON, which folders are laid over each other as its root, what is bound into it, and whether it
is confined as Docker confines by default (``tests.attacks.container``). What outlives the command is told, then killed.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any, Final, NoReturn

from grader.worker.confinement import kernel
from tests.attacks.container import keep_capabilities, mask, moby_filter

__all__: list[str] = []

_PIVOT_ROOT: Final = {"x86_64": 155, "aarch64": 41}
_MNT_DETACH: Final = 2
_UMOUNT2: Final = {"x86_64": 166, "aarch64": 39}
_MOMENT: Final = 0.3
"""Seconds for what was killed to be gone."""


def main() -> NoReturn:
    """Runs the order and ends with the command's exit code."""
    order = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    report = os.open(order["report"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    filters = _filters(order) if order["confined"] else []
    for group in order["groups"]:
        Path(group, "tasks").write_text(str(os.getpid()), encoding="ascii")
    flags = kernel.NEWNS | kernel.NEWPID | kernel.NEWIPC | kernel.NEWUTS
    kernel.unshare(flags if order["network"] else flags | kernel.NEWNET)
    init = os.fork()
    if not init:
        _inside(order, filters, report)
    _, status = os.waitpid(init, 0)
    os._exit(os.waitstatus_to_exitcode(status) % 256)


def _filters(order: dict[str, Any]) -> list[Any]:
    """Docker's default filter, and before it what makes this kernel one that has no Landlock."""
    import pyseccomp

    found = [moby_filter(root=order["user"] == 0)]
    if not order["landlock"]:
        old = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
        old.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "landlock_create_ruleset")
        old.set_attr(pyseccomp.Attr.CTL_NNP, 0)
        found.insert(0, old)
    return found


def _inside(order: dict[str, Any], filters: list[Any], report: int) -> NoReturn:
    """The first process of the new namespaces: furnishes them, runs the command, and counts what is left of it."""
    kernel.mount("none", "/", None, kernel.MS_REC | kernel.MS_PRIVATE)
    _furnish(order)
    if filters:
        mask()
    child = os.fork()
    if not child:
        _become(order, filters)
        try:
            os.execve(order["command"][0], order["command"], order["environment"])
        except OSError as error:
            os.write(2, f"{order['command'][0]}: {error.strerror}\n".encode())
            os._exit(127)
    code = None
    while code is None:  # the first process of its namespace collects orphans
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status) % 256
    os.write(report, json.dumps({"code": code, "survivors": _survivors()}).encode())
    os._exit(code)


def _furnish(order: dict[str, Any]) -> None:
    """Makes the root of layers, devices, binds, and goes there."""
    target = order["target"]
    layers = ":".join(order["layers"])
    data = f"lowerdir={layers},upperdir={order['upper']},workdir={order['work']}"
    kernel.mount("root", target, "overlay", 0, data)
    kernel.mount("proc", f"{target}/proc", "proc", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
    kernel.mount("/dev", f"{target}/dev", None, kernel.MS_BIND | kernel.MS_REC)
    kernel.mount("shm", f"{target}/dev/shm", "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "mode=1777,size=64m")
    for outside, inside in order["binds"].items():
        place = Path(target + inside)
        place.parent.mkdir(parents=True, exist_ok=True)
        if Path(outside).is_dir():
            place.mkdir(exist_ok=True)
        else:
            place.touch()
        kernel.mount(outside, str(place), None, kernel.MS_BIND | kernel.MS_REC)
        kernel.mount(outside, str(place), None, kernel.MS_BIND | kernel.MS_REMOUNT | kernel.MS_RDONLY)
    machine = os.uname().machine
    os.chdir(target)
    kernel.checked(kernel.syscall(_PIVOT_ROOT[machine], b".", b"."), "changing the root")
    kernel.checked(kernel.syscall(_UMOUNT2[machine], b".", _MNT_DETACH), "leaving the old root")
    os.chdir("/")


def _become(order: dict[str, Any], filters: list[Any]) -> None:
    """Takes the limits, the folder, the user and the confinement of the command."""
    for name, most in order["limits"].items():
        resource.setrlimit(getattr(resource, name), (most, most))
    os.chdir(order["folder"])
    for one in filters:
        one.load()
    if order["user"]:
        kernel.become_user(order["user"], order["user"])
    elif filters:
        keep_capabilities()
    os.setsid()
    os.umask(0o022)


def _survivors() -> list[str]:
    """The names of all processes but this one that are still there after a moment."""
    time.sleep(_MOMENT)
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and entry.name != "1":
            state = (entry / "stat").read_text(encoding="utf-8", errors="replace")
            name, _, rest = state.rpartition(")")
            if not rest.split()[0].startswith(("Z", "X")):
                found.append(name.partition("(")[2])
    return found


if __name__ == "__main__":
    main()
