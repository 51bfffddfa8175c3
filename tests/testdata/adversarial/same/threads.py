# expect: AC memory=64MiB quick
import threading
import time

threads = [threading.Thread(target=time.sleep, args=(0.05,)) for _ in range(64)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(585987)
