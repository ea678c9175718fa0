"""MUST PREVENT: raising its own resource limits"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import resource
got = []
for name in ("RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_DATA", "RLIMIT_NOFILE", "RLIMIT_CORE"):
    kind = getattr(resource, name)
    soft, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY: got.append(name + " has none"); continue
    r, e = attempt(lambda: resource.setrlimit(kind, (hard + 1, hard + 1)))
    if e is None: got.append(name)
out(bool(got), got)
