"""MUST PREVENT: finding expected values, seeds or other submissions in its own process"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import gc
got = []
words = ("GRADER-" + "SECRET", "CANARY" + "_TESTS", "CANARY" + "_BOB", "TOKEN" + "CANARY", "CANARY" + "_LEFT")
kinds = ("Exercise", "Case", "Report", "CheckResult", "Recording", "Expectation", "Submission")
for o in gc.get_objects():
    if type(o).__name__ in kinds and type(o).__module__.startswith("grader"): got.append(type(o).__name__)
f = sys._getframe()
while f:
    for k, v in list(f.f_locals.items()):
        if k in ("expected", "seed", "threshold", "reference", "solution"): got.append((f.f_code.co_name, k))
        if f.f_globals is not globals() and isinstance(v, (str, bytes)) and any((w if isinstance(v, str) else w.encode()) in v for w in words[:2]): got.append((f.f_code.co_name, k))
    f = f.f_back
for n, m in list(sys.modules.items()):
    if n.startswith(("grader.checks", "grader.course", "grader.grading", "grader.reports")): got.append(n)
maps = attempt(lambda: open("/proc/self/maps").read())[0] or ""
mem, e = attempt(lambda: open("/proc/self/mem", "rb", 0))
own = {w.encode() for w in words}
if mem:
    for line in maps.splitlines():
        if " rw" not in line or "[v" in line: continue
        a, b = (int(x, 16) for x in line.split()[0].split("-"))
        if b - a > 64 << 20: continue
        attempt(lambda: mem.seek(a)); data = attempt(lambda: mem.read(b - a))[0] or b""
        if b"GRADER-" b"SECRET-" in data: pass
        i = data.find(words[3].encode() + b"-7f")
        if i >= 0: got.append("token")
out(bool(got), sorted(set(map(str, got))))
