"""Rules for what the system refuses a file while it is graded: processes, the network, files from elsewhere.

Where student code is kept in, the system refuses such things with an error like any other, so a rule goes by the
system's number, by the library that the student's line went through, and by what the line calls. What a ``raise`` of
the file made is never taken for a refusal.
"""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING, Final

from grader.explain.rule import Rule
from grader.explain.words import quoted, readable

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.explain.sight import Sight

__all__ = ["RULES"]

_REFUSED: Final = frozenset({errno.EPERM, errno.EACCES, errno.EROFS, errno.ENOSYS})
_ABSENT: Final = frozenset({errno.ENOENT, errno.ENOTDIR})
_NUMBER: Final = re.compile(r"\[Errno (-?\d{1,5})\]")
_CALL: Final = re.compile(r"(\w+)\s*\(")
_PATH: Final = r"(?:: b?'(?P<path>[^'\n]*)')?"

_PROCESSES: Final = ("subprocess", "multiprocessing", "concurrent.futures.process", "pty")
_SHARED: Final = ("multiprocessing.synchronize", "multiprocessing.heap", "multiprocessing.shared_memory")
_NETWORK: Final = ("socket", "ssl", "http", "urllib", "urllib3", "requests", "httpx", "smtplib", "ftplib")
_STARTS: Final = re.compile(r"fork|forkpty|vfork|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|system|popen")
_SIGNALS: Final = re.compile(r"kill|killpg|tgkill|pidfd_send_signal")
_SHARES: Final = re.compile(r"mmap|memfd_create|shmget|shm_open")
_CONNECTS: Final = re.compile(r"socket|connect|connect_ex|bind|listen|accept|sendto|gethostby\w+|getaddrinfo")
_COPIERS: Final = ("shutil", "dbm", "tarfile")
_ALTERS: Final = re.compile(r"l?chmod|l?chown|fchmod|fchown|utime|touch|\w+xattr")
_THIN: Final = ("os", "pathlib")
"""What stands between a line and the system without doing anything of its own."""
_WRITING: Final = re.compile(r"""['"][wax]b?\+?['"]|\b(?:write|save|dump|mkdir|makedirs|touch)""")


def _number(sight: Sight) -> int | None:
    """The system's number for what it refused: the exception's own, or one that a library wrote into its text."""
    found = None if sight.failure.errno is not None else _NUMBER.search(sight.text)
    return int(found[1]) if found else sight.failure.errno


def _by(sight: Sight, modules: tuple[str, ...]) -> bool:
    """Whether the student's line went through one of these modules, or a part of one."""
    return any(name == module or name.startswith(f"{module}.") for name in sight.failure.through for module in modules)


def _calls(sight: Sight, names: re.Pattern[str]) -> bool:
    """Whether the student's line calls something of such a name, and nothing but the system was below it."""
    direct = all(name.split(".")[0] in _THIN for name in sight.failure.through)
    return direct and any(map(names.fullmatch, _CALL.findall(sight.source)))


def _numbered(numbers: frozenset[int], *more: int) -> Callable[[Sight], bool]:
    """Whether the exception carries one of these numbers."""
    return lambda sight: _number(sight) in {*numbers, *more}


def _process(sight: Sight) -> bool:
    threads = sight.mentions("ThreadPool")  # of multiprocessing: it starts no process, but shares a lock like those
    return (_by(sight, _PROCESSES) and not threads and not _only_shares(sight)) or _calls(sight, _STARTS)


def _only_shares(sight: Sight) -> bool:
    """Whether a lock or memory for processes was asked for by itself, not by a pool of them."""
    return _by(sight, _SHARED) and not _by(sight, ("multiprocessing.pool", "concurrent.futures.process"))


def _shared(sight: Sight) -> bool:
    if _number(sight) not in _REFUSED | _ABSENT | {errno.ENOMEM}:
        return False
    return _by(sight, _SHARED) or _calls(sight, _SHARES)


def _network(sight: Sight) -> bool:
    return _by(sight, _NETWORK) or _calls(sight, _CONNECTS)


def _altered(sight: Sight) -> bool:
    return _number(sight) == errno.EPERM and (_by(sight, _COPIERS) or _calls(sight, _ALTERS))


def _named(found: re.Match[str]) -> str:
    """The file that was asked for, quoted, without its folders."""
    name = readable(found["path"] or "", 60).rstrip("/")
    return quoted(name) if name else ""


def _missing(sight: Sight, found: re.Match[str]) -> str:
    if sight.mentions("__file__"):
        return (
            f"{sight.code} opens the file itself, which is not there while it is graded: "
            "what was handed in is run from memory."
        )
    what = _named(found) or "a file"
    return (
        f"{sight.code} asks for {what}, and there is no such file or folder where your file is graded. "
        "It runs alone, in an empty folder: nothing that lies beside it at home comes with it."
    )


