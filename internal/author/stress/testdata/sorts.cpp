// Prints the largest of n numbers in another way.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
	int n;
	std::cin >> n;
	std::vector<int> v(n);
	for (int &x : v) std::cin >> x;
	std::sort(v.begin(), v.end());
	std::cout << v.back() << '\n';
}
