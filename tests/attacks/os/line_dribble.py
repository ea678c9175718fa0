"""MUST PREVENT: keeping the grader waiting by an answer that comes a byte at a time"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import struct
attempt(lambda: os.write(4, struct.pack("<I", 1 << 20)))
print("SENT", flush=True)
for i in range(1 << 20):
    attempt(lambda: os.write(4, b"\xc0")); time.sleep(0.05)
