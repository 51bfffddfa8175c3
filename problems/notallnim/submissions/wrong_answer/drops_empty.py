# Wrong: compares only the heaps that are not empty.
import sys

_, *games = sys.stdin.read().splitlines()
for game in games:
    play, *numbers = game.split()
    k, *heaps = map(int, numbers)
    equal = min(heaps) == max(heaps)
    live = [heap for heap in heaps if heap]
    if play == "normal":
        lost = len(set(live)) <= 1
    else:
        lost = k > 1 and (len(set(live)) == 1 and live[0] > 1 or sum(live) == 1)
    print("SECOND" if lost else "FIRST")
