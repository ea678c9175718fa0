"""MUST PREVENT: becoming root of namespaces of its own"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
for name, flag in (("user", 0x10000000), ("mount", 0x20000), ("net", 0x40000000), ("pid", 0x20000000), ("ipc", 0x8000000)):
    if L.unshare(flag) == 0: got.append(name)
r = L.syscall(56, 0x10000000 | 17, None, None, None, None)
if r == 0: os._exit(0)
if r > 0: got.append("clone"); os.waitpid(r, 0)
for ns in ("mnt", "net", "pid", "user"):
    fd, e = attempt(lambda: os.open("/proc/%d/ns/%s" % (os.getppid(), ns), os.O_RDONLY))
    if fd and L.setns(fd, 0) == 0: got.append("setns " + ns)
out(bool(got), got)
