# Wrong: the winning move with the greatest index.
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
nim_sum = reduce(xor, heaps)
if nim_sum == 0:
    print("SECOND")
else:
    i = max(i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap)
    print("FIRST", i + 1, heaps[i] ^ nim_sum)
