"""MUST PREVENT: watching what the grader does with its files"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
fd = L.inotify_init1(0o4000)
for p in (I["hidden"], I["hidden"] + "/tests.py", I["gradebook"], os.path.dirname(I["gradebook"])):
    if L.inotify_add_watch(fd, p.encode(), 0xFFF) >= 0: got.append(p)
out(bool(got), got)
