# expect: AC memory=256MiB peak>=200MiB
hoard = [bytearray(b"x") * (1 << 20) for _ in range(200)]
print(585987 if len(hoard) == 200 else 0)
