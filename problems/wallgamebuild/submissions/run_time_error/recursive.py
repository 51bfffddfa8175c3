# Correct on small boards, but the recursion is as deep as the path is long.
from functools import cache

h, w = map(int, input().split())
board = [input() for _ in range(h)]
NONE = float("-inf")


@cache
def worst(r, c, direction):
    """The cost of the dearest way from here and whether it goes down, left or right."""
    if not 0 <= c < w or board[r][c] == "x":
        return NONE, 0
    cost = int(board[r][c])
    if r == h - 1:
        return cost, 0
    best = worst(r + 1, c, 0)[0], 0
    for step in (-1, 1):
        if direction in (0, step):
            best = max(best, (worst(r, c + step, step)[0], step))
    return cost + best[0], best[1]


value = worst(0, 0, 0)[0]
print(-1 if value == NONE else value)
if value != NONE:
    c = 0
    for r in range(h - 1):
        step = worst(r, c, 0)[1]
        while step:
            c += step
            step = worst(r, c, step)[1]
        print("#" * c + "." + "#" * (w - c - 1))
