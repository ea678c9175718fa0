"""What a container has by default: moby's seccomp filter, fourteen capabilities, a masked /proc, few devices.

moby_default.json is profiles/seccomp/default.json of github.com/moby/moby (Apache-2.0).
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import platform
from pathlib import Path
from typing import Any, Final

from grader.worker.confinement import kernel

__all__ = ["keep_capabilities", "mask", "moby_filter"]

_CAPABILITIES: Final = {
    "CAP_CHOWN": 0,
    "CAP_DAC_OVERRIDE": 1,
    "CAP_FOWNER": 3,
    "CAP_FSETID": 4,
    "CAP_KILL": 5,
    "CAP_SETGID": 6,
    "CAP_SETUID": 7,
    "CAP_SETPCAP": 8,
    "CAP_NET_BIND_SERVICE": 10,
    "CAP_NET_RAW": 13,
    "CAP_SYS_CHROOT": 18,
    "CAP_MKNOD": 27,
    "CAP_AUDIT_WRITE": 29,
    "CAP_SETFCAP": 31,
}
_MOST_CAPABILITIES: Final = 64
_EMPTY: Final = ("/proc/acpi", "/proc/scsi", "/sys/firmware")
_NOTHING: Final = ("/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/sched_debug")
_READ_ONLY: Final = ("/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger")
_DEVICES: Final = ("null", "zero", "full", "random", "urandom", "tty")
_REMOUNTED: Final = kernel.MS_BIND | kernel.MS_REMOUNT | kernel.MS_RDONLY
_PR_CAPBSET_DROP: Final = 24


def mask() -> None:
    """Hides what a container runtime hides of /proc and /sys, and leaves few devices."""
    devices = Path("/dev/shm/devices")
    devices.mkdir()
    kernel.mount("devices", str(devices), "tmpfs", kernel.MS_NOSUID, "mode=755,size=1m")
    for name in _DEVICES:
        (devices / name).touch()
        kernel.mount(f"/dev/{name}", str(devices / name), None, kernel.MS_BIND)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        (devices / name).symlink_to(f"/proc/self/fd/{number}")
    (devices / "fd").symlink_to("/proc/self/fd")
    (devices / "shm").mkdir()
    kernel.mount(str(devices), "/dev", None, kernel.MS_BIND | kernel.MS_REC)
    kernel.mount("shm", "/dev/shm", "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "mode=1777,size=64m")
    for path in _EMPTY:
        if Path(path).is_dir():
            kernel.mount("none", path, "tmpfs", kernel.MS_RDONLY)
    for path in _NOTHING:
        if Path(path).exists():
            kernel.mount("/dev/null", path, None, kernel.MS_BIND)
    for path in _READ_ONLY:
        if Path(path).exists():
            kernel.mount(path, path, None, kernel.MS_BIND)
            kernel.mount(path, path, None, _REMOUNTED)


def keep_capabilities() -> None:
    """Gives up what Docker does not leave to root, from the next program on."""
    library = ctypes.CDLL(None)
    for number in set(range(_MOST_CAPABILITIES)) - set(_CAPABILITIES.values()):
        library.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0)


def moby_filter(*, root: bool) -> Any:
    """Docker's default filter, to be loaded, for root with its capabilities or a user without any.

    Raises ImportError, OSError or RuntimeError where pyseccomp or the C library that it needs is missing.
    """
    import pyseccomp

    architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), "")
    capabilities = set(_CAPABILITIES) if root else set()
    made = pyseccomp.SyscallFilter(pyseccomp.ERRNO(1))
    for rule in json.loads(Path(__file__).with_name("moby_default.json").read_text())["syscalls"]:
        includes, excludes = rule.get("includes", {}), rule.get("excludes", {})
        if architecture not in includes.get("arches", [architecture]) or architecture in excludes.get("arches", []):
            continue
        if not capabilities.issuperset(includes.get("caps", [])) or capabilities & set(excludes.get("caps", [])):
            continue
        allowed = rule["action"] == "SCMP_ACT_ALLOW"
        action = pyseccomp.ALLOW if allowed else pyseccomp.ERRNO(rule.get("errnoRet", 1))
        arguments = [
            pyseccomp.Arg(each["index"], getattr(pyseccomp, each["op"][9:]), each["value"], each.get("valueTwo", 0))
            for each in rule.get("args") or []
        ]
        for name in rule["names"]:
            with contextlib.suppress(OSError, ValueError):  # a call that this machine or library does not know
                made.add_rule(action, name, *arguments)
    made.set_attr(pyseccomp.Attr.CTL_NNP, 0)  # who loads it may load it without
    return made
