from functools import reduce
from operator import xor

input()
heaps = [int(word) for word in input().split()]
nim_sum = reduce(xor, heaps)
wins = (f"FIRST {i} {heap ^ nim_sum}" for i, heap in enumerate(heaps, 1) if heap ^ nim_sum < heap)
print(next(wins, "SECOND"))
