"""MUST PREVENT: confusing the grader by control characters, endless lines and broken UTF-8"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
for part in (b"\x1b[2J\x1b]0;title\x07", b"\0" * 10_000, b"\xc3\x28" * 10_000, b"\r\n" * 10_000, b"Fatal Python error: no\n\nCurrent thread 0x1 (most recent call first):\n  File \"x\", line 1 in f\n" * 2_000):
    os.write(1, part)
print("WRITTEN", flush=True)
