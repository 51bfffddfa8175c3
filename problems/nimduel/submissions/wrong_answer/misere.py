# Wrong: plays the misère game, in which taking the last stone loses.
import sys
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
mine = (reduce(xor, heaps) != 0) == (max(heaps) > 1)
print("FIRST" if mine else "SECOND", flush=True)
while any(heaps):
    if mine:
        nim_sum = reduce(xor, heaps)
        large = [i for i, heap in enumerate(heaps) if heap > 1]
        winning = [i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap]
        if len(large) == 1:  # leave an odd number of single stones
            i = large[0]
            stones = heaps[i] - 1 + heaps.count(1) % 2
        elif large and winning:
            i = winning[0]
            stones = heaps[i] - (heaps[i] ^ nim_sum)
        else:
            i = heaps.index(max(heaps))
            stones = 1
        print(i + 1, stones, flush=True)
    else:
        line = sys.stdin.readline()
        if not line:  # the judge has ended the conversation
            break
        i, stones = map(int, line.split())
        i -= 1
    heaps[i] -= stones
    mine = not mine
