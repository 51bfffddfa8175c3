# expect: RTE signal=9
import os
import signal

print(585987, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
