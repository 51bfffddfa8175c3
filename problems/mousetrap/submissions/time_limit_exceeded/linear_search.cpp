// Correct but O(n²): tries 0, 1, 2, ... moves.
#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <span>
#include <vector>
using namespace std;

static int readInt() {
    int c = getchar_unlocked(), x = 0;
    while (c <= ' ') c = getchar_unlocked();
    for (; c > ' '; c = getchar_unlocked()) x = 10 * x + c - '0';
    return x;
}

int main() {
    int n = readInt(), trap = readInt(), mouse = readInt();
    vector<array<int, 2>> edges(n - 1);
    vector<int> start(n + 2);
    for (auto& edge : edges)
        for (int& v : edge) {
            v = readInt();
            start[v]++;
        }
    // All neighbours in one array, which is filled from behind.
    partial_sum(start.begin(), start.end(), start.begin());
    vector<int> neighbours(2 * (n - 1));
    for (auto [u, v] : edges) {
        neighbours[--start[u]] = v;
        neighbours[--start[v]] = u;
    }
    auto adjacent = [&](int v) { return span(neighbours).subspan(start[v], start[v + 1] - start[v]); };

    vector<int> order = {trap}, parent(n + 1);
    for (size_t i = 0; i < order.size(); i++)
        for (int v : adjacent(order[i]))
            if (v != parent[order[i]]) {
                parent[v] = order[i];
                order.push_back(v);
            }

    vector<int> weight(n + 1);
    for (size_t i = n - 1; i > 0; i--) {
        int v = order[i], largest = 0, second = 0;
        for (int c : adjacent(v))
            if (c != parent[v]) {
                second = max(second, min(largest, weight[c]));
                largest = max(largest, weight[c]);
            }
        weight[v] = int(adjacent(v).size()) - 1 + second;
    }

    // Per level of the path from the mouse to the trap: the weights of the subtrees beside it.
    vector<vector<int>> beside;
    for (int v = mouse, below = 0; v != trap; below = v, v = parent[v]) {
        beside.emplace_back();
        for (int c : adjacent(v))
            if (c != parent[v] && c != below) beside.back().push_back(weight[c]);
    }
    int all = 0;
    for (auto& level : beside) all += int(level.size());

    auto suffices = [&](int moves) {
        int blocked = 0, sides = all;
        for (size_t i = 0; i < beside.size(); i++) {
            int before = blocked;
            for (int w : beside[i]) blocked += w + sides + before > moves;
            if (blocked > min(int(i) + 1, moves)) return false;
            sides -= int(beside[i].size());
        }
        return true;
    };
    int moves = 0;
    while (!suffices(moves)) moves++;
    printf("%d\n", moves);
}
