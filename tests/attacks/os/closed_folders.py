"""MUST PREVENT: leaving folders that the grader may not enter to remove"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
for i in range(20):
    attempt(lambda: os.makedirs("closed%d/inner" % i)); attempt(lambda: open("closed%d/inner/f" % i, "w").write("x"))
    attempt(lambda: os.chmod("closed%d/inner" % i, 0)); attempt(lambda: os.mkdir("shut%d" % i, 0))
print("CLOSED", flush=True)
