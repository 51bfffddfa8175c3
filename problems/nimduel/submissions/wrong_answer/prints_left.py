# Wrong: prints how many stones are left, not how many are taken.
import sys
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
mine = reduce(xor, heaps) != 0
print("FIRST" if mine else "SECOND", flush=True)
while any(heaps):
    if mine:
        nim_sum = reduce(xor, heaps)
        i = next(i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap)
        stones = heaps[i] - (heaps[i] ^ nim_sum)
        print(i + 1, heaps[i] - stones, flush=True)
    else:
        line = sys.stdin.readline()
        if not line:  # the judge has ended the conversation
            break
        i, stones = map(int, line.split())
        i -= 1
    heaps[i] -= stones
    mine = not mine
