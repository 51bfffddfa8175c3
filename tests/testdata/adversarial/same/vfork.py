# expect: AC memory=80MiB
# Python starts programs by vfork(2).
import subprocess

hoard = bytearray(b"x") * (50 << 20)
for _ in range(50):
    subprocess.run(["/bin/true"], check=True)
print(585987)
