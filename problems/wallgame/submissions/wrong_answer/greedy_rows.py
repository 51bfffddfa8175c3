# Mistake: takes the dearest piece of every row for itself, without regard to the rows below (dead ends are avoided).
def main():
    h, w = map(int, input().split())
    board = [input() for _ in range(h)]
    alive = [[False] * w for _ in range(h)]
    alive[-1] = [cell != "x" for cell in board[-1]]
    for r in range(h - 2, -1, -1):
        for columns in (range(w), range(w - 1, -1, -1)):
            run = False
            for c in columns:
                run = board[r][c] != "x" and (run or alive[r + 1][c])
                alive[r][c] = alive[r][c] or run
    if not alive[0][0]:
        print(-1)
        return
    at = total = 0
    for r in range(h - 1):
        best, to = -1, at
        for step in (1, -1):
            c, cost = at, 0
            while 0 <= c < w and board[r][c] != "x":
                cost += int(board[r][c])
                if alive[r + 1][c] and cost > best:
                    best, to = cost, c
                c += step
        total += best
        at = to
    print(total + int(board[-1][at]))


main()
