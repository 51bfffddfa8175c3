# expect: AC memory=64MiB
import time

before = time.time(), time.monotonic(), time.perf_counter(), time.process_time()
time.sleep(0.01)
sum(range(1000000))
after = time.time(), time.monotonic(), time.perf_counter(), time.process_time()
print(585987 if all(a > b for a, b in zip(after, before)) else 0)
