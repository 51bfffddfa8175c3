// expect: MLE memory=64MiB
#include <cstdio>
#include <vector>

int main() {
	std::vector<long> all;
	for (long i = 0; i < 64L << 20; i++) all.push_back(i);
	std::printf("%zu\n", all.size());
}
