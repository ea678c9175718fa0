"""MUST PREVENT: opening a port for others to connect to"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import socket
got = []
for family, where in ((2, ("127.0.0.1", 0)), (10, ("::1", 0)), (1, "\0listening" + I["id"])):
    def go():
        s = socket.socket(family); s.bind(where); s.listen()
    r, e = attempt(go)
    if e is None: got.append(family)
out(bool(got), got)
