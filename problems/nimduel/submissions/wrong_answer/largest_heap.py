# Wrong: the right side, but always takes the whole largest heap.
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
mine = reduce(xor, heaps) != 0
print("FIRST" if mine else "SECOND", flush=True)
while any(heaps):
    if mine:
        i = heaps.index(max(heaps))
        stones = heaps[i]
        print(i + 1, stones, flush=True)
    else:
        i, stones = map(int, input().split())
        i -= 1
    heaps[i] -= stones
    mine = not mine
