"""MUST PREVENT: reading or making System V shared memory, semaphores and queues"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
L.shmat.restype = ctypes.c_void_p
n = L.shmget(I["shmkey"], 0, 0)
if n >= 0:
    at = L.shmat(n, None, 0o10000)
    if at not in (None, ctypes.c_void_p(-1).value) and ctypes.string_at(at, 6) == b"GRADER": got.append("read")
for name, call in (("shm", lambda: L.shmget(0, 4096, 0o1600)), ("sem", lambda: L.semget(0, 1, 0o1600)), ("msg", lambda: L.msgget(0, 0o1600))):
    if call() >= 0: got.append("made " + name)
out(bool(got), got)
