# Wrong: only the lowest two bits of the heaps, as if no move took more than three stones.
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
nim_sum = reduce(xor, (heap % 4 for heap in heaps))
for i, heap in enumerate(heaps, 1):
    if heap % 4 ^ nim_sum < heap % 4:
        print("FIRST", i, heap - heap % 4 + (heap % 4 ^ nim_sum))
        break
else:
    print("SECOND")
