// Weights in the reverse of a breadth-first order.
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
    for (size_t i = 0; i < order.size(); i++)
        for (int v : adjacent[order[i]])
            if (v != parent[order[i]]) {
                parent[v] = order[i];
                order.push_back(v);
            }
    for (auto v = order.rbegin(); *v != trap; ++v) {
        int largest = 0, second = 0;
        for (int c : adjacent[*v])
            if (c != parent[*v]) {
                second = max(second, min(largest, weight[c]));
                largest = max(largest, weight[c]);
            }
        weight[*v] = int(adjacent[*v].size()) - 1 + second;
    }
    cout << weight[mouse] << '\n';
}
