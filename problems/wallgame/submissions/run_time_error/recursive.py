# Correct on small boards, but the recursion is as deep as the path is long.
import sys
from functools import cache

height, width, *board = sys.stdin.read().split()
h, w = int(height), int(width)
NONE = float("-inf")


@cache
def worst(r, c, direction):
    if not 0 <= c < w or board[r][c] == "x":
        return NONE
    cost = int(board[r][c])
    if r == h - 1:
        return cost
    ways = [worst(r + 1, c, 0)]
    if direction <= 0:
        ways.append(worst(r, c - 1, -1))
    if direction >= 0:
        ways.append(worst(r, c + 1, 1))
    return cost + max(ways)


value = worst(0, 0, 0)
print(-1 if value == NONE else value)
