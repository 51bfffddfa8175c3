# expect: RTE|MLE memory=64MiB
import sys

sys.setrecursionlimit(1 << 30)


class Deep:
    def __repr__(self):
        return repr(self)


print(Deep())
