// Reads slowly, and takes a tree of the library.
#include <ext/pb_ds/assoc_container.hpp>
#include <ext/pb_ds/tree_policy.hpp>
#include <iostream>
#include <utility>
using namespace std;
using namespace __gnu_pbds;

int main() {
    int n;
    cin >> n;
    tree<pair<int, int>, null_type, less<pair<int, int>>, rb_tree_tag, tree_order_statistics_node_update> seen;
    long long inversions = 0;
    for (int i = 0, x; i < n; i++) {
        cin >> x;
        inversions += i - (long long)seen.order_of_key({x, n});
        seen.insert({x, i});
    }
    cout << inversions << endl;
}
