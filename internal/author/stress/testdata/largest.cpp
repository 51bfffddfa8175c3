// Prints the largest of n numbers.
#include <algorithm>
#include <cstdio>

int main() {
	int n, best = -1, x;
	scanf("%d", &n);
	while (n--) scanf("%d", &x), best = std::max(best, x);
	printf("%d\n", best);
}
