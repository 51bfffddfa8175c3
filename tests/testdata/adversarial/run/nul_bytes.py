# expect: WA
import sys

sys.stdout.buffer.write(b"\0" * 100 + b"585987")
