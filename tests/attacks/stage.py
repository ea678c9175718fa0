"""The stage: everything attacks go for, set up by a process that plays the grader and watched for changes."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import secrets
import selectors
import shutil
import socket
import tempfile
import threading
from pathlib import Path
from typing import Any, Final

__all__ = ["Stage"]

_FILES: Final = {
    "hidden/tests.py": "# CANARY_TESTS_FILE\n",
    "hidden/solution.py": "# CANARY_SOLUTION\n",
    "subs/bob.py": "# CANARY_BOB\n",
    "home/.ssh/id_ed25519": "CANARY_KEY\n",
    "gradebook.json": '{"bob": 7}\n',
    "graderlib/__init__.py": "# CANARY_LIBRARY\n",
    "jaxcache/jit_f-0123-cache": "CANARY_CACHE\n",
}
_IPC_CREAT: Final = 0o1000
_SECRET: Final = b"GRADER-SECRET-" + secrets.token_hex(16).encode()


class Stage:
    """Folders, listeners, a secret in memory and a System V segment. Removed when it is closed.

    Where the tier has no means against reading but the owner (``uid``), all of it is the owner's alone.
    """

    def __init__(self, tier: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="stage-"))
        self.folder.chmod(0o700 if tier == "uid" else 0o755)
        for name, text in _FILES.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o644)
        self._secret = ctypes.create_string_buffer(_SECRET)
        self._listeners = _Listeners(self.folder / "sock")
        self._shm_key, self._shm = _segment()
        self._before = self._marks()

    def told(self, word: str, left: list[str]) -> dict[str, Any]:
        """What an attack is told of it."""
        place = {name: str(self.folder / name) for name in ("hidden", "subs", "home", "graderlib", "jaxcache")}
        return place | {
            "id": word,
            "gradebook": str(self.folder / "gradebook.json"),
            "left": left,
            "tcp": self._listeners.tcp,
            "udp": self._listeners.udp,
            "abstract": self._listeners.abstract,
            "sockpath": str(self.folder / "sock"),
            "gpid": os.getpid(),
            "secret_addr": ctypes.addressof(self._secret),
            "secret_len": len(_SECRET),
            "shmkey": self._shm_key,
        }

    def changes(self) -> list[str]:
        """What was done to it since the last look; a second look tells nothing twice."""
        now = self._marks()
        changed = sorted(name for name in now.keys() | self._before.keys() if now.get(name) != self._before.get(name))
        self._before = now
        found = [f"{name} was changed" for name in changed]
        if self._secret.value != _SECRET:
            self._secret.value = _SECRET
            found.append("the grader's memory was written")
        return found + self._listeners.heard()

    def close(self) -> None:
        """Takes it all down."""
        self._listeners.close()
        if self._shm >= 0:
            ctypes.CDLL(None).shmctl(self._shm, 0, None)
        for path in self.folder.rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _marks(self) -> dict[str, tuple[object, ...]]:
        """What can be seen of each file: mode, owner, time of change, extended attributes, content."""
        marks: dict[str, tuple[object, ...]] = {}
        for path in sorted(self.folder.rglob("*")):
            with contextlib.suppress(FileNotFoundError):
                seen = path.lstat()
                content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
                extra = tuple(os.listxattr(path, follow_symlinks=False)) if hasattr(os, "listxattr") else ()
                changed = seen.st_mtime_ns if path.is_file() else 0
                name = str(path.relative_to(self.folder))
                marks[name] = (seen.st_mode, seen.st_uid, seen.st_gid, seen.st_nlink, changed, extra, content)
        return marks


class _Listeners:
    """One listener of each kind, which remember that somebody came."""

    def __init__(self, path: Path) -> None:
        name = f"jitgrade-stage-{secrets.token_hex(6)}"
        self.abstract = f"\0{name}"  # heard with one NUL more as well: an attack may put its own before it
        kinds: dict[str, tuple[int, int, Any]] = {
            "tcp": (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "udp": (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "abstract": (socket.AF_UNIX, socket.SOCK_STREAM, self.abstract),
            "abstract, twice": (socket.AF_UNIX, socket.SOCK_STREAM, f"\0{self.abstract}"),
            "path": (socket.AF_UNIX, socket.SOCK_STREAM, str(path)),
        }
        self._selector = selectors.DefaultSelector()
        self._sockets: dict[str, socket.socket] = {}
        for name, (family, kind, address) in kinds.items():
            listener = self._sockets[name] = socket.socket(family, kind)
            listener.bind(address)
            listener.setblocking(False)  # noqa: FBT003 - its parameter has no keyword
            if kind == socket.SOCK_STREAM:
                listener.listen(64)
            self._selector.register(listener, selectors.EVENT_READ, name)
        path.chmod(0o666)
        self.tcp, self.udp = (self._sockets[name].getsockname()[1] for name in ("tcp", "udp"))
        self._heard: list[str] = []
        self._over = False
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def heard(self) -> list[str]:
        """Who came since the last look."""
        heard, self._heard = self._heard, []
        return sorted(set(heard))

    def close(self) -> None:
        self._over = True
        self._thread.join()
        for listener in self._sockets.values():
            listener.close()

    def _listen(self) -> None:
        while not self._over:
            for key, _ in self._selector.select(0.05):
                listener = self._sockets[key.data]
                with contextlib.suppress(OSError):
                    if listener.type == socket.SOCK_DGRAM:
                        listener.recv(1 << 16)
                    else:
                        listener.accept()[0].close()
                    self._heard.append(f"the {key.data} listener was reached")


def _segment() -> tuple[int, int]:
    """The key and number of a System V segment that holds the secret; number −1 where there is no such thing."""
    library = ctypes.CDLL(None)
    key = secrets.randbelow(1 << 30) + 1
    if not hasattr(library, "shmget"):
        return key, -1
    number = library.shmget(key, 4096, _IPC_CREAT | 0o666)
    if number >= 0:
        library.shmat.restype = ctypes.c_void_p
        address = library.shmat(number, None, 0)
        if address not in {None, ctypes.c_void_p(-1).value}:
            ctypes.memmove(address, _SECRET, len(_SECRET))
            library.shmdt(ctypes.c_void_p(address))
    return key, number
