"""MUST PREVENT: making many small files, an inode flood (here at most 40,000)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
n = 0; e = None
for i in range(40_000):
    r, e = attempt(lambda: os.close(os.open("f%d" % i, os.O_CREAT | os.O_WRONLY)))
    if e: break
    n += 1
out(n > 20_000, "%d files %s" % (n, e))
