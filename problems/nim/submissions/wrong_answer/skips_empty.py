# Wrong: drops the empty heaps, and with them their numbers.
from functools import reduce
from operator import xor

input()
heaps = [heap for heap in map(int, input().split()) if heap]
nim_sum = reduce(xor, heaps, 0)
for i, heap in enumerate(heaps, 1):
    if heap ^ nim_sum < heap:
        print("FIRST", i, heap ^ nim_sum)
        break
else:
    print("SECOND")
