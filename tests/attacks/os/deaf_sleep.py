"""MUST PREVENT: sleeping past the deadline with every signal ignored and blocked"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import signal
for s in range(1, 65): attempt(lambda: signal.signal(s, signal.SIG_IGN))
attempt(lambda: signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65)))
print("ASLEEP", flush=True)
while True: time.sleep(100)
