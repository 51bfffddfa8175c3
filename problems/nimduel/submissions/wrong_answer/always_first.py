# Wrong: always wants to move first.
import sys
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
mine = True
print("FIRST" if mine else "SECOND", flush=True)
while any(heaps):
    if mine:
        nim_sum = reduce(xor, heaps)
        i = next((i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap), None)
        if i is None:  # every move loses
            i = heaps.index(max(heaps))
            stones = 1
        else:
            stones = heaps[i] - (heaps[i] ^ nim_sum)
        print(i + 1, stones, flush=True)
    else:
        line = sys.stdin.readline()
        if not line:  # the judge has ended the conversation
            break
        i, stones = map(int, line.split())
        i -= 1
    heaps[i] -= stones
    mine = not mine
