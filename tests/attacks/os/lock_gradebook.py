"""MUST PREVENT: locking the grade book so that the grader waits for ever"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import fcntl
got = []
for flags in (os.O_RDONLY, os.O_RDWR):
    for n, f in (("flock", lambda fd: fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)), ("lockf", lambda fd: fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)), ("lease", lambda fd: fcntl.fcntl(fd, 1024, 1))):
        r, e = attempt(lambda: f(os.open(I["gradebook"], flags)))
        if e is None: got.append(n)
out(bool(got), got)
