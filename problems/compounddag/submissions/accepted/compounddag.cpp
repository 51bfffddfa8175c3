// Values of all vertices from the sinks on, then one formula for each compound.
#include <stdio.h>
#include <string.h>

enum { N = 100001, M = 150001, TOKENS = 100000, SL = -1, SW = -2 };

// Edge e leads from u[e] to v[e]; the edges from a vertex are a list, and so are those to it.
static int u[M], v[M], out[N], next_out[M], into[N], next_into[M];
// Of two tables the first one is for normal play, the second one for misère play.
static int grundy[2][N], w[2][N], remoteness[2][N], suspense[2][N];
static int order[N], left[N], seen[N], token[TOKENS], k;

static int mex(int x, const int *value) {
    static int stamp;
    stamp++;
    for (int e = out[x]; e; e = next_out[e])
        if (value[v[e]] >= 0) seen[value[v[e]]] = stamp;
    int least = 0;
    while (seen[least] == stamp) least++;
    return least;
}

// The winner wants a small remoteness and a great suspense, the loser the reverse.
static int length(int x, const int *value, int lost, int is_long) {
    int best = -1, wins = 0;
    for (int e = out[x]; e; e = next_out[e]) {
        int y = value[v[e]], good = y % 2 == lost;
        if (best < 0 || good > wins || (good == wins && (y > best) == (good == is_long))) best = y, wins = good;
    }
    return best + 1;
}

static void evaluate(int x) {
    if (!out[x]) {
        grundy[1][x] = 1;
        w[0][x] = w[1][x] = SL;
        return;
    }
    for (int play = 0; play < 2; play++) {
        grundy[play][x] = mex(x, grundy[play]);
        w[play][x] = mex(x, w[play]);
        remoteness[play][x] = length(x, remoteness[play], play, 0);
        suspense[play][x] = length(x, suspense[play], play, 1);
    }
    for (int e = out[x]; e; e = next_out[e])
        if (!out[v[e]]) w[0][x] = SW;
}

static int wins(char style, int is_long, int misere) {
    int live = 0, sum = 0, firm = 0, sw = 0, w_sum = 0, won[2] = {0, 0}, least = N, greatest = 0;
    for (int i = 0; i < k; i++) {
        int x = token[i], r = remoteness[misere][x], s = suspense[misere][x];
        live += out[x] > 0;
        sum ^= grundy[0][x];
        firm |= grundy[0][x] == grundy[1][x];
        sw |= w[misere][x] == SW;
        w_sum ^= w[misere][x];
        won[0] |= grundy[0][x] > 0;
        won[1] |= grundy[1][x] > 0 && out[x];
        least = r < least ? r : least;
        greatest = s > greatest ? s : greatest;
    }
    if (!live || (!is_long && live < k)) return misere;
    if (style == 'c') return (is_long ? greatest : least) % 2 != misere;
    if (style == 's') return won[misere && (!is_long || live == 1)];
    return is_long ? sum != (misere && !firm) : sw || w_sum;
}

int main(void) {
    int n, m, done = 0, questions;
    scanf("%d %d", &n, &m);
    for (int e = 1; e <= m; e++) {
        scanf("%d %d", &u[e], &v[e]);
        next_out[e] = out[u[e]], out[u[e]] = e;
        next_into[e] = into[v[e]], into[v[e]] = e;
        left[u[e]]++;
    }
    for (int x = 1; x <= n; x++)
        if (!left[x]) order[done++] = x;
    for (int i = 0; i < done; i++) {
        evaluate(order[i]);
        for (int e = into[order[i]]; e; e = next_into[e])
            if (!--left[u[e]]) order[done++] = u[e];
    }
    scanf("%d", &questions);
    while (questions--) {
        char style[8], end[8], play[8];
        scanf("%7s %7s %7s %d", style, end, play, &k);
        for (int i = 0; i < k; i++) scanf("%d", &token[i]);
        puts(wins(*style, *end == 'l', *play == 'm') ? "FIRST" : "SECOND");
    }
}
