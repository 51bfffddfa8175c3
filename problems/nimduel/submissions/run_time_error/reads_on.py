# Wins, but then waits for another move of the judge and finds the end of its input.
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
mine = reduce(xor, heaps) != 0
print("FIRST" if mine else "SECOND", flush=True)
while True:
    if mine and any(heaps):
        nim_sum = reduce(xor, heaps)
        i = next(i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap)
        stones = heaps[i] - (heaps[i] ^ nim_sum)
        print(i + 1, stones, flush=True)
    else:
        i, stones = map(int, input().split())
        i -= 1
    heaps[i] -= stones
    mine = not mine
