"""MUST PREVENT: running a program from memory (memfd_create and execveat)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True)
L.execveat.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(ctypes.c_char_p), ctypes.c_int)
fd, e = attempt(lambda: os.memfd_create("x", 0))
data, e2 = attempt(lambda: open("/bin/echo", "rb").read())
if fd is not None and data:
    os.write(fd, data)
    args = (ctypes.c_char_p * 4)(b"echo", b"BREACH ran from memory", None); env = (ctypes.c_char_p * 1)(None)
    L.execveat(fd, b"", args, env, 0x1000)
out(False, (e, e2))
