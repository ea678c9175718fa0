"""MUST PREVENT: using POSIX message queues, or shared memory that outlives the worker"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
if hasattr(L, "mq_open"):
    q = L.mq_open(("/q" + I["id"]).encode(), 0o102, 0o600, None)
    if q >= 0: got.append("mq_open"); L.mq_unlink(("/q" + I["id"]).encode())
for p in ("/dev/shm/s" + I["id"], "/dev/mqueue/s" + I["id"]):
    r, e = attempt(lambda: open(p, "w").write("x"))
    if e is None: got.append(p)
out(bool(got), got)
