# Wrong: plays the misère game, in which taking the last stone loses.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    n, k = map(int, game.split())
    print("FIRST" if (n - 1) % (k + 1) else "SECOND")
