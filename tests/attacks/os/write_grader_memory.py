"""MUST PREVENT: changing the grader's memory"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True); got = []
class IO(ctypes.Structure): _fields_ = [("b", ctypes.c_void_p), ("l", ctypes.c_size_t)]
buf = ctypes.create_string_buffer(b"FORGED")
lo, re = IO(ctypes.addressof(buf), 6), IO(I["secret_addr"], 6)
if L.process_vm_writev(I["gpid"], ctypes.byref(lo), 1, ctypes.byref(re), 1, 0) > 0: got.append("vm_writev")
def go():
    with open("/proc/%d/mem" % I["gpid"], "r+b", 0) as f: f.seek(I["secret_addr"]); f.write(b"FORGED")
r, e = attempt(go)
if e is None: got.append("mem")
out(bool(got), got)
