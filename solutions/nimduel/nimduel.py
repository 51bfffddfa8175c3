from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))


def judge():
    if any(heaps):
        i, stones = map(int, input().split())
        heaps[i - 1] -= stones


if reduce(xor, heaps):
    print("FIRST", flush=True)
else:
    print("SECOND", flush=True)
    judge()
while any(heaps):
    nim_sum = reduce(xor, heaps)
    i = next(i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap)
    left = heaps[i] ^ nim_sum
    print(i + 1, heaps[i] - left, flush=True)
    heaps[i] = left
    judge()
