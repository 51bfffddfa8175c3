# Wrong: turns the lone spiders round as late as possible, but only in the order of their distances.
import sys


def in_time(deadlines):
    return all(deadline > i for i, deadline in enumerate(sorted(deadlines)))


def flies_win(one_sided, lone):
    deadlines = one_sided
    turn = 10**18
    for near, far in sorted(lone, key=lambda spider: (spider[0], -spider[1]), reverse=True):
        turn = min(near, turn - 1)
        deadlines = deadlines + [turn, far + 2 * (turn - 1)]
    return turn >= 1 and in_time(deadlines)


def main():
    numbers = map(int, sys.stdin.read().split())
    for _ in range(next(numbers)):
        k, c = next(numbers), next(numbers)
        one_sided = [next(numbers) for _ in range(c)]
        lone = [(next(numbers), next(numbers)) for _ in range(k)]
        print("FLIES" if flies_win(one_sided, lone) else "SPIDERS")


main()
