"""MUST PREVENT: killing the process that starts workers"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import signal
pid = os.getppid()
if pid > 1: r, e = attempt(lambda: os.kill(pid, signal.SIGKILL))
else: e = "there is none to be seen"
time.sleep(0.2)
out(e is None, e or "killed %d" % pid)
