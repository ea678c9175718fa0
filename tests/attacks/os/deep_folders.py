"""MUST PREVENT: nesting folders so deep that nobody can remove them"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
n = 0
for i in range(3000):
    r, e = attempt(lambda: (os.mkdir("d"), os.chdir("d")))
    if e: break
    n += 1
print("NESTED", n, flush=True)
