"""MUST PREVENT: ending the process in the middle of loading, from a thread and with a chosen status"""
import os, json, sys, time
I = json.loads(os.environ.get("ATK", "{}"))
def out(bad, msg=""): print(("BREACH " if bad else "BLOCKED ") + str(msg)[:200], flush=True)
def attempt(fn):
    try: return fn(), None
    except BaseException as e: return None, "%s: %s" % (type(e).__name__, e)
import threading
print("LEAVING", flush=True)
threading.Thread(target=lambda: os._exit(0)).start()
while True: time.sleep(100)
