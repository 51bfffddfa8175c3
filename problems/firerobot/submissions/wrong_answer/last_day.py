# Wrong: supposes that the robot lives as long as it can, so that the last day decides.
import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n = numbers[0]
    roads = [[] for _ in range(n + 1)]
    for a, b in zip(numbers[2::2], numbers[3::2]):
        roads[a].append(b)
        roads[b].append(a)
    day = [0] * (n + 1)
    day[1] = 1
    order = [1]
    for city in order:
        for to in roads[city]:
            if not day[to]:
                day[to] = day[city] + 1
                order.append(to)
    print("Vladimir" if max(day) % 2 == 0 else "Nikolai")


main()
