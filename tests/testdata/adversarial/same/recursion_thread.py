# expect: AC memory=256MiB
# As deep recursion is often made possible: by a thread with a stack of its own, here one beyond the memory limit.
import sys
import threading


def dive(depth):
    return 0 if depth == 0 else 1 + dive(depth - 1)


def main():
    print(585987 if dive(100000) == 100000 else 0)


sys.setrecursionlimit(1 << 20)
threading.stack_size(512 << 20)
thread = threading.Thread(target=main)
thread.start()
thread.join()
