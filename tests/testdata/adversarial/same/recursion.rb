# expect: AC memory=256MiB
def dive(depth) = depth == 0 ? 0 : 1 + dive(depth - 1)
puts dive(1_000_000) == 1_000_000 ? 585987 : 0
