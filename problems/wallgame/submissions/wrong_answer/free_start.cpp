// Mistake: the start's cell is not paid.
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
    if (board[0][0] == 'x') {
        cout << "-1\n";
        return 0;
    }
    board[0][0] = '0';
    const int none = INT_MIN / 2;
    vector<int> below(w, none);
    for (int c = 0; c < w; c++)
        if (board[h - 1][c] != 'x') below[c] = board[h - 1][c] - '0';
    for (int r = h - 2; r >= 0; r--) {
        vector<int> value(w, none);
        for (int dir : {1, -1}) {
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
