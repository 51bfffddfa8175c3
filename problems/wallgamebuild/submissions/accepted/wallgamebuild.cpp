// From the top, remembering where each row was entered; walls only around the gap, as far as the rabbit can walk.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;
    vector<string> board(h);
    for (auto& row : board) cin >> row;

    // A path that leaves row r through column c has entered the row in column entered[r][c].
    const int none = -1;
    vector<vector<int>> entered(h, vector<int>(w, none));
    vector<int> above(w, none);
    above[0] = 0;
    for (int r = 0; r + 1 < h; r++) {
        vector<int> value(w, none);
        for (int dir : {1, -1}) {
            int run = none, from = none;
            for (int i = 0, c = dir == 1 ? 0 : w - 1; i < w; i++, c += dir) {
                if (above[c] > run) run = above[c], from = c;
                if (board[r][c] == 'x') run = none;
                else if (run != none) run += board[r][c] - '0';
                if (run > value[c]) value[c] = run, entered[r][c] = from;
            }
        }
        above = value;
    }
    int best = none, column = none;
    for (int c = 0; c < w; c++)
        if (board[h - 1][c] != 'x' && above[c] != none && above[c] + board[h - 1][c] - '0' > best)
            best = above[c] + board[h - 1][c] - '0', column = c;
    cout << best << '\n';
    if (best == none) return 0;

    vector<string> walls(h - 1, string(w, '.'));
    for (int r = h - 2; r >= 0; r--) {
        for (int dir : {1, -1})
            for (int c = column + dir; c >= 0 && c < w && board[r][c] != 'x'; c += dir) walls[r][c] = '#';
        column = entered[r][column];
    }
    for (auto& row : walls) cout << row << '\n';
}
