"""MUST PREVENT: flooding stderr without an end of line (200 MB)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
b = b"\xff" * (1 << 20)
for i in range(200): os.write(2, b)
print("WRITTEN", flush=True)
