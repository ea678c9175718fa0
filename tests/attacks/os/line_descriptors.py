"""MUST PREVENT: sending the grader descriptors it did not ask for, until it has none left"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import socket
got = []
for fd in (3, 4):
    def go():
        s = socket.socket(fileno=os.dup(fd))
        for i in range(300): socket.send_fds(s, [b"\0"], [0, 1, 2, 0, 1, 2])
    r, e = attempt(go); got.append(e)
print("SENT", got, flush=True)
