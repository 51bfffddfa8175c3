# expect: AC memory=64MiB
import os

for number in range(500):
    with open(f"file-{number}", "w") as file:
        file.write("x" * 1000)
opened = []
try:
    while True:
        opened.append(open("file-1"))
except OSError:
    pass
print(585987 if opened[-1].fileno() == 255 else len(opened))
