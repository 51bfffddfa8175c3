# expect: RTE memory=64MiB exit=1 reason~"ran out of memory: failed to allocate memory (NoMemoryError)"
puts ('x' * (1 << 50)).size
