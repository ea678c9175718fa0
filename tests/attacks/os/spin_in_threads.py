"""MUST PREVENT: burning CPU in many threads and in native code, which no signal handler interrupts"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import threading, hashlib, signal
for s in (signal.SIGXCPU, signal.SIGTERM): signal.signal(s, signal.SIG_IGN)
def burn():
    while True: hashlib.pbkdf2_hmac("sha256", b"x", b"y", 10_000_000)
for i in range(8): attempt(threading.Thread(target=burn, daemon=True).start)
print("SPIN", flush=True)
burn()
