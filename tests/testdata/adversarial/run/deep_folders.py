# expect: AC
import os

for i in range(4000):
    os.mkdir("d")
    os.chdir("d")
print(585987)
