# Straight from the rules: a pile is won if some move leads to one that is lost. Gives up on large piles.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    n, k = map(int, game.split())
    if n > 2000:
        raise SystemExit("too many stones")
    wins = [False]
    for stones in range(1, n + 1):
        wins.append(not all(wins[max(0, stones - k) : stones]))
    print("FIRST" if wins[n] else "SECOND")
