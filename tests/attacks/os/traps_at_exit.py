"""MUST PREVENT: acting when the worker is ended: exit handlers, finalisers, signal handlers"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import atexit, signal, weakref
class Last:
    def __del__(self): attempt(lambda: os.write(1, b"BREACH a finaliser ran after the end\n")); attempt(os.fork)
keep = Last()
atexit.register(lambda: os.write(1, b"late\n"))
def again(*a):
    while True: attempt(os.fork)
for s in (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1): signal.signal(s, again)
print("SET", flush=True)
while True: time.sleep(100)
