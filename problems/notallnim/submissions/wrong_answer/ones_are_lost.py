# Wrong: in misère play equal heaps of one stone are lost like larger ones.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    play, *numbers = game.split()
    k, *heaps = map(int, numbers)
    equal = min(heaps) == max(heaps)
    if play == "normal":
        lost = equal
    else:
        lost = k > 1 and (equal and heaps[0] > 0 or sum(heaps) == 1)
    print("SECOND" if lost else "FIRST")
