# Far from the corner the Grundy numbers do not change when a knight moves by (4, 4), nor beyond twelve columns beside the diagonal.
import sys
from functools import cache


@cache
def grundy(r, c):
    reached = set()
    for dr, dc in ((1, -2), (-1, -2), (-2, 1), (-2, -1)):
        if r + dr >= 0 and c + dc >= 0:
            reached.add(grundy(r + dr, c + dc))
    return min(set(range(5)) - reached)


def far(r, c):
    along = min(r, c) // 4 * 4
    r, c = r - along, c - along
    if r > 15:
        r = 12 + r % 4
    if c > 15:
        c = 12 + c % 4
    return grundy(r, c)


numbers = map(int, sys.stdin.buffer.read().split())
for _ in range(next(numbers)):
    nim_sum = 0
    for _ in range(next(numbers)):
        nim_sum ^= far(next(numbers), next(numbers))
    print("FIRST" if nim_sum else "SECOND")
