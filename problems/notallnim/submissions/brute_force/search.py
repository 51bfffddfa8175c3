# Straight from the rules: without a move normal play is lost and misère play won; else some move has to lead to a lost
# position. Gives up on large ones.
import sys
from functools import cache
from itertools import product
from math import prod


def moves(heaps):
    for after in product(*(range(heap + 1) for heap in heaps)):
        changed = sum(a != heap for a, heap in zip(after, heaps))
        if 1 <= changed < len(heaps):
            yield tuple(sorted(after))


@cache
def wins(play, heaps):
    stuck = True
    for after in moves(heaps):
        stuck = False
        if not wins(play, after):
            return True
    return stuck and play == "misere"


_, *games = sys.stdin.read().splitlines()
for game in games:
    play, k, *heaps = game.split()
    heaps = sorted(map(int, heaps))
    if len(heaps) > 8 or prod(heap + 1 for heap in heaps) > 700:
        raise SystemExit("too many positions")
    print("FIRST" if wins(play, tuple(heaps)) else "SECOND")
