"""MUST PREVENT: reading accounts, logs, machine identity or network state of the grading machine"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
for p in ("/etc/shadow", "/etc/gshadow", "/var/log", "/root", "/var/lib/dpkg/status", "/proc/net/tcp", "/proc/kallsyms", "/proc/mounts", "/run", "/home", "/etc/machine-id", "/etc/passwd"):
    r, e = attempt(lambda: os.listdir(p) if os.path.isdir(p) else open(p).read(64).strip())
    if r and p not in ("/proc/mounts", "/proc/net/tcp", "/etc/passwd", "/home", "/run", "/etc/machine-id", "/proc/kallsyms", "/var/lib/dpkg/status"): got.append(p)
out(bool(got), got)
