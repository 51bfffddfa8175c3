# Plays on an ordinary chessboard, which repeats: knights may not leave it on the far side.
import sys

from functools import cache


@cache
def grundy(r, c):
    r, c = r % 8, c % 8
    reached = set()
    for dr, dc in ((1, -2), (-1, -2), (-2, 1), (-2, -1)):
        if 0 <= r + dr < 8 and 0 <= c + dc < 8:
            reached.add(grundy(r + dr, c + dc))
    return min(set(range(5)) - reached)


numbers = map(int, sys.stdin.buffer.read().split())
for _ in range(next(numbers)):
    knights = [(next(numbers), next(numbers)) for _ in range(next(numbers))]
    first = 0
    for r, c in knights:
        first ^= grundy(r, c)
    print("FIRST" if first else "SECOND")
