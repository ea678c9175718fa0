"""Starts what is to go on when it has ended."""
import os, subprocess, sys, threading, time
for start in (os.fork, lambda: subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"]) and 1):
    try:
        if start() == 0:
            os.setsid()
            time.sleep(300)
            os._exit(0)
    except Exception:
        pass
threading.Thread(target=time.sleep, args=(300,)).start()
def double(x):
    return 3 * x
