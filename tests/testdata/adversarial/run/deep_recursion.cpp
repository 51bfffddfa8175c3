// expect: AC memory=256MiB
#include <cstdio>
#include <functional>

int main() {
	std::function<long(long)> dive = [&](long n) -> long { return n == 0 ? 0 : dive(n - 1) + 1; };
	volatile long depth = dive(500000);
	std::puts(depth == 500000 ? "585987" : "wrong");
}
