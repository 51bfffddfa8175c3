# Counts the ones of every binary column instead of using exclusive or: an independent check of the answers.
input()
heaps = list(map(int, input().split()))
odd = [bit for bit in range(63) if sum(heap >> bit & 1 for heap in heaps) % 2]
if not odd:
    print("SECOND")
else:
    i = next(i for i, heap in enumerate(heaps) if heap >> odd[-1] & 1)
    left = heaps[i]
    for bit in odd:
        left += -(1 << bit) if left >> bit & 1 else 1 << bit
    print("FIRST", i + 1, left)
