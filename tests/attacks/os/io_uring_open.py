"""MUST PREVENT: reading hidden files by io_uring or openat2, past a filter of open"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes, struct
L = ctypes.CDLL(None, use_errno=True); got = []
path = (I["hidden"] + "/tests.py").encode()
fd = L.syscall(437, -100, path, struct.pack("QQQ", 0, 0, 0), 24)
if fd >= 0 and b"CANARY" in os.read(fd, 99): got.append("openat2")
ring = L.syscall(425, 4, ctypes.create_string_buffer(120))
if ring >= 0: got.append("io_uring")
out(bool(got), got)
