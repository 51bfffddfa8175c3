// Takes off vertices without edges ahead, one after the other; each tells its predecessors about its four numbers.
#include <algorithm>
#include <array>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m;
    cin >> n >> m;
    vector<vector<int>> before(n);
    vector<int> ahead(n);
    for (int i = 0; i < m; i++) {
        int u, v;
        cin >> u >> v;
        before[v - 1].push_back(u - 1);
        ahead[u - 1]++;
    }
    // Per vertex and play: the least and the greatest number among those ahead that are even and odd, -1 for none.
    struct Range {
        int least = -1, greatest = -1;
        void add(int x) {
            least = least < 0 ? x : min(least, x);
            greatest = max(greatest, x);
        }
    };
    vector<array<array<Range, 2>, 4>> seen(n);
    vector<array<int, 4>> table(n);
    vector<int> ready;
    for (int v = 0; v < n; v++)
        if (ahead[v] == 0) ready.push_back(v);
    for (size_t i = 0; i < ready.size(); i++) {
        int v = ready[i];
        for (int j = 0; j < 4; j++) {
            Range lost = seen[v][j][j / 2], won = seen[v][j][1 - j / 2];
            bool remoteness = j % 2 == 0;
            if (lost.least >= 0)
                table[v][j] = 1 + (remoteness ? lost.least : lost.greatest);
            else if (won.least >= 0)
                table[v][j] = 1 + (remoteness ? won.greatest : won.least);
        }
        for (int u : before[v]) {
            for (int j = 0; j < 4; j++) seen[u][j][table[v][j] % 2].add(table[v][j]);
            if (--ahead[u] == 0) ready.push_back(u);
        }
    }
    for (auto& row : table) cout << row[0] << ' ' << row[1] << ' ' << row[2] << ' ' << row[3] << '\n';
}
