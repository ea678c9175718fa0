"""MUST PREVENT: announcing memory that is not there, or arrays that it cannot hold, while changing what lies in it"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import struct
frame = sys._getframe()
while frame is not None and "shared" not in frame.f_locals: frame = frame.f_back
memory = frame.f_locals["shared"]._view if frame is not None and frame.f_locals["shared"] is not None else None
import threading
def scribble():
    while True: memory[:1 << 20] = os.urandom(1 << 20)
if memory is not None: threading.Thread(target=scribble, daemon=True).start()
body = b"\x82\xa3tag\xa8returned\xa5value\x86\xa3tag\xa5array\xa5dtype\xa5uint8\xa5shape\x91\xce\xff\xff\xff\xff"
body += b"\xa4data\xc4\0\xa6origin\xa5numpy\xa4weak\xc2"
for lodged in (65 << 20, 0, 1, 0xFFFFFFFF):
    attempt(lambda: os.write(4, struct.pack("<II", len(body) | 1 << 31, lodged) + body))
print("SENT", flush=True)
while True: time.sleep(100)
