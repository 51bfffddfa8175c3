# For two knights on squares a and b, bit c of won[a][b] tells whether the player to move wins with a third knight on c.
import sys


def options(square):
    r, c = divmod(square, 8)
    near = ((r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1))
    return [8 * r + c for r, c in near if 0 <= r < 8 and 0 <= c < 8]


moves = [options(square) for square in range(64)]
order = sorted(range(64), key=lambda square: square // 8 + square % 8)
everywhere = 2**64 - 1
home = 0b11 | 0b11 << 8
won = [[0] * 64 for _ in range(64)]
for a in order:
    for b in order:
        # What a move of the first two knights wins, for all squares of the third one at once.
        mask = 0
        for after in moves[a]:
            mask |= everywhere ^ won[after][b]
        for after in moves[b]:
            mask |= everywhere ^ won[a][after]
        if not moves[a] and not moves[b]:
            mask = home
        for c in order:
            if any(not mask >> after & 1 for after in moves[c]):
                mask |= 1 << c
        won[a][b] = mask

numbers = map(int, sys.stdin.read().split())
for _ in range(next(numbers)):
    squares = [8 * next(numbers) + next(numbers) for _ in range(next(numbers))]
    a, b, c = squares + [0] * (3 - len(squares))
    print("FIRST" if won[a][b] >> c & 1 else "SECOND")
