"""MUST PREVENT: changing priority, processors or scheduling of the grader"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
for n, f in (("priority", lambda: os.setpriority(os.PRIO_PROCESS, I["gpid"], 19)), ("affinity", lambda: os.sched_setaffinity(I["gpid"], {0})),
             ("scheduler", lambda: os.sched_setscheduler(I["gpid"], os.SCHED_IDLE, os.sched_param(0))), ("user", lambda: os.setpriority(os.PRIO_USER, 0, 5))):
    r, e = attempt(f)
    if e is None: got.append(n)
out(bool(got), got)
