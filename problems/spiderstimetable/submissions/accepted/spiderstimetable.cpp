// The same in another way: all permutations, and the deadlines are counted by turn, since those after the last cut do not
// matter.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int cases;
    cin >> cases;
    while (cases--) {
        int k, c;
        cin >> k >> c;
        const int cuts = c + 2 * k;
        vector<int> due(cuts + 1);  // how many one-sided spiders must be barred by each turn
        for (int i = 0; i < c; i++) {
            int distance;
            cin >> distance;
            if (distance < cuts) due[distance]++;
        }
        vector<pair<int, int>> lone(k);
        for (auto& [near, far] : lone) cin >> near >> far;
        sort(lone.begin(), lone.end());
        bool flies = false;
        do {
            vector<long long> deadlines;
            long long turn = LLONG_MAX;
            for (int i = k - 1; i >= 0; i--) {
                turn = min<long long>(lone[i].first, turn - 1);
                deadlines.push_back(turn);
                deadlines.push_back(lone[i].second + 2 * (turn - 1));
            }
            if (k > 0 && turn < 1) continue;
            for (long long d : deadlines)
                if (d < cuts) due[d]++;
            int sum = 0;
            flies = true;
            for (int t = 0; t < cuts && flies; t++) {
                sum += due[t];
                flies = sum <= t;
            }
            for (long long d : deadlines)
                if (d < cuts) due[d]--;
        } while (!flies && next_permutation(lone.begin(), lone.end()));
        cout << (flies ? "FLIES" : "SPIDERS") << '\n';
    }
}
