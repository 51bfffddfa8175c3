# Wrong: says something more after the game.
from functools import cache
from itertools import product

path = input()
cuts = [False] * (len(path) - 1) + [True]  # the edge after each vertex
at = [v for v, c in enumerate(path) if c == "S"]
STEP = {"L": -1, "W": 0, "R": 1}


def late(due):
    return any(turn <= i for i, turn in enumerate(sorted(due)))


@cache
def flies_win(mono, dual):
    if late([*mono, *(near for near, _ in dual), *(far + 2 * near - 2 for near, far in dual)]):
        return False
    if not late([*mono, *(distance for pair in dual for distance in pair)]):
        return True
    if mono and hold(mono[1:], dual):
        return True
    return any(hold(mono + (dual[i][1],), dual[:i] + dual[i + 1 :]) for i in range(len(dual)))


def hold(mono, dual):
    mono = tuple(sorted(m - 1 for m in mono))
    return all(
        flies_win(mono, tuple(sorted(tuple(sorted((a + s, b - s))) for (a, b), s in zip(dual, steps))))
        for steps in product((-1, 0, 1), repeat=len(dual))
    )


def threats(at):
    mono, dual, choices = [], [], ["W"] * len(at)
    fly, gap = None, []
    for v, c in enumerate(path):
        ends = []
        if c == "F":
            ends.append(v)
        gap_now = [i for i in range(len(at)) if at[i] == v]
        if not ends:
            gap += gap_now
        if cuts[v]:
            ends.append(None)
        for right in ends:
            if len(gap) == 1 and fly is not None and right is not None:
                i = gap[0]
                dual.append(tuple(sorted((at[i] - fly, right - at[i]))))
                choices[i] = "LWR"
            elif gap:
                if fly is not None:
                    mono.append(at[gap[0]] - fly)
                    choices[gap[0]] = "L"
                if right is not None:
                    mono.append(right - at[gap[-1]])
                    choices[gap[-1]] = "R"
            fly, gap = right, []
    return tuple(sorted(mono)), tuple(sorted(dual)), choices


def safe():
    mono, dual, _ = threats(at)
    return not mono and not dual


def moved(steps):
    return [v + STEP[step] for v, step in zip(at, steps)]


def choose_cut():
    for e in range(len(path) - 1):
        if not cuts[e]:
            cuts[e] = True
            mono, dual, _ = threats(at)
            if hold(mono, dual):
                return e
            cuts[e] = False


def choose_steps():
    for steps in product(*threats(at)[2]):
        after = moved(steps)
        if any(path[v] == "F" for v in after) or not flies_win(*threats(after)[:2]):
            return "".join(steps)


mono, dual, _ = threats(at)
flies = flies_win(mono, dual)
print("FLIES" if flies else "SPIDERS", flush=True)
while not safe():
    if flies:
        print(choose_cut() + 1, flush=True)
    else:
        cuts[int(input()) - 1] = True
    if safe():
        break
    if flies:
        steps = input()
    else:
        steps = choose_steps()
        print(steps, flush=True)
    at = moved(steps)
    if any(path[v] == "F" for v in at):
        break
print("WON", flush=True)
