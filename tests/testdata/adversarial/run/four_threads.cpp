// expect: TLE limit=500ms cpu>=500ms
// None of the four passes the limit alone.
#include <ctime>
#include <thread>
#include <vector>

int main() {
	std::vector<std::thread> threads;
	for (int i = 0; i < 4; i++)
		threads.emplace_back([] {
			timespec t{};
			while (t.tv_sec == 0 && t.tv_nsec < 400000000) clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
		});
	for (auto &thread : threads) thread.join();
}
