# Wrong: plays the misère game, in which taking the last stone loses.
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
nim_sum = reduce(xor, heaps)
large = [heap for heap in heaps if heap > 1]
if len(large) > 1:
    wins = nim_sum != 0
    left = [heap ^ nim_sum for heap in heaps]
else:
    wins = bool(large) or nim_sum == 0
    ones = heaps.count(1)
    left = [(ones - (heap == 1) + 1) % 2 for heap in heaps]
for i, heap in enumerate(heaps):
    if wins and left[i] < heap:
        print("FIRST", i + 1, left[i])
        break
else:
    print("SECOND")
