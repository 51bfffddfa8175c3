# expect: OLE memory=64MiB max-output=1MiB
for _ in range(64):
    print("x" * (1 << 20))
