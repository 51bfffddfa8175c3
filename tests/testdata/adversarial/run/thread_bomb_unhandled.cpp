// expect: RTE signal=6
#include <chrono>
#include <thread>
#include <vector>
#include <unistd.h>

int main() {
	if (getppid() != 1) return 3;
	std::vector<std::thread> threads;
	for (int i = 0; i < 4096; i++)
		threads.emplace_back([] { std::this_thread::sleep_for(std::chrono::seconds(60)); });
}
