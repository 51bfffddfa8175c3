# Wrong: one more than the greatest number within a move, not the least that is missing; 0 while 0 is missing.
import sys
from functools import cache


@cache
def grundy(r, c):
    reached = set()
    for dr, dc in ((1, -2), (-1, -2), (-2, -1), (-2, 1)):
        if 0 <= r + dr < 8 and 0 <= c + dc < 8:
            reached.add(grundy(r + dr, c + dc))
    return max(reached) + 1 if 0 in reached else 0


numbers = map(int, sys.stdin.read().split())
for _ in range(next(numbers)):
    nim_sum = 0
    for _ in range(next(numbers)):
        nim_sum ^= grundy(next(numbers), next(numbers))
    print("FIRST" if nim_sum else "SECOND")
