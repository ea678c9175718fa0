"""MUST PREVENT: filling the table of processes with dead children (here at most 300)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
n = 0; kids = []
for i in range(300):
    r, e = attempt(os.fork)
    if e: break
    if r == 0: os._exit(0)
    n += 1
out(n > 200, "%d zombies" % n)
