# Wrong: believes that a heap has a winning move when it is not smaller than the nim-sum.
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
nim_sum = reduce(xor, heaps)
for i, heap in enumerate(heaps, 1):
    if nim_sum and heap >= nim_sum:
        print("FIRST", i, heap ^ nim_sum)
        break
else:
    print("SECOND")
