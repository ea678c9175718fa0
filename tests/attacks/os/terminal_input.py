"""MUST PREVENT: typing into the terminal of whoever grades (TIOCSTI, TIOCLINUX)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import fcntl
got = []
fds = [0, 1, 2]
t, e = attempt(lambda: os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
if t is not None: got.append("tty"); fds.append(t)
for fd in fds:
    for request in (0x5412, 0x541C):
        r, e = attempt(lambda: fcntl.ioctl(fd, request, b"\n"))
        if e is None: got.append((fd, hex(request)))
out(bool(got), got)
