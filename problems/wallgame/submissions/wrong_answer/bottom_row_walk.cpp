// Mistake: the token walks on in the bottom row instead of stopping there.
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
    const int none = INT_MIN / 2;
    vector<int> above(w, none);
    above[0] = 0;
    for (int r = 0; r < h; r++) {
        string row;
        cin >> row;
        vector<int> value(w, none);
        for (int dir : {1, -1}) {
            int run = none;
            for (int i = 0, c = dir == 1 ? 0 : w - 1; i < w; i++, c += dir) {
                run = max(run, above[c]);
                if (row[c] == 'x' || run < 0) run = none;
                else run += row[c] - '0';
                value[c] = max(value[c], run);
            }
        }
        above = value;
    }
    int best = *max_element(above.begin(), above.end());
    cout << (best < 0 ? -1 : best) << '\n';
}
