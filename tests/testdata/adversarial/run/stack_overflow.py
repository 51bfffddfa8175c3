# expect: RTE exit=1
def dive(n):
    return dive(n + 1) + 1


print(dive(0))
