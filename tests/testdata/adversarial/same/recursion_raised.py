# expect: AC memory=256MiB
# As deep recursion is often made possible, too.
import resource
import sys

resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
sys.setrecursionlimit(1 << 20)


def dive(depth):
    return 0 if depth == 0 else 1 + dive(depth - 1)


print(585987 if dive(100000) == 100000 else 0)
