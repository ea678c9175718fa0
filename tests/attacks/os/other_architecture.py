"""MUST PREVENT: reaching the kernel by x32 or i386 calls, which a filter of x86-64 calls does not see"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes, mmap, platform
if platform.machine() != "x86_64": out(False, "no such calls on this machine")
else:
    L = ctypes.CDLL(None, use_errno=True)
    print("X32", flush=True)
    if L.syscall(0x40000000 | 39) > 0: out(True, "x32")
    m = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    m.write(b"\x53\xb8\x14\x00\x00\x00\xcd\x80\x5b\xc3")
    call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))
    print("I386", flush=True)
    pid = call()
    out(pid > 0, "i386 calls give %d" % pid)
