# expect: AC memory=64MiB
import time
from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(8) as pool:
    list(pool.map(lambda _: time.sleep(0.05), range(16)))
print(585987)
