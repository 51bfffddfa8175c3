# Wrong: divides with floating-point numbers, which have 53 bits for 60.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    n, k = map(int, game.split())
    groups = n / (k + 1)
    print("SECOND" if groups == int(groups) else "FIRST")
