"""MUST PREVENT: going on in a thread after the file is loaded: writing, forging, starting processes"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import threading, struct
def late():
    time.sleep(0.2)
    for i in range(200):
        attempt(lambda: os.write(4, struct.pack("<I", 3) + b"\x93\x01\x02"))
        attempt(lambda: os.write(1, b"late\n"))
        r, e = attempt(os.fork)
        if e is None and r == 0: time.sleep(20); os._exit(0)
        time.sleep(0.001)
threading.Thread(target=late, daemon=False).start()
print("STARTED", flush=True)
