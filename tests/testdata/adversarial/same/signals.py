# expect: AC memory=64MiB
import signal
import time

seen = []
signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
signal.setitimer(signal.ITIMER_REAL, 0.02)
while not seen:
    time.sleep(0.001)
print(585987)
