"""MUST PREVENT: having the kernel signal the grader for an event on a descriptor (F_SETOWN, F_SETSIG, FIOSETOWN)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import fcntl, signal, struct
got = []
a, b = os.pipe()
for fd in (3, 4, a, b, 0, 1, 2):
    for n, f in (("own", lambda: fcntl.fcntl(fd, fcntl.F_SETOWN, I["gpid"])), ("sig", lambda: fcntl.fcntl(fd, 10, signal.SIGKILL)),
                 ("own_ex", lambda: fcntl.fcntl(fd, 15, struct.pack("ii", 1, I["gpid"]))), ("fiosetown", lambda: fcntl.ioctl(fd, 0x8901, struct.pack("i", I["gpid"]))),
                 ("siocspgrp", lambda: fcntl.ioctl(fd, 0x8902, struct.pack("i", I["gpid"])))):
        r, e = attempt(f)
        if e is None: got.append((fd, n))
    if got: attempt(lambda: fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | getattr(fcntl, "FASYNC", 0x2000)))
out(bool(got), got)
