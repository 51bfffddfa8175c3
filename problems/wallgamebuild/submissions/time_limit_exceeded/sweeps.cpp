// Correct but slow: relaxes every cell of the board, again and again, until nothing changes.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;
    vector<string> board(h);
    for (auto& row : board) cin >> row;
    // The dearest ways that arrive in a cell from above, from the left and from the right; the cell is paid.
    const int none = -1;
    vector<array<vector<int>, 3>> best(h);
    for (auto& row : best)
        for (auto& way : row) way.assign(w, none);
    enum { above, left, right };
    if (board[0][0] != 'x') best[0][above][0] = board[0][0] - '0';
    bool changed = true;
    auto enter = [&](int paid, int r, int way, int c) {
        if (paid == none || board[r][c] == 'x') return;
        paid += board[r][c] - '0';
        if (paid > best[r][way][c]) best[r][way][c] = paid, changed = true;
    };
    while (changed) {
        changed = false;
        for (int r = h - 1; r >= 0; r--)
            for (int c = 0; c < w; c++) {
                if (r < h - 1 && c > 0) enter(max(best[r][above][c - 1], best[r][left][c - 1]), r, left, c);
                if (r < h - 1 && c < w - 1) enter(max(best[r][above][c + 1], best[r][right][c + 1]), r, right, c);
                if (r > 0)
                    enter(max({best[r - 1][above][c], best[r - 1][left][c], best[r - 1][right][c]}), r, above, c);
            }
    }
    int value = none, column = none;
    for (int c = 0; c < w; c++)
        if (best[h - 1][above][c] > value) value = best[h - 1][above][c], column = c;
    cout << value << '\n';
    if (value == none) return 0;
    vector<string> walls(h - 1, string(w, '#'));
    for (int r = h - 2; r >= 0; r--) {
        walls[r][column] = '.';
        int from_left = best[r][left][column], from_right = best[r][right][column];
        int step = from_left > from_right ? -1 : 1;
        if (best[r][above][column] >= max(from_left, from_right)) continue;
        int way = step == -1 ? left : right;
        while (best[r][way][column] > best[r][above][column]) column += step;
    }
    for (auto& row : walls) cout << row << '\n';
}
