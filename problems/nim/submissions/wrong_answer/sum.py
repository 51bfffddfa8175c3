# Wrong: the parity of the sum instead of the nim-sum.
input()
heaps = list(map(int, input().split()))
if sum(heaps) % 2 == 0:
    print("SECOND")
else:
    i = next(i for i, heap in enumerate(heaps) if heap % 2)
    print("FIRST", i + 1, heaps[i] - 1)
