# From the bottom row upwards, remembering for each cell the column in which its row is left.
import sys


def main():
    h, w, *board = sys.stdin.read().split()
    h, w = int(h), int(w)
    none = -1
    below = [none if cell == "x" else int(cell) for cell in board[-1]]
    leave = [None] * (h - 1)
    for r in range(h - 2, -1, -1):
        row = board[r]
        value = [none] * w
        exits = [none] * w
        for columns in (range(w), range(w - 1, -1, -1)):
            run = gap = none
            for c in columns:
                if row[c] == "x":
                    run = none
                    continue
                if below[c] > run:
                    run, gap = below[c], c
                if run >= 0:
                    run += int(row[c])
                    if run > value[c]:
                        value[c], exits[c] = run, gap
        below = value
        leave[r] = exits

    out = [str(below[0])]
    if below[0] >= 0:
        column = 0
        for exits in leave:
            column = exits[column]
            out.append("#" * column + "." + "#" * (w - column - 1))
    print("\n".join(out))


main()
