# Correct but O(h·w²): tries every pair of the column where a row is entered and the one where it is left.
def main():
    h, w = map(int, input().split())
    board = [input() for _ in range(h)]
    below = [-1 if cell == "x" else int(cell) for cell in board[-1]]
    gaps = []
    for row in reversed(board[:-1]):
        value = [-1] * w
        gap = [0] * w
        for start in range(w):
            for step in (1, -1):
                paid, c = 0, start
                while 0 <= c < w and row[c] != "x":
                    paid += int(row[c])
                    if below[c] >= 0 and paid + below[c] > value[start]:
                        value[start], gap[start] = paid + below[c], c
                    c += step
        below = value
        gaps.append(gap)
    print(below[0])
    if below[0] < 0:
        return
    column = 0
    for gap in reversed(gaps):
        column = gap[column]
        print("#" * column + "." + "#" * (w - column - 1))


main()
