"""MUST PREVENT: answering in the worker's place, once for each question to come"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import struct
try:
    import msgspec
    body = msgspec.msgpack.encode({"tag": "loaded", "names": ["attack"], "signature": "(x)", "jitted": True, "x64": False, "platform": "cpu", "device": "cpu", "jax": "1", "jaxlib": "1", "python": "3"})
    body2 = msgspec.msgpack.encode({"tag": "returned", "value": {"type": "float", "text": "100"}})
except BaseException: body = body2 = b"\x80"
for each in (body, body2, body2, body2): attempt(lambda: os.write(4, struct.pack("<I", len(each)) + each))
def attack(x): return x
print("SENT", flush=True)
