// From the bottom row upwards; pairs (cost, column of the gap) are compared by cost first.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;
    vector<string> board(h);
    for (auto& row : board) cin >> row;

    using Way = pair<int, int>;
    const Way none = {-1, -1};
    auto enter = [&](Way way, char cell) {
        return cell == 'x' || way.first < 0 ? none : Way{way.first + cell - '0', way.second};
    };
    vector<vector<Way>> ways(h, vector<Way>(w, none));
    for (int c = 0; c < w; c++) ways[h - 1][c] = enter({0, 0}, board[h - 1][c]);
    for (int r = h - 2; r >= 0; r--) {
        Way run = none;
        for (int c = 0; c < w; c++) ways[r][c] = run = enter(max(run, Way{ways[r + 1][c].first, c}), board[r][c]);
        run = none;
        for (int c = w - 1; c >= 0; c--) {
            run = enter(max(run, Way{ways[r + 1][c].first, c}), board[r][c]);
            ways[r][c] = max(ways[r][c], run);
        }
    }

    cout << ways[0][0].first << '\n';
    if (ways[0][0] == none) return 0;
    for (int r = 0, column = 0; r + 1 < h; r++) {
        column = ways[r][column].second;
        string walls(w, '#');
        walls[column] = '.';
        cout << walls << '\n';
    }
}
