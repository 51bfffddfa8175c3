# Wrong: forgets that a single stone is lost in misère play.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    play, *numbers = game.split()
    k, *heaps = map(int, numbers)
    equal = min(heaps) == max(heaps)
    lost = equal and (play == "normal" or k > 1 and heaps[0] > 1)
    print("SECOND" if lost else "FIRST")
