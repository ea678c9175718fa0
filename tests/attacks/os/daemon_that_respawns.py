"""MUST PREVENT: leaving a family of processes that start each other anew and hear no signal"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import signal
r, e = attempt(os.fork)
if e: out(False, e)
elif r == 0:
    for s in range(1, 65): attempt(lambda: signal.signal(s, signal.SIG_IGN))
    end = time.time() + 15
    while time.time() < end:
        if os.fork(): os._exit(0)
        os.setsid(); time.sleep(0.01)
    os._exit(0)
else: time.sleep(0.3); print("DAEMON started", flush=True)
