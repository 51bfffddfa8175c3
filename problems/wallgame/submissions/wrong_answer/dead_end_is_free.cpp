// Mistake: a cell without a way down counts as a way of cost 0, so the token may end in a dead end.
#include <algorithm>
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
    vector<int> below(w);
    for (int c = 0; c < w; c++)
        if (board[h - 1][c] != 'x') below[c] = board[h - 1][c] - '0';
    for (int r = h - 2; r >= 0; r--) {
        vector<int> value(w);
        for (int dir : {1, -1}) {
            int run = 0;
            for (int i = 0, c = dir == 1 ? 0 : w - 1; i < w; i++, c += dir) {
                run = board[r][c] == 'x' ? 0 : max(run, below[c]) + board[r][c] - '0';
                value[c] = max(value[c], run);
            }
        }
        below = value;
    }
    cout << (board[0][0] == 'x' || below[0] == 0 ? -1 : below[0]) << '\n';
}
