"""MUST PREVENT: a file larger than all of the disk, or reserved at once"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
def sparse(size):
    with open("sparse", "wb") as f: f.seek(size - 1); f.write(b"x")
for n, f in (("sparse", lambda: sparse(1 << 40)), ("truncate", lambda: os.ftruncate(os.open("t", os.O_CREAT | os.O_RDWR), 1 << 40)), ("fallocate", lambda: os.posix_fallocate(os.open("a", os.O_CREAT | os.O_RDWR), 0, 1 << 30))):
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    r, e = attempt(f)
    if e is None: got.append(n)
for n in ("sparse", "t", "a"): attempt(lambda: os.unlink(n))
out(bool(got), got)
