"""MUST PREVENT: reading hidden files by hard links, symbolic links or a move into the scratch folder"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
for name, make in (("hard", lambda: os.link(I["hidden"] + "/tests.py", "hard")), ("soft", lambda: os.symlink(I["hidden"] + "/tests.py", "soft")),
                   ("folder", lambda: os.symlink(I["hidden"], "folder")), ("moved", lambda: os.rename(I["hidden"], "moved"))):
    attempt(make)
    for p in (name, name + "/tests.py"):
        r, e = attempt(lambda: open(p).read())
        if r and "CANARY" in r: got.append(p)
out(bool(got), got)
