"""MUST PREVENT: changing modes, owners, times or attributes outside scratch by descriptors and newer calls"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
p = I["hidden"].encode()
fd, e = attempt(lambda: os.open(I["hidden"], os.O_PATH)); ro, e = attempt(lambda: os.open(I["hidden"], os.O_RDONLY))
for n, f in (("fchmodat", lambda: L.fchmodat(-100, p, 0o777, 0)), ("fchmodat2", lambda: L.syscall(452, -100, p, 0o777, 0)), ("fchmod", lambda: L.fchmod(ro or 0, 0o777) if ro else -1),
             ("by fd", lambda: L.chmod(("/proc/self/fd/%d" % fd).encode(), 0o777) if fd else -1), ("lchown", lambda: L.lchown(p, os.getuid(), os.getgid())),
             ("utimensat", lambda: L.utimensat(-100, I["gradebook"].encode(), None, 0)), ("setxattrat", lambda: L.syscall(463, -100, p, 0, b"user.x", ctypes.create_string_buffer(16), 16))):
    if f() == 0: got.append(n)
out(bool(got), got)
