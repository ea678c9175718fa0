"""MUST PREVENT: reading environment, memory map or descriptors of the grader or the process that starts workers"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
own = {int(t) for t in attempt(lambda: os.listdir("/proc/self/task"))[0] or []} | {os.getpid(), 0}
for pid in {I["gpid"], os.getppid(), 1} - own:
    for what in ("environ", "maps", "mem", "pagemap"):
        r, e = attempt(lambda: open("/proc/%d/%s" % (pid, what), "rb").read(1))
        if r: got.append((pid, what))
    for fd in range(40):
        r, e = attempt(lambda: os.close(os.open("/proc/%d/fd/%d" % (pid, fd), os.O_RDONLY | os.O_NONBLOCK)))
        if e is None: got.append((pid, fd))
out(bool(got), got)
