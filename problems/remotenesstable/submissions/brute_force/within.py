# From the definition: asks of every number of moves whether the winner can be done within it, and whether the winner can make
# the game last so long. Forgets all answers; gives up beyond 80 vertices.
n, m = map(int, input().split())
if n > 80:
    raise SystemExit("too many vertices")
moves = [set() for _ in range(n + 1)]
for _ in range(m):
    u, v = map(int, input().split())
    moves[u].add(v)


def wins(v, misere):
    """Whether the player to move wins."""
    if not moves[v]:
        return misere
    return any(not wins(w, misere) for w in moves[v])


def within(v, t, mine, misere):
    """Whether the player who is to move if mine, else the other one, can force a win in at most t moves."""
    if not moves[v]:
        return mine == misere
    if t == 0:
        return False
    return (any if mine else all)(within(w, t - 1, not mine, misere) for w in moves[v])


def lasting(v, t, mine, misere):
    """The same for a win in at least t moves."""
    if not moves[v]:
        return t <= 0 and mine == misere
    return (any if mine else all)(lasting(w, t - 1, not mine, misere) for w in moves[v])


for v in range(1, n + 1):
    row = []
    for misere in (False, True):
        mine = wins(v, misere)
        row.append(next(t for t in range(n) if within(v, t, mine, misere)))
        row.append(next(t for t in range(n, -1, -1) if lasting(v, t, mine, misere)))
    print(*row)
