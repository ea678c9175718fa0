"""MUST PREVENT: reading solutions, recorded expectations or hidden cases of the course beside the grader's own code"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import glob
got = []
home = os.path.dirname(sys.modules["grader"].__file__) if "grader" in sys.modules else ""
for p in (home + "/released", home + "/../solutions", home + "/../exercises", home + "/../tests", home + "/../course.yaml", home + "/../.git"):
    r, e = attempt(lambda: os.listdir(p) if os.path.isdir(p) else [open(p).read(1)])
    if home and r: got.append(p)
got += attempt(lambda: glob.glob(home + "/../solutions/*/solution.py"))[0] or []
out(bool(got), got)
