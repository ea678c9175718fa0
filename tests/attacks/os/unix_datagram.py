"""MUST PREVENT: sending datagrams to path and abstract unix sockets (a system log, say)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import socket
got = []
for where in ("/dev/log", "/run/systemd/journal/socket", I["sockpath"], I["abstract"]):
    for kind in (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_STREAM):
        def go():
            s = socket.socket(socket.AF_UNIX, kind); s.settimeout(1); s.connect(where)
        r, e = attempt(go)
        if e is None: got.append((where, int(kind)))
out(bool(got), got)
