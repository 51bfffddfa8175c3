# Wrong: adds the Grundy numbers instead of taking their exclusive or.
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
    total = 0
    for _ in range(next(numbers)):
        total += grundy(next(numbers), next(numbers))
    print("FIRST" if total else "SECOND")
