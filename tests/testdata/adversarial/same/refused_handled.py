# expect: AC memory=64MiB
try:
    print(len(bytearray(1 << 50)))
except MemoryError:
    print(585987)
