// expect: AC memory=2GiB
// Four parts of a sum at once, with the memory that packages have by default.
#include <cstdio>
#include <future>
#include <vector>

int main() {
	std::vector<std::future<long>> parts;
	for (int i = 0; i < 4; i++)
		parts.push_back(std::async(std::launch::async, [] {
			volatile long sum = 0;
			for (int n = 0; n < 1000000; n++) sum = sum + 1;
			return long(sum);
		}));
	long sum = 0;
	for (auto &part : parts) sum += part.get();
	std::printf("%ld\n", sum == 4000000 ? 585987 : sum);
}
