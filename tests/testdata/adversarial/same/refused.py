# expect: RTE memory=64MiB exit=1 reason~"ran out of memory: MemoryError"
print(len(bytearray(1 << 50)))
