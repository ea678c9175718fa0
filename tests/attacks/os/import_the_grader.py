"""MUST PREVENT: loading the grader's own checks, course and reports beside the student's file"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import importlib
got = []
for name in ("grader.checks.correctness", "grader.checks", "grader.course", "grader.grading", "grader.reports", "grader.sandbox.recording", "grader.sandbox.workshop", "grader.cli"):
    r, e = attempt(lambda: importlib.import_module(name))
    if e is None: got.append(name)
out(bool(got), got)
