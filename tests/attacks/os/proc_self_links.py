"""MUST PREVENT: leaving the scratch folder by the links of /proc/self, /proc/thread-self and /dev/fd"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
up = "/".join([".."] * 12)
for link in ("/proc/self/root", "/proc/self/cwd/" + up, "/proc/thread-self/root", "/proc/self/task/%d/root" % os.getpid(), "/dev/fd/../root", up, "/proc/self/exe/../../../../../../.."):
    r, e = attempt(lambda: open(link + I["hidden"] + "/tests.py").read())
    if r and "CANARY" in r: got.append(link[:30])
out(bool(got), got)
