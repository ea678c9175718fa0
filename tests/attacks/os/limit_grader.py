"""MUST PREVENT: setting resource limits of the grader"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import resource
got = []
for pid in {I["gpid"], os.getppid()} - {0, 1, os.getpid()}:
    r, e = attempt(lambda: resource.prlimit(pid, resource.RLIMIT_CORE))
    if e is None: got.append(("read", pid))
    r, e = attempt(lambda: resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0)))
    if e is None: got.append(("set", pid))
out(bool(got), got)
