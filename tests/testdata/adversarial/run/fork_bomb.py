# expect: TLE limit=500ms memory=1GiB
import os
import sys

if "NoNewPrivs:\t1" not in open("/proc/self/status").read():
    sys.exit(3)
for _ in range(1 << 20):
    try:
        os.fork()
    except OSError:
        pass
