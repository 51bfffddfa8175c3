// Mistake: one number for height and width, so columns beyond the height are never looked at.
#include <algorithm>
#include <climits>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;
    vector<string> board(h);
    for (auto& row : board) cin >> row;
    w = min<int>(h, board[0].size());

    const int none = INT_MIN / 2;
    vector<int> below(w, none);
    for (int r = h - 1; r >= 0; r--) {
        vector<int> value(w, none);
        for (int c = 0; c < w; c++)
            if (r == h - 1 && board[r][c] != 'x') value[c] = board[r][c] - '0';
        for (int dir : {1, -1}) {
            if (r == h - 1) break;
            int run = none;
            for (int i = 0, c = dir == 1 ? 0 : w - 1; i < w; i++, c += dir) {
                run = max(run, below[c]);
                if (board[r][c] == 'x' || run < 0) run = none;
                else run += board[r][c] - '0';
                value[c] = max(value[c], run);
            }
        }
        below = value;
    }
    cout << (below[0] < 0 ? -1 : below[0]) << '\n';
}
