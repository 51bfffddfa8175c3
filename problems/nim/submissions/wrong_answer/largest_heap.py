# Wrong: takes from the largest heap, whether that can win or not.
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
nim_sum = reduce(xor, heaps)
if nim_sum == 0:
    print("SECOND")
else:
    i = heaps.index(max(heaps))
    print("FIRST", i + 1, heaps[i] ^ nim_sum)
