// Mistake: after the pass to the right the pass to the left goes on from its results, so cells are paid twice.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;
    vector<string> board(h);
    for (auto& row : board) cin >> row;
    const int none = INT_MIN / 2;
    vector<int> below(w, none);
    for (int c = 0; c < w; c++)
        if (board[h - 1][c] != 'x') below[c] = board[h - 1][c] - '0';
    vector<vector<int>> gap(h, vector<int>(w));
    for (int r = h - 2; r >= 0; r--) {
        vector<int> value(w, none);
        for (int c = 0; c < w; c++) {
            gap[r][c] = c;
            if (board[r][c] != 'x' && below[c] >= 0) value[c] = below[c] + board[r][c] - '0';
        }
        auto relax = [&](int c, int from) {
            if (board[r][c] != 'x' && value[from] + board[r][c] - '0' > value[c] && value[from] >= 0)
                value[c] = value[from] + board[r][c] - '0', gap[r][c] = gap[r][from];
        };
        for (int c = 1; c < w; c++) relax(c, c - 1);
        for (int c = w - 2; c >= 0; c--) relax(c, c + 1);
        below = value;
    }
    if (below[0] < 0) {
        cout << "-1\n";
        return 0;
    }
    cout << below[0] << '\n';
    for (int r = 0, column = 0; r < h - 1; r++) {
        column = gap[r][column];
        string walls(w, '#');
        walls[column] = '.';
        cout << walls << '\n';
    }
}
