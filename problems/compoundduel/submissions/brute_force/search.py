# Straight from the rules: all moves of all positions. Gives up on more than two knights.
import sys
from functools import cache
from itertools import product

style, end, play = input().split()
k = int(input())
position = tuple(tuple(map(int, input().split())) for _ in range(k))
if k > 2:
    sys.exit("too many knights")


@cache
def options(square):
    r, c = square
    around = (r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1)
    return [(r, c) for r, c in around if 0 <= r < 8 and 0 <= c < 8]


def moves(position):
    live = sum(1 for square in position if options(square))
    if live == 0 or end == "short" and live < k:
        return
    for after in product(*([square, *options(square)] for square in position)):
        moved = sum(a != b for a, b in zip(position, after))
        if {"disj": moved == 1, "sel": moved > 0, "conj": moved == live, "notall": 0 < moved < k}[style]:
            yield after


@cache
def wins(position):
    possible = list(moves(position))
    return any(not wins(after) for after in possible) if possible else play == "misere"


mine = wins(position)
print("FIRST" if mine else "SECOND", flush=True)
while any(moves(position)):
    if mine:
        after = next(after for after in moves(position) if not wins(after))
        moved = [(i + 1, *b) for i, (a, b) in enumerate(zip(position, after)) if a != b]
        print(len(moved), *(x for step in moved for x in step), flush=True)
    else:
        words = list(map(int, input().split()))
        after = list(position)
        for j in range(1, len(words), 3):
            after[words[j] - 1] = (words[j + 1], words[j + 2])
    position = tuple(after)
    mine = not mine
