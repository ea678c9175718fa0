"""MUST PREVENT: stopping itself so that it neither answers nor ends"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import signal
print("STOPPING", flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
while True: time.sleep(100)
