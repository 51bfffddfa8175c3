# expect: AC quick
done = []
for name in "/dev/stdin", "/proc/self/fd/0", "/dev/fd/0":
    for mode in "r+", "w", "a":
        try:
            with open(name, mode) as file:
                file.write("spoilt")
            done.append(name + " " + mode)
        except OSError:
            pass
print(done or sum(map(int, input().split())))
