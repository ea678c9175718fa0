"""MUST PREVENT: reaching a service of this machine by an abstract socket"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import socket
def go():
    s = socket.socket(socket.AF_UNIX); s.settimeout(2); s.connect(I["abstract"]); s.sendall(b"leak")
r, e = attempt(go); out(e is None, e or "connected")
