// From the bottom row upwards: for each cell the dearest way down that goes only left, or only right, in its row.
#include <algorithm>
#include <climits>
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;
    vector<string> board(h);
    for (auto& row : board) cin >> row;

    const int none = INT_MIN / 2;
    vector<int> below(w, none);  // dearest way from dropping into (r, c), that cell paid
    for (int c = 0; c < w; c++)
        if (board[h - 1][c] != 'x') below[c] = board[h - 1][c] - '0';
    vector<int> value(w);
    for (int r = h - 2; r >= 0; r--) {
        fill(value.begin(), value.end(), none);
        for (int dir : {1, -1}) {
            int run = none;
            for (int i = 0, c = dir == 1 ? 0 : w - 1; i < w; i++, c += dir) {
                run = max(run, below[c]);
                if (board[r][c] == 'x' || run < 0) run = none;
                else run += board[r][c] - '0';
                value[c] = max(value[c], run);
            }
        }
        swap(below, value);
    }
    cout << (below[0] < 0 ? -1 : below[0]) << '\n';
}
