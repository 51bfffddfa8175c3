// expect: RTE signal=6
#include <chrono>
#include <sys/prctl.h>
#include <thread>
#include <vector>
#include <unistd.h>

int main() {
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return 3;
	std::vector<std::thread> threads;
	for (int i = 0; i < 4096; i++)
		threads.emplace_back([] { std::this_thread::sleep_for(std::chrono::seconds(60)); });
}
