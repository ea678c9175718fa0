"""MUST PREVENT: learning from its words what the grader was told to do"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
for pid in [p for p in (attempt(lambda: os.listdir("/proc"))[0] or []) + [str(I["gpid"])] if p.isdigit()]:
    r, e = attempt(lambda: open("/proc/%s/cmdline" % pid).read())
    if r and "playing_grader" in r: got.append((pid, r))
out(bool(got), got)