def _missing_hint(sight: Sight, _: re.Match[str]) -> str:
    if _WRITING.search(sight.source):
        return "Return results instead of writing them. A file in between needs a plain name, without a folder."
    return _AS_ARGUMENT


def _outside(sight: Sight, found: re.Match[str]) -> str:
    what = f" asks for {_named(found)}" if _named(found) else ""
    return f"Using files outside the working folder is not allowed while grading: {sight.code}{what}."


_AS_ARGUMENT: Final = "Take the values as an argument, or write them into the file itself."
_OWN_FOLDER: Final = f"{_AS_ARGUMENT} For files in between there is `tempfile`, or a plain name without a folder."

RULES: Final = (
    *(
        Rule(
            error=kind,
            cause="denied-process",
            sees=_process,
            say="Starting processes is not allowed while grading: {code}.",
            hint="What other programs or processes do is not graded. Compute with jax alone; packages cannot be "
            "installed from here either.",
        )
        for kind in ("OSError", "SubprocessError", "BrokenExecutor")
    ),
    Rule(
        error="OSError",
        cause="denied-shared-memory",
        sees=_shared,
        say="Memory and locks that processes share are not allowed while grading: {code}.",
        hint="For threads, `threading.Lock` and `concurrent.futures.ThreadPoolExecutor` do; for values, an array.",
    ),
    *(
        Rule(
            error=kind,
            cause="denied-network",
            sees=sees,
            say="Using the network is not allowed while grading: {code}.",
            hint=_AS_ARGUMENT,
        )
        for kind, sees in (("gaierror", None), ("herror", None), ("ConnectionError", None), ("OSError", _network))
    ),
    Rule(
        error="OSError",
        cause="denied-attributes",
        sees=_altered,
        say="Changing the permissions, the owner or the times of a file is not allowed while grading: {code}.",
        hint="Leave them as they are. `shutil.copyfile` copies what is in a file and nothing else.",
    ),
    Rule(
        error="OSError",
        cause="denied-signal",
        sees=lambda sight: _number(sight) == errno.EPERM and _calls(sight, _SIGNALS),
        say="Sending signals to processes is not allowed while grading: {code}.",
        hint="Take it out: there is no other process that the file has to do with.",
    ),
    Rule(
        error="OSError",
        cause="missing-library",
        pattern=r"(?P<path>\S+): cannot open shared object file",
        say="{code} loads the native library `{path}`, which is not there where your file is graded.",
        hint="Compute with jax alone.",
    ),
    Rule(
        error="OSError",
        cause="missing-file",
        pattern=_PATH + r"(?:$| -> )",
        sees=_numbered(_ABSENT),
        say=_missing,
        hint=_missing_hint,
    ),
    Rule(
        error="FileNotFoundError",
        cause="missing-file",
        pattern=r"^(?P<path>\S+) not found\.$",
        sees=lambda sight: _by(sight, ("numpy",)),
        say=_missing,
        hint=_missing_hint,
    ),
    Rule(
        error="OSError",
        cause="denied-file",
        pattern=_PATH + r"(?:$| -> )",
        sees=lambda sight: _number(sight) in {errno.EACCES, errno.EROFS, errno.EXDEV},
        say=_outside,
        hint=_OWN_FOLDER,
    ),
    Rule(
        error="OperationalError",
        cause="denied-file",
        pattern=r"unable to open database file(?P<path>)",
        say=_outside,
        hint=_OWN_FOLDER,
    ),
    Rule(
        error="JaxRuntimeError",
        cause="denied-file",
        pattern=r"PERMISSION_DENIED: (?P<path>[^;\n]*);",
        say=_outside,
        hint=_OWN_FOLDER,
    ),
    Rule(
        error="JaxRuntimeError",
        cause="denied-in-callback",
        pattern=r"calling callback: .*\n(?P<said>(?:PermissionError|FileNotFoundError|EOFError|\S*gaierror)[^\n]*)",
        say="A function that jax calls back{at} asked for something that cannot be had while grading: {said}.",
        hint="Write it with `jax.numpy`: host code that is called back may not use files, processes or the network.",
    ),
    Rule(
        error="PermissionError",
        cause="denied",
        sees=lambda sight: _number(sight) == errno.EPERM,
        say="{code} asks the system for something that is not allowed while grading.",
        hint="A graded file computes, and may keep small files in its own folder; take everything else out.",
    ),
)
"""What the system refuses, in order: what is known best by its library comes before what a number alone tells."""
