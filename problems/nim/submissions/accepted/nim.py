# The nim-sum decides, and a move that makes it zero wins. O(n).
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
nim_sum = reduce(xor, heaps)
for i, heap in enumerate(heaps, 1):
    if heap ^ nim_sum < heap:
        print("FIRST", i, heap ^ nim_sum)
        break
else:
    print("SECOND")
