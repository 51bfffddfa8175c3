# Wrong: plays on until all knights are at home.
import sys
from functools import cache


@cache
def grundy(r, c):
    reached = set()
    for dr, dc in ((1, -2), (-1, -2), (-2, -1), (-2, 1)):
        if 0 <= r + dr < 8 and 0 <= c + dc < 8:
            reached.add(grundy(r + dr, c + dc))
    return min(set(range(5)) - reached)


words = iter(sys.stdin.read().split())
for _ in range(int(next(words))):
    play = next(words)
    nim_sum = 0
    for _ in range(int(next(words))):
        nim_sum ^= grundy(int(next(words)), int(next(words)))
    print("FIRST" if (nim_sum != 0) == (play == "normal") else "SECOND")
