# Straight from the rules: a pile is won if some move leads to one that is lost. Gives up on large piles.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    n, _, *takes = map(int, game.split())
    if n > 400:
        raise SystemExit("too many stones")
    wins = []
    for stones in range(n + 1):
        wins.append(any(not wins[stones - s] for s in takes if s <= stones))
    print("FIRST" if wins[n] else "SECOND")
