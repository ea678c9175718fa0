"""MUST PREVENT: upsetting the grader by garbage on every descriptor"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
junk = os.urandom(1 << 16)
for fd in range(3, 256):
    attempt(lambda: os.set_blocking(fd, False))
    for i in range(64):
        if attempt(lambda: os.write(fd, junk))[1]: break
print("SENT", flush=True)
