# Wrong: lets knights leave the board at its far edges.
import sys
from functools import cache


@cache
def grundy(r, c):
    reached = set()
    for dr, dc in ((1, -2), (-1, -2), (-2, -1), (-2, 1)):
        if 0 <= r + dr and 0 <= c + dc:
            reached.add(grundy(r + dr, c + dc))
    return min(set(range(5)) - reached)


numbers = map(int, sys.stdin.read().split())
for _ in range(next(numbers)):
    nim_sum = 0
    for _ in range(next(numbers)):
        nim_sum ^= grundy(next(numbers), next(numbers))
    print("FIRST" if nim_sum else "SECOND")
