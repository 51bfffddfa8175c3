# expect: OLE max-output=1MiB
import sys

for _ in range(1 << 12):
    sys.stdout.write("flood " * 1000)
