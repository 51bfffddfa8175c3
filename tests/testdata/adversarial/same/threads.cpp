// expect: AC memory=64MiB
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

int main() {
	std::vector<std::thread> threads;
	for (int i = 0; i < 64; i++) threads.emplace_back([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
	for (auto &thread : threads) thread.join();
	std::puts("585987");
}
