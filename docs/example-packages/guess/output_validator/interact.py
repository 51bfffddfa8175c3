import sys

secret = int(open(sys.argv[1]).read())


def reject(reason):
    with open(sys.argv[3] + "/judgemessage.txt", "w") as message:
        print(reason, file=message)
    sys.exit(43)


for turn in range(10):
    line = sys.stdin.readline()
    if not line.strip().isdigit() or len(line) > 5 or not 1 <= int(line) <= 1000:
        reject(f"want a number from 1 to 1000, got {line.strip()[:20]!r}")
    number = int(line)
    print("=" if number == secret else "<" if secret < number else ">", flush=True)
    if number == secret:
        sys.exit(43 if sys.stdin.read().strip() else 42)
reject("not found with 10 numbers")
