# Wrong: believes that the period is the sum of the least and the largest number.
import sys
from functools import cache


@cache
def outcomes(takes, n):
    wins = []
    for stones in range(n + 1):
        wins.append(any(s <= stones and not wins[stones - s] for s in takes))
    return wins


_, *games = sys.stdin.read().splitlines()
for game in games:
    n, _, *takes = map(int, game.split())
    period = takes[0] + takes[-1]
    wins = outcomes(tuple(takes), period)
    print("FIRST" if wins[n % period] else "SECOND")
