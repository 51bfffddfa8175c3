# Wrong: numbers its heaps from 0, and crashes when the judge hangs up.
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
mine = reduce(xor, heaps) != 0
print("FIRST" if mine else "SECOND", flush=True)
while any(heaps):
    if mine:
        nim_sum = reduce(xor, heaps)
        i = next((i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap), None)
        if i is None:
            i = heaps.index(max(heaps))
            stones = 1
        else:
            stones = heaps[i] - (heaps[i] ^ nim_sum)
        print(i, stones, flush=True)
    else:
        i, stones = map(int, input().split())
        i -= 1
    heaps[i] -= stones
    mine = not mine
