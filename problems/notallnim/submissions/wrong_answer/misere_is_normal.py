# Wrong: the same rule for both plays.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    play, *numbers = game.split()
    k, *heaps = map(int, numbers)
    equal = min(heaps) == max(heaps)
    lost = equal
    print("SECOND" if lost else "FIRST")
