# Mistake: the number of rows is taken for both sizes, as in the published code: an index error on boards that are higher
# than wide, a wrong answer on those that are wider.
def main():
    input()
    board = []
    while True:
        try:
            board.append(input())
        except EOFError:
            break
    h = w = len(board)
    none = float("-inf")
    below = [none if board[h - 1][c] == "x" else int(board[h - 1][c]) for c in range(w)]
    for r in range(h - 2, -1, -1):
        value = [none] * w
        for columns in (range(w), range(w - 1, -1, -1)):
            run = none
            for c in columns:
                run = none if board[r][c] == "x" else max(run, below[c]) + int(board[r][c])
                value[c] = max(value[c], run)
        below = value
    print(-1 if below[0] == none else below[0])


main()
