# {{title}}
import sys


def main():
    data = sys.stdin.buffer.read().split()
    n = int(data[0])
    print(n)


main()
