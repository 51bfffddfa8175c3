// Correct but O(h·w²): tries every pair of the column where a row is entered and the one where it is left.
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
    vector<int> below(w, -1);
    for (int c = 0; c < w; c++)
        if (board[h - 1][c] != 'x') below[c] = board[h - 1][c] - '0';
    for (int r = h - 2; r >= 0; r--) {
        vector<int> value(w, -1);
        for (int from = 0; from < w; from++)
            for (int dir : {1, -1}) {
                int cost = 0;
                for (int c = from; c >= 0 && c < w && board[r][c] != 'x'; c += dir) {
                    cost += board[r][c] - '0';
                    if (below[c] >= 0) value[from] = max(value[from], cost + below[c]);
                }
            }
        below = value;
    }
    cout << below[0] << '\n';
}
