"""MUST PREVENT: taking memory by the stacks of threads and by the C library (tries 4 GiB)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None); L.malloc.restype = ctypes.c_void_p; L.mmap.restype = ctypes.c_void_p
L.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)
have = 0
for i in range(64):
    p = L.mmap(None, 64 << 20, 3, 0x22, -1, 0) if i % 2 else L.malloc(64 << 20)
    if not p or p == ctypes.c_void_p(-1).value: break
    ctypes.memset(p, 1, 64 << 20); have += 64
out(have > 2600, "%d MiB" % have)
