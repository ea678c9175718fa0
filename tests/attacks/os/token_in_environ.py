"""MUST PREVENT: seeing tokens in the environment of any process that can be seen"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
for pid in [p for p in (attempt(lambda: os.listdir("/proc"))[0] or []) + [str(I["gpid"]), str(os.getppid())] if p.isdigit()]:
    r, e = attempt(lambda: open("/proc/%s/environ" % pid, "rb").read())
    if r and b"TOKENCANARY" in r: got.append(pid)
out(bool(got), got)
