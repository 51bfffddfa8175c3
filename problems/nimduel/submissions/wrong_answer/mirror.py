# Wrong: copies the judge's move in another heap of the same size, else takes the whole largest heap.
import sys
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
mine = reduce(xor, heaps) != 0
print("FIRST" if mine else "SECOND", flush=True)
same = None  # a heap as large as the one that the judge took from
while any(heaps):
    if mine:
        if same is None:
            i = heaps.index(max(heaps))
            stones = heaps[i]
        else:
            i = same
        print(i + 1, stones, flush=True)
    else:
        line = sys.stdin.readline()
        if not line:  # the judge has ended the conversation
            break
        i, stones = map(int, line.split())
        i -= 1
        same = next((j for j, heap in enumerate(heaps) if j != i and heap == heaps[i]), None)
    heaps[i] -= stones
    mine = not mine
