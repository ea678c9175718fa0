"""MUST PREVENT: filling the disk by many files each within the limit (tries 1 GiB of 32 MiB parts)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
b = os.urandom(1 << 20); k = 0; e = None
for i in range(32):
    def go():
        with open("part%d" % i, "wb") as f:
            for j in range(32): f.write(b)
    r, e = attempt(go)
    if e: break
    k += 32
out(k > 600, "%d MiB %s" % (k, e))
