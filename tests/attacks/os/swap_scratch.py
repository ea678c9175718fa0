"""MUST PREVENT: moving its scratch folder away and putting a link to others' files in its place"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
here = os.getcwd()
for n, f in (("rename", lambda: os.rename(here, here + "-moved-" + I["id"])), ("rmdir", lambda: os.rmdir(here)), ("link", lambda: os.symlink(os.path.dirname(I["gradebook"]), here))):
    r, e = attempt(f); got.append((n, e))
print("TRIED", got, flush=True)
