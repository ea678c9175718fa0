"""MUST PREVENT: running another program in its place"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
got = []
for words in (["/bin/echo"], ["/lib64/ld-linux-x86-64.so.2", "/bin/echo"], [sys.executable, "-c", "import sys; print(*sys.argv[1:])"]):
    r, e = attempt(lambda: os.execv(words[0], [*words, "BREACH", "ran", words[0]])); got.append(e)
out(False, got)
