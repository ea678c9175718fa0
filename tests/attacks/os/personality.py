"""MUST PREVENT: switching off address randomisation or switching the execution domain"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes
L = ctypes.CDLL(None, use_errno=True)
before = L.personality(0xFFFFFFFF)
r = L.personality(0x0040000)
out(r != -1 and L.personality(0xFFFFFFFF) != before, "%s %s" % (before, r))
