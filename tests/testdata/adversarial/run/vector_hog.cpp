// expect: MLE memory=64MiB quick
#include <cstdio>
#include <vector>

int main() {
	std::vector<long> numbers;
	for (long i = 0; i < 60000000; i++) numbers.push_back(i);
	std::printf("%ld\n", numbers.back());
}
