import random
import sys

n, high, seed = map(int, sys.argv[1:])
random.seed(seed)
print(n)
for _ in range(n):
    a, b = sorted(random.sample(range(high + 1), 2))
    print(a, b)
