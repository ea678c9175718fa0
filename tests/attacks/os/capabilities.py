"""MUST PREVENT: holding capabilities, or gaining them"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import ctypes, struct
L = ctypes.CDLL(None, use_errno=True); got = []
head, sets = ctypes.create_string_buffer(struct.pack("Ii", 0x20080522, 0)), ctypes.create_string_buffer(24)
if L.capget(head, sets) == 0 and any(sets.raw[:24]): got.append(sets.raw[:24].hex())
if L.prctl(47, 2, 21, 0, 0) == 0: got.append("ambient")
if L.prctl(28, 1, 0, 0, 0) == 0: got.append("securebits")
if os.geteuid() == 0: got.append("root")
r, e = attempt(lambda: os.setuid(0))
if e is None: got.append("setuid")
out(bool(got), got)
