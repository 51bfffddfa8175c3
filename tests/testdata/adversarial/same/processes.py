# expect: AC memory=128MiB
import os

children = []
for number in range(4):
    ours, theirs = os.pipe()
    if (child := os.fork()) == 0:
        os.write(theirs, b"%d" % number)
        os._exit(0)
    os.close(theirs)
    children.append((child, ours))
total = 0
for child, pipe in children:
    total += int(os.read(pipe, 10))
    os.waitpid(child, 0)
print(585987 if total == 6 else total)
