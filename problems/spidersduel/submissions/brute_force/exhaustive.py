# Straight from the rules: tries every cut and every way to move the spiders. Gives up on long paths.
from functools import cache
from itertools import product

path = input()
if len(path) > 9:
    raise SystemExit("too many positions")
STEPS = {"L": -1, "W": 0, "R": 1}


def way(cuts, v, step):
    """Where a step leads, None where there is no edge."""
    to = v + STEPS[step]
    edge = min(v, to)
    return to if to == v or 0 <= to < len(path) and not cuts >> edge & 1 else None


def eaten(at):
    return any(path[v] == "F" for v in at)


def safe(cuts, at):
    for v in at:
        for step in "LR":
            u = v
            while (to := way(cuts, u, step)) is not None:
                if path[to] == "F":
                    return False
                u = to
    return True


def rides(cuts, at):
    for steps in product("LWR", repeat=len(at)):
        to = tuple(way(cuts, v, step) for v, step in zip(at, steps))
        if None not in to:
            yield "".join(steps), to


@cache
def flies_win(cuts, at):
    """The flies are to cut."""
    return safe(cuts, at) or any(
        holds(cuts | 1 << edge, at) for edge in range(len(path) - 1) if not cuts >> edge & 1
    )


@cache
def holds(cuts, at):
    """The spiders are to move."""
    return safe(cuts, at) or all(not eaten(to) and flies_win(cuts, to) for _, to in rides(cuts, at))


cuts, at = 0, tuple(v for v, c in enumerate(path) if c == "S")
flies = flies_win(cuts, at)
print("FLIES" if flies else "SPIDERS", flush=True)
while not safe(cuts, at):
    if flies:
        edge = next(e for e in range(len(path) - 1) if not cuts >> e & 1 and holds(cuts | 1 << e, at))
        print(edge + 1, flush=True)
    else:
        edge = int(input()) - 1
    cuts |= 1 << edge
    if safe(cuts, at):
        break
    if flies:
        steps = input()
        at = tuple(way(cuts, v, step) for v, step in zip(at, steps))
    else:
        steps, at = next((s, to) for s, to in rides(cuts, at) if eaten(to) or not flies_win(cuts, to))
        print(steps, flush=True)
    if eaten(at):
        break
