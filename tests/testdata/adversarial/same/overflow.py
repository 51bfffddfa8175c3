# expect: RTE memory=64MiB quick exit=1 reason~"stack overflow"
def dive(depth):
    return 1 + dive(depth + 1)


print(dive(0))
