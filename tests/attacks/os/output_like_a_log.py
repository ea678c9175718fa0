"""MUST PREVENT: flooding the grader with lines that look like the compiler's own (60 MB)"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
line = b"I0000 00:00:1700000000.000000    1234 cpu_compiler.cc:1262] TfrtCpuClient compiling module jit_f (xla_42) ...\n"
line2 = b"WARNING:2025-01-01 00:00:00,000:jax._src.xla_bridge:1: something\n"
for i in range(300): os.write(2, (line + line2) * 1200)
print("WRITTEN", flush=True)
