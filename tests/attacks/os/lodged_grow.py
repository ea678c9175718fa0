"""MUST PREVENT: making the memory shared with the grader larger, to hold what limits do not count"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import struct
frame = sys._getframe()
while frame is not None and "shared" not in frame.f_locals: frame = frame.f_back
memory = frame.f_locals["shared"]._view if frame is not None and frame.f_locals["shared"] is not None else None
import ctypes, mmap
libc = ctypes.CDLL(None, use_errno=True)
libc.mremap.restype = ctypes.c_void_p
grown = []
if memory is not None:
    size = len(memory)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    where = libc.mremap(ctypes.c_void_p(start), ctypes.c_size_t(size), ctypes.c_size_t(2 * size), 1)
    maps, e = attempt(lambda: [line for line in open("/proc/self/maps") if "jitgrade" in line])
    for way in ("/proc/self/map_files/%s" % maps[0].split()[0] if maps else "", *("/proc/self/fd/%d" % n for n in range(256))):
        fd, e = attempt(lambda: os.open(way, os.O_RDWR) if way and "jitgrade" in os.readlink(way) else None)
        if fd is not None and attempt(lambda: os.ftruncate(fd, 2 * size))[1] is None: grown.append(way)
out(grown, grown)
