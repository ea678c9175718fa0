"""MUST PREVENT: a TCP connection by a protocol that filters of TCP forget (multipath TCP, SCTP, TCP over IPv6)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import socket
got = []
for family, proto, host in ((2, 262, "127.0.0.1"), (2, 132, "127.0.0.1"), (10, 6, "::ffff:127.0.0.1")):
    def go():
        s = socket.socket(family, socket.SOCK_STREAM, proto); s.settimeout(2); s.connect((host, I["tcp"])); s.sendall(b"leak")
    r, e = attempt(go)
    if e is None: got.append((family, proto))
out(bool(got), got)
