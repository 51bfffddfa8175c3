// Parents in breadth-first order, weights in the reverse, then a binary search over the number of moves.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, trap, mouse;
    cin >> n >> trap >> mouse;
    vector<vector<int>> adjacent(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v;
        cin >> u >> v;
        adjacent[u].push_back(v);
        adjacent[v].push_back(u);
    }
    vector<int> order = {trap}, parent(n + 1), weight(n + 1);
    vector<pair<int, int>> heaviest(n + 1);  // among the children: largest and second largest
    for (int i = 0; i < n; i++)
        for (int v : adjacent[order[i]])
            if (v != parent[order[i]]) parent[v] = order[i], order.push_back(v);
    for (int i = n - 1; i > 0; i--) {
        int v = order[i];
        weight[v] = int(adjacent[v].size()) - 1 + heaviest[v].second;
        auto& [largest, second] = heaviest[parent[v]];
        second = max(second, min(largest, weight[v]));
        largest = max(largest, weight[v]);
    }

    vector<int> sides, ends;  // weights beside the way, and where each level's end
    for (int v = mouse, below = 0; v != trap; below = v, v = parent[v]) {
        for (int c : adjacent[v])
            if (c != parent[v] && c != below) sides.push_back(weight[c]);
        ends.push_back(int(sides.size()));
    }
    auto suffices = [&](int moves) {
        int blocked = 0, begin = 0;
        for (int i = 0; i < int(ends.size()); i++) {
            int spare = moves - (int(sides.size()) - begin) - blocked;
            for (; begin < ends[i]; begin++) blocked += sides[begin] > spare;
            if (blocked > min(i + 1, moves)) return false;
        }
        return true;
    };
    int low = -1, high = n;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        (suffices(middle) ? high : low) = middle;
    }
    cout << high << '\n';
}
