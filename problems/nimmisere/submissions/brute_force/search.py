# Straight from the rules: a position is won if it is empty or some move leads to one that is lost. Gives up on large ones.
import sys
from functools import cache
from math import prod


@cache
def wins(heaps):
    if not any(heaps):
        return True
    return any(
        not wins(tuple(sorted(heaps[:i] + (left,) + heaps[i + 1 :])))
        for i, heap in enumerate(heaps)
        for left in range(heap)
    )


_, *games = sys.stdin.read().splitlines()
for game in games:
    heaps = tuple(map(int, game.split()[1:]))
    if len(heaps) > 12 or prod(heap + 1 for heap in heaps) > 5000:
        raise SystemExit("too many positions")
    print("FIRST" if wins(tuple(sorted(heaps))) else "SECOND")
