# expect: RTE memory=1024MiB exit=1 reason~"stack overflow"
def dive(depth) = 1 + dive(depth + 1)
puts dive(0)
