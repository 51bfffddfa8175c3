// Mistake: an x is a cell of cost 0, so the token crosses it.
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
    if (board[0][0] == 'x') {
        cout << "-1\n";
        return 0;
    }
    for (auto& row : board) replace(row.begin(), row.end(), 'x', '0');
    vector<int> below(w);
    for (int c = 0; c < w; c++) below[c] = board[h - 1][c] - '0';
    for (int r = h - 2; r >= 0; r--) {
        vector<int> value(w);
        for (int dir : {1, -1}) {
            int run = 0;
            for (int i = 0, c = dir == 1 ? 0 : w - 1; i < w; i++, c += dir) {
                run = max(run, below[c]) + board[r][c] - '0';
                value[c] = max(value[c], run);
            }
        }
        below = value;
    }
    cout << below[0] << '\n';
}
