"""MUST PREVENT: waiting for ever in the kernel, for a FIFO nobody writes"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
attempt(lambda: os.mkfifo("fifo"))
print("WAITING", flush=True)
open("fifo").read()
