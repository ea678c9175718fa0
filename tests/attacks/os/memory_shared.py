"""MUST PREVENT: taking memory that limits on data do not count: shared mappings, memory files, System V (tries 4 GiB)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import mmap
have = 0; keep = []; e = None
for way in ("anonymous", "memfd", "file"):
    for i in range(64):
        def go():
            if way == "anonymous": m = mmap.mmap(-1, 64 << 20, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
            else:
                fd = os.memfd_create("m") if way == "memfd" else os.open("m%d" % i, os.O_CREAT | os.O_RDWR)
                os.ftruncate(fd, 64 << 20); m = mmap.mmap(fd, 64 << 20)
            for at in range(0, 64 << 20, 4096): m[at] = 1
            return m
        r, e = attempt(go)
        if e: break
        keep.append(r); have += 64
        if have >= 4096: break
    if have >= 4096: break
out(have > 2600, "%d MiB %s" % (have, e))
