"""MUST PREVENT: attaching a debugger to any other process, the one that starts workers above all"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
pids = {int(p) for p in (attempt(lambda: os.listdir("/proc"))[0] or []) if p.isdigit()} | {os.getppid(), I["gpid"]}
for pid in pids - {os.getpid(), 0}:
    for request in (0x4206, 16):
        if L.ptrace(request, pid, 0, 0) == 0:
            got.append(pid); attempt(lambda: os.waitpid(pid, 0x40000001)); L.ptrace(17, pid, 0, 0); break
out(bool(got), got)
