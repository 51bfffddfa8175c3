// Mistake: lets the token walk on in the bottom row.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;
    vector<string> board(h);
    for (auto& row : board) cin >> row;
    const int none = -1;
    vector<int> below(w, 0);
    vector<vector<int>> gap(h, vector<int>(w, none));
    for (int r = h - 1; r >= 0; r--) {
        vector<int> value(w, none);
        for (int dir : {1, -1}) {
            int run = none, at = none;
            for (int i = 0, c = dir == 1 ? 0 : w - 1; i < w; i++, c += dir) {
                if (below[c] > run) run = below[c], at = c;
                if (board[r][c] == 'x') run = none;
                else if (run != none) run += board[r][c] - '0';
                if (run > value[c]) value[c] = run, gap[r][c] = at;
            }
        }
        below = value;
    }
    cout << below[0] << '\n';
    if (below[0] == none) return 0;
    for (int r = 0, column = 0; r < h - 1; r++) {
        column = gap[r][column];
        string walls(w, '#');
        walls[column] = '.';
        cout << walls << '\n';
    }
}
