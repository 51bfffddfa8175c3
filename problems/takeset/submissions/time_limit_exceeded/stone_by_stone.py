# Right but slow: the outcomes of all piles, one after the other. O(n).
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    n, _, *takes = map(int, game.split())
    takes = sum(1 << s for s in takes)
    lost = 0
    for _ in range(n):
        lost = (lost | (lost & takes == 0)) << 1 & 8191
    print("FIRST" if lost & takes else "SECOND")
