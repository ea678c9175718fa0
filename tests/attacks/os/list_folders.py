"""MUST PREVENT: listing the folders of hidden tests, classmates or the grader's account"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
for p in (I["hidden"], I["subs"], I["home"], os.path.dirname(I["gradebook"])):
    r, e = attempt(lambda: os.listdir(p))
    if r: got.append(p)
out(bool(got), got)
