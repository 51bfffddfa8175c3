# Wrong: counts knights that share a square once.
import sys
from functools import cache


@cache
def grundy(r, c):
    reached = set()
    for dr, dc in ((1, -2), (-1, -2), (-2, -1), (-2, 1)):
        if 0 <= r + dr < 8 and 0 <= c + dc < 8:
            reached.add(grundy(r + dr, c + dc))
    return min(set(range(5)) - reached)


numbers = map(int, sys.stdin.read().split())
for _ in range(next(numbers)):
    squares = set()
    for _ in range(next(numbers)):
        squares.add((next(numbers), next(numbers)))
    nim_sum = 0
    for r, c in squares:
        nim_sum ^= grundy(r, c)
    print("FIRST" if nim_sum else "SECOND")
