"""MUST PREVENT: having the grader remove its own files through links left in the scratch folder"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
for n, p in (("hidden", I["hidden"]), ("base", os.path.dirname(I["gradebook"])), ("book", I["gradebook"]), ("up", ".."), ("self", ".")):
    attempt(lambda: os.symlink(p, n))
print("PLANTED", os.listdir("."), flush=True)
