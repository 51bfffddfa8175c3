# Right but slow: the nim-sum of the other heaps again for every heap. O(n^2).
from functools import reduce
from operator import xor

input()
heaps = list(map(int, input().split()))
for i, heap in enumerate(heaps):
    left = reduce(xor, heaps[:i], 0) ^ reduce(xor, heaps[i + 1 :], 0)
    if left < heap:
        print("FIRST", i + 1, left)
        break
else:
    print("SECOND")
