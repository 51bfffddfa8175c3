# expect: AC quick
# A little memory that a child shares is to be had.
import mmap
import os

shared = mmap.mmap(-1, 1 << 20)
if os.fork() == 0:
    shared[:6] = b"585987"
    os._exit(0)
os.wait()
print(shared[:6].decode())
