# expect: MLE memory=64MiB quick
hoard = []
for i in range(256):
    hoard.append(bytearray(b"x") * (1 << 20))
print(len(hoard))
