# Wrong: the rule of Bash, as if every number up to the largest could be taken.
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
    print("FIRST" if n % (takes[-1] + 1) else "SECOND")
