# Wrong: finds the right period, but believes that it begins at once.
import sys
from functools import cache


@cache
def period_of(takes):
    wins = []
    seen = {}
    lost = 0
    while lost not in seen:
        seen[lost] = len(wins)
        wins.append(lost & takes != 0)
        lost = (lost | (not wins[-1])) << 1 & 8191
    return wins, len(wins) - seen[lost]


_, *games = sys.stdin.read().splitlines()
for game in games:
    n, _, *takes = map(int, game.split())
    wins, period = period_of(sum(1 << s for s in takes))
    print("FIRST" if wins[n % period] else "SECOND")
