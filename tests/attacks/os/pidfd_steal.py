"""MUST PREVENT: taking descriptors or sending signals by a pidfd"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
for pid in {I["gpid"], os.getppid()} - {0}:
    fd = L.syscall(434, pid, 0)
    if fd < 0: continue
    got.append(("open", pid))
    for n in range(20):
        if L.syscall(438, fd, n, 0) >= 0: got.append(("fd", n))
    if L.syscall(424, fd, 0, None, 0) == 0: got.append(("signal", pid))
out(bool(got), got)
