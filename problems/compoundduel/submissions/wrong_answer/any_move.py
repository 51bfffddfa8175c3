# Wrong: the right side, but any move.
from functools import cache, reduce
from itertools import count
from operator import xor

style, end, play = input().split()
misere = play == "misere"
k = int(input())
position = [tuple(map(int, input().split())) for _ in range(k)]


@cache
def options(square):
    r, c = square
    around = (r + 1, c - 2), (r - 1, c - 2), (r - 2, c - 1), (r - 2, c + 1)
    return [(r, c) for r, c in around if 0 <= r < 8 and 0 <= c < 8]


def mex(values):
    return next(x for x in count() if x not in values)


@cache
def grundy(square, misere):
    return mex({grundy(s, misere) for s in options(square)}) if options(square) else int(misere)


@cache
def w(square, misere):  # what is no number counts for no mex
    if not options(square):
        return "finished"
    if not misere and not all(map(options, options(square))):
        return "SW"
    return mex({w(s, misere) for s in options(square)})


@cache
def length(square):  # remoteness under the short rule, suspense under the long one
    values = [length(s) for s in options(square)]
    lost = [x for x in values if x % 2 == misere]
    if not values:
        return 0
    if lost:
        return 1 + (max(lost) if end == "long" else min(lost))
    return 1 + (min(values) if end == "long" else max(values))


def over(position):
    live = sum(1 for s in position if options(s))
    return live == 0 or end == "short" and live < k or style == "notall" and k == 1


@cache
def search(position):
    if not any(map(options, position)):
        return True
    return any(
        not search(tuple(sorted(position[:i] + (s,) + position[i + 1 :]))) for i in range(k) for s in options(position[i])
    )


def wins(position):
    if over(position):
        return misere
    if style == "conj":
        lengths = list(map(length, position))
        return (max(lengths) if end == "long" else min(lengths)) % 2 != misere
    if style == "sel":
        live = [s for s in position if options(s)]
        rule = misere and (end == "short" or len(live) == 1)
        return any(grundy(s, rule) for s in live)
    if style == "notall":
        return len({grundy(s, False) for s in position}) > 1
    if end == "short":
        values = [w(s, misere) for s in position]
        return "SW" in values or reduce(xor, values) != 0
    if misere:
        return search(tuple(sorted(position)))
    return reduce(xor, [grundy(s, False) for s in position]) != 0


def go(wish):  # each knight goes to a square that it wishes for, unless it is there
    move = []
    for i, square in enumerate(position):
        if not wish(i, square):
            move += [(i, s) for s in options(square) if wish(i, s)][:1]
    return move


def candidates():
    if style == "disj":
        for i in range(k):
            for s in options(position[i]):
                yield [(i, s)]
    elif style == "conj":
        yield go(lambda i, s: length(s) == length(position[i]) - 1)
    elif style == "notall":
        least = min(grundy(s, False) for s in position)
        yield go(lambda i, s: grundy(s, False) == least)
    elif end == "short" and misere:
        yield go(lambda i, s: grundy(s, True) == 0)
    else:
        yield go(lambda i, s: grundy(s, False) == 0)
        for last in range(k):
            yield go(lambda i, s: grundy(s, True) == 0 if i == last else not options(s))


def after(move):
    squares = list(position)
    for i, square in move:
        squares[i] = square
    return squares


def any_move():
    live = [(i, options(square)[0]) for i, square in enumerate(position) if options(square)]
    return live if style == "conj" else live[:1]


mine = wins(position)
print("FIRST" if mine else "SECOND", flush=True)
while not over(position):
    if mine:
        move = any_move()
        print(len(move), *(f"{i + 1} {r} {c}" for i, (r, c) in move), flush=True)
    else:
        words = list(map(int, input().split()))
        move = [(words[j] - 1, (words[j + 1], words[j + 2])) for j in range(1, len(words), 3)]
    position = after(move)
    mine = not mine
