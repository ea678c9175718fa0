"""MUST PREVENT: sending datagrams without connecting, by every call that sends"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import socket
got = []
def sock(): return socket.socket(socket.AF_INET, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
for n, f in (("sendmsg", lambda: sock().sendmsg([b"leak"], [], 0, ("127.0.0.1", I["udp"]))),
             ("connect", lambda: (lambda s: (s.connect(("127.0.0.1", I["udp"])), s.send(b"leak")))(sock())),
             ("v6", lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b"leak", ("::ffff:127.0.0.1", I["udp"])))):
    r, e = attempt(f)
    if e is None: got.append(n)
out(bool(got), got)
