# Wrong (the document's emergency condition alone): forgets that a lone spider that is barred turns round.
import sys


def in_time(deadlines):
    return all(deadline > i for i, deadline in enumerate(sorted(deadlines)))


def flies_win(one_sided, lone):
    return in_time(one_sided + [near for near, _ in lone])


def main():
    numbers = map(int, sys.stdin.read().split())
    for _ in range(next(numbers)):
        k, c = next(numbers), next(numbers)
        one_sided = [next(numbers) for _ in range(c)]
        lone = [(next(numbers), next(numbers)) for _ in range(k)]
        print("FLIES" if flies_win(one_sided, lone) else "SPIDERS")


main()
