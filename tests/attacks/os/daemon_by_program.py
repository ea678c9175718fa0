"""MUST PREVENT: leaving a program running in a session of its own after grading ended"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import subprocess
r, e = attempt(lambda: subprocess.Popen(["sleep", "30"], start_new_session=True, stdin=-3, stdout=-3, stderr=-3, env={}, cwd="/").pid)
print("DAEMON", e or "started %s" % r, flush=True)
