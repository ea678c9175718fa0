"""MUST PREVENT: crashing the grader by an answer nested without end, or of millions of parts"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import struct
for body in (b"\x91" * (8 << 20), b"\xdd\xff\xff\xff\xff" * (1 << 20), b"\xdc\xff\xff" + b"\xc0" * 65535 + b"\xdd\x00\xff\xff\xff" + b"\x80" * 0xFFFFFF):
    data = struct.pack("<I", len(body)) + body
    while data:
        n, e = attempt(lambda: os.write(4, data[: 1 << 20]))
        if e: break
        data = data[n:]
print("SENT", flush=True)
