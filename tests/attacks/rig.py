"""The situations a grader may find itself in, imitated on one machine: ``rig.py SITUATION -- COMMAND …``.

``root`` and ``user`` are this machine with everything an attack could harm replaced: process numbers, /tmp and the like
are the rig's own, and what is written into the checkout or the Python environment is kept apart and forgotten. All but
``root`` also open the way to a Python that lies below a closed folder, as it would not in an image. ``docker`` and
``docker-user`` add what a container has by default (`container`). Without root, ``user`` is the machine as it is.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NoReturn

from grader.worker.confinement import kernel
from tests.attacks.container import keep_capabilities, mask, moby_filter

__all__ = ["SITUATIONS"]

SITUATIONS: Final = ("root", "user", "docker", "docker-user")
_ROOT: Final = Path(__file__).resolve().parents[2]
_NOBODY: Final = 20_001
_OWN_PLACES: Final = {"/tmp": "1777", "/var/tmp": "1777", "/dev/shm": "1777", "/run": "755"}
_STORES: Final = ("/srv", "/media", "/mnt")
"""Where the rig keeps what it needs: folders every Linux has, and no attack is told of."""
_PR_SET_PDEATHSIG: Final = 1


def main() -> NoReturn:
    """Runs the command in the situation; where there is no such situation here, says so on stdout."""
    situation, command = sys.argv[1], sys.argv[3:]
    _die_with_parent()
    if situation == "user" and os.geteuid() != 0:
        os.execvp(command[0], command)
    if os.geteuid() != 0:
        _refuse("only root can imitate it")
    filters = None
    if situation.startswith("docker"):
        try:
            filters = moby_filter(root=situation == "docker")
        except (ImportError, OSError, RuntimeError) as error:
            _refuse(f"pyseccomp or libseccomp.so.2 is missing: {error}")
    try:
        kernel.unshare(kernel.NEWNS | kernel.NEWPID | kernel.NEWIPC | kernel.NEWUTS)
    except OSError as error:
        if situation == "root":
            os.execvp(command[0], command)
        _refuse(str(error))
    init = os.fork()
    if init:
        _, status = os.waitpid(init, 0)
        sys.exit(os.waitstatus_to_exitcode(status) % 256)
    _run(situation, command, filters)


def _run(situation: str, command: list[str], filters: Any) -> NoReturn:
    """Furnishes the new namespaces as the first process in them, and runs the command until it ends."""
    _die_with_parent()
    kernel.mount("none", "/", None, kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount("proc", "/proc", "proc", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
    with contextlib.suppress(OSError):  # numbers that no worker's own namespace gets to, so that they mean the grader
        Path("/proc/sys/kernel/ns_last_pid").write_text("20000")
    _replace(opened=situation != "root")
    if filters is not None:
        mask()
    child = os.fork()
    if not child:
        _become(situation, filters)
        os.execvp(command[0], command)
    while True:  # the first process of its namespace collects orphans
        pid, status = os.wait()
        if pid == child:
            os._exit(os.waitstatus_to_exitcode(status) % 256)


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def _become(situation: str, filters: Any) -> None:
    """Takes the user, the capabilities and the filter of the situation."""
    os.environ.update(ATTACKS_ALONE="1")
    os.environ.pop("TMPDIR", None)
    os.chdir(_ROOT)
    if filters is not None:
        filters.load()
    if situation.endswith("user"):
        os.environ.update(HOME="/tmp", USER="student", LOGNAME="student")
        kernel.become_user(_NOBODY, _NOBODY)
    elif filters is not None:
        keep_capabilities()


def _replace(*, opened: bool) -> None:
    """Puts a throw-away layer over all that is needed, and empty folders where everybody may write.

    ``opened``: folders above what is needed that others may not enter are replaced, too.
    """
    store = next(Path(folder) for folder in _STORES if Path(folder).is_dir())
    kernel.mount("store", str(store), "tmpfs", 0, "mode=755,size=3g")
    os.environ["ATTACKS_UPPER"] = str(store)
    links = {path: path.resolve() for path in _wanted()}
    real = set(links.values())
    needed = sorted(path for path in real if path != Path("/") and not real.intersection(path.parents))
    layers = {path: _layered(path, store / str(number)) for number, path in enumerate(needed)}
    hidden = {Path(place) for place in _OWN_PLACES}
    if opened:
        hidden |= {up for path in needed for up in path.parents if not up.stat().st_mode & 0o001}
    for folder in sorted(hidden):
        if folder.is_dir():
            options = f"mode={_OWN_PLACES.get(str(folder), '755')},size=1g"
            kernel.mount("own", str(folder), "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, options)
    for path, layer in layers.items():
        path.mkdir(mode=0o755, parents=True, exist_ok=True)
        kernel.mount(str(layer), str(path), None, kernel.MS_BIND | kernel.MS_REC)
    for path, target in links.items():
        if not path.exists():  # it was a link, in a folder that is now the rig's own
            path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            path.symlink_to(target)


def _layered(path: Path, store: Path) -> Path:
    """A folder that shows this one, with a layer that takes all changes where the system has such layers."""
    upper, work, shown = (store / name for name in ("upper", "work", "shown"))
    for folder in (upper, work, shown):
        folder.mkdir(mode=0o755, parents=True)
    upper.chmod(path.stat().st_mode & 0o777)
    try:
        kernel.mount("layer", str(shown), "overlay", 0, f"lowerdir={path},upperdir={upper},workdir={work}")
    except OSError:
        kernel.mount(str(path), str(shown), None, kernel.MS_BIND | kernel.MS_REC)
    return shown


def _wanted() -> set[Path]:
    """The folders of Python, its environment, this checkout and the grader, by the names they go by."""
    wanted = {Path(sys.base_prefix), Path(sys.prefix), _ROOT}
    spec = find_spec("grader")
    if spec is not None and spec.origin is not None:
        wanted.add(Path(spec.origin).parents[1])
    return wanted


def _refuse(reason: str) -> NoReturn:
    """Tells that there is no such situation here, in the words of the process that would have run in it."""
    print(json.dumps({"event": "refused", "reason": reason, "expected": True}), flush=True)
    sys.exit(0)


if __name__ == "__main__":
    main()
