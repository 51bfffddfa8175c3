# expect: TLE limit=200ms
import time

time.sleep(60)
