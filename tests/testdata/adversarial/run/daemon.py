# expect: AC survivors>=1
import os
import time

if os.fork() == 0:
    os.setsid()
    time.sleep(60)
print(585987)
