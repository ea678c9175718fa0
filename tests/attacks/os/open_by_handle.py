"""MUST PREVENT: reading hidden files by a path descriptor, by a file handle or relative to a folder"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
d, e = attempt(lambda: os.open(I["hidden"], os.O_PATH))
if d is not None:
    for n, f in (("openat", lambda: os.read(os.open("tests.py", os.O_RDONLY, dir_fd=d), 99)), ("fd", lambda: open("/proc/self/fd/%d/tests.py" % d, "rb").read()),
                 ("fchdir", lambda: (os.fchdir(d), open("tests.py", "rb").read())[1])):
        r, e = attempt(f)
        if r and b"CANARY" in r: got.append(n)
handle = ctypes.create_string_buffer(8 + 128); handle.raw = (128).to_bytes(4, "little") + bytes(132)
mount = ctypes.c_int()
if L.name_to_handle_at(-100, (I["hidden"] + "/tests.py").encode(), handle, ctypes.byref(mount), 0) == 0:
    root, e = attempt(lambda: os.open("/", os.O_RDONLY))
    if root is not None:
        fd = L.open_by_handle_at(root, handle, 0)
        if fd >= 0 and b"CANARY" in os.read(fd, 99): got.append("handle")
out(bool(got), got)
