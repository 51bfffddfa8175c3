import random
import sys

n, low, high, seed = map(int, sys.argv[1:])
random.seed(seed)
print(n)
print(*(random.randint(low, high) for _ in range(n)))
