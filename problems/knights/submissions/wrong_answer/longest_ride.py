# Wrong: takes the length of the longest ride for the size of a heap.
import sys
from functools import cache


@cache
def longest(r, c):
    lengths = {-1}
    for dr, dc in ((1, -2), (-1, -2), (-2, -1), (-2, 1)):
        if 0 <= r + dr < 8 and 0 <= c + dc < 8:
            lengths.add(longest(r + dr, c + dc))
    return max(lengths) + 1


numbers = map(int, sys.stdin.read().split())
for _ in range(next(numbers)):
    nim_sum = 0
    for _ in range(next(numbers)):
        nim_sum ^= longest(next(numbers), next(numbers))
    print("FIRST" if nim_sum else "SECOND")
