"""MUST PREVENT: starting processes by system calls of their own (fork, vfork, clone, clone3)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes, platform, struct
L = ctypes.CDLL(None, use_errno=True); got = []
x86 = platform.machine() == "x86_64"
calls = [("clone", (56 if x86 else 220, 17, None, None, None, None)), ("clone without signal", (56 if x86 else 220, 0, None, None, None, None)),
         ("clone3", (435, ctypes.create_string_buffer(struct.pack("8Q", 0, 0, 0, 0, 17, 0, 0, 0)), 64))]
if x86: calls.append(("fork", (57,)))
for name, args in calls:
    r = L.syscall(*args)
    if r == 0: os._exit(0)
    if r > 0: got.append(name); attempt(lambda: os.waitpid(r, 0x40000000))
out(bool(got), got)
