# Plays well, but where there is a single heap it asks the judge for a move until there is one, also at the end of its input.
import sys
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
mine = reduce(xor, heaps) != 0
print("FIRST" if mine else "SECOND", flush=True)
while any(heaps) or len(heaps) == 1:
    if mine and any(heaps):
        nim_sum = reduce(xor, heaps)
        i = next(i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap)
        stones = heaps[i] - (heaps[i] ^ nim_sum)
        print(i + 1, stones, flush=True)
    else:
        move = []
        while not move:
            move = sys.stdin.readline().split()
        i, stones = map(int, move)
        i -= 1
    heaps[i] -= stones
    mine = not mine
