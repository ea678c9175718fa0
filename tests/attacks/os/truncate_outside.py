"""MUST PREVENT: emptying files outside scratch"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
for n, f in (("truncate", lambda: os.truncate(I["gradebook"], 0)), ("O_TRUNC", lambda: os.open(I["gradebook"], os.O_RDONLY | os.O_TRUNC)),
             ("creat", lambda: open(I["hidden"] + "/tests.py", "w")), ("ftruncate", lambda: os.ftruncate(os.open(I["gradebook"], os.O_RDWR), 0))):
    r, e = attempt(f)
    if e is None: got.append(n)
out(bool(got), got)
