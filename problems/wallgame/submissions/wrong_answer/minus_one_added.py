# Mistake: "no way" is -1 and the costs above are added to it as if it were a way.
def main():
    h, w = map(int, input().split())
    board = [input() for _ in range(h)]
    below = [-1 if cell == "x" else int(cell) for cell in board[-1]]
    for row in reversed(board[:-1]):
        value = [-1] * w
        for columns in (range(w), range(w - 1, -1, -1)):
            run = -1
            for c in columns:
                run = -1 if row[c] == "x" else max(run, below[c]) + int(row[c])
                value[c] = max(value[c], run)
        below = value
    print(below[0])


main()
