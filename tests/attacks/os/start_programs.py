"""MUST PREVENT: starting programs by any of the ways Python has"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import subprocess
got = []
for n, f in (("system", lambda: os.system("true") == 0 or 1 / 0), ("popen", lambda: os.popen("echo hi").read() or 1 / 0), ("run", lambda: subprocess.run(["/bin/true"], check=True)),
             ("spawn", lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)), ("forkpty", lambda: __import__("pty").spawn(["/bin/true"]))):
    r, e = attempt(f)
    if e is None: got.append(n)
out(bool(got), got)
