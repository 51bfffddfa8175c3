# Wrong: both players take as many stones as they can.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    n, k = map(int, game.split())
    moves = (n + k - 1) // k
    print("FIRST" if moves % 2 else "SECOND")
