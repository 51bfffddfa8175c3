// One pass from the top; only the current row is kept.
#include <bits/stdc++.h>
using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;
    const int none = -1;
    vector<int> above(w, none), here(w);
    above[0] = 0;
    string row;
    for (int r = 0; r < h; r++) {
        cin >> row;
        auto enter = [&](int paid, int c) { return paid == none || row[c] == 'x' ? none : paid + row[c] - '0'; };
        if (r == h - 1) {
            for (int c = 0; c < w; c++) above[c] = enter(above[c], c);
            break;
        }
        for (int c = 0, run = none; c < w; c++) here[c] = run = enter(max(run, above[c]), c);
        for (int c = w - 1, run = none; c >= 0; c--) {
            run = enter(max(run, above[c]), c);
            here[c] = max(here[c], run);
        }
        swap(above, here);
    }
    cout << *max_element(above.begin(), above.end()) << '\n';
}
