"""MUST PREVENT: removing, renaming or making files and folders outside scratch"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import shutil
got = []
base = os.path.dirname(I["gradebook"])
for n, f in (("mkdir", lambda: os.mkdir(base + "/made")), ("link", lambda: os.link(I["gradebook"], base + "/linked")), ("symlink", lambda: os.symlink("x", I["hidden"] + "/s")),
             ("rename", lambda: os.rename(I["gradebook"], I["gradebook"] + ".old")), ("unlink", lambda: os.unlink(I["subs"] + "/bob.py")), ("mkfifo", lambda: os.mkfifo(base + "/fifo")),
             ("move in", lambda: (open("mine", "w").write("x"), os.rename("mine", base + "/mine")))):
    r, e = attempt(f)
    if e is None: got.append(n)
out(bool(got), got)
