# From the bottom row upwards; pairs (cost, column of the gap) are compared by cost first.
import sys

NONE = (-1, -1)


def main():
    h, w, *board = sys.stdin.read().split()
    h, w = int(h), int(w)
    ways = [NONE if cell == "x" else (int(cell), 0) for cell in board[-1]]
    rows = []
    for row in reversed(board[:-1]):
        drops = [(cost, c) for c, (cost, _) in enumerate(ways)]
        ways = list(map(max, sweep(row, drops), reversed(sweep(row[::-1], drops[::-1]))))
        rows.append(ways)

    print(ways[0][0])
    if ways[0][0] < 0:
        return
    column = 0
    for gaps in reversed(rows):
        column = gaps[column][1]
        print("#" * column + "." + "#" * (w - column - 1))


def sweep(row, drops):
    """The dearest way from each cell if the token goes on only towards the row's beginning."""
    ways = []
    run = NONE
    for cell, drop in zip(row, drops):
        run = max(run, drop)
        run = NONE if cell == "x" or run[0] < 0 else (run[0] + int(cell), run[1])
        ways.append(run)
    return ways


main()
