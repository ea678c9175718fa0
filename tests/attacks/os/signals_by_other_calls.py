"""MUST PREVENT: signalling the grader or its relatives by calls other than kill (with signal 0)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
info = ctypes.create_string_buffer(128)
for pid in {I["gpid"], os.getppid()} - {0, 1, os.getpid()}:
    for name, call in (("kill", lambda: L.kill(pid, 0)), ("group", lambda: L.kill(-pid, 0)), ("tkill", lambda: L.syscall(200, pid, 0)),
                       ("tgkill", lambda: L.syscall(234, pid, pid, 0)), ("sigqueue", lambda: L.syscall(129, pid, 0, info))):
        if call() == 0: got.append((name, pid))
out(bool(got), got)
