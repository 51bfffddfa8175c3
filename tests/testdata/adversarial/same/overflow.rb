# expect: RTE memory=512MiB exit=1 reason~"stack overflow"
def dive(depth) = 1 + dive(depth + 1)
puts dive(0)
