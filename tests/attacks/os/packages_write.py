"""MUST PREVENT: writing into the grader's or jax's packages, or anything else that Python would import"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import jax, numpy, site
got = []
places = {os.path.dirname(m.__file__) for m in (jax, numpy, os, json)} | {p for p in sys.path if os.path.isdir(p) and p != os.getcwd()} | {I["graderlib"], sys.prefix, sys.base_prefix}
if "grader" in sys.modules: places.add(os.path.dirname(sys.modules["grader"].__file__))
for p in sorted(places):
    name = p + "/planted_" + I["id"] + ".py"
    r, e = attempt(lambda: open(name, "w").write("x"))
    if e is None: got.append(p); attempt(lambda: os.unlink(name))
for f in (jax.__file__, os.__file__, I["graderlib"] + "/__init__.py"):
    r, e = attempt(lambda: open(f, "r+b"))
    if e is None: got.append(f)
out(bool(got), got)
