"""MUST PREVENT: opening settings of the kernel or of control groups for writing, or the kernel's log"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes, glob
L = ctypes.CDLL(None, use_errno=True); got = []
for p in ("/proc/sys/kernel/core_pattern", "/proc/sys/vm/overcommit_memory", "/proc/sysrq-trigger", "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/fs/cgroup/cgroup.procs", "/proc/%d/oom_score_adj" % I["gpid"], "/sys/fs/cgroup/memory/cgroup.procs"):
    r, e = attempt(lambda: os.close(os.open(p, os.O_WRONLY)))
    if e is None: got.append(p)
buf = ctypes.create_string_buffer(4096)
if L.klogctl(3, buf, 4096) > 0: got.append("log")
r, e = attempt(lambda: __import__("socket").sethostname(__import__("socket").gethostname()))
if e is None: got.append("hostname")
out(bool(got), got)
