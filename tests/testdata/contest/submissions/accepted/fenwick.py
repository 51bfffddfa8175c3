import sys

n, *a = map(int, sys.stdin.read().split())
rank = {x: i for i, x in enumerate(sorted(set(a)), 1)}
tree = [0] * (len(rank) + 1)
inversions = 0
for x in reversed(a):
    k = rank[x] - 1
    while k:
        inversions += tree[k]
        k &= k - 1
    k = rank[x]
    while k < len(tree):
        tree[k] += 1
        k += k & -k
print(inversions)
